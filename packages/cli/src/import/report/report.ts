import { createRedactor } from "@diglot/core/redaction";
import type { Variable } from "../draft/variables.js";
import type { Kind } from "../kinds.js";
import type { Source } from "../source/source.js";
import { type Item, type Outcome, toPointer } from "./item.js";

/** One setting of the file, as the report shows it. */
export interface ReportedItem {
  readonly outcome: Outcome;
  /** A JSON pointer; empty for the file as a whole. */
  readonly pointer: string;
  /** From 1; absent where the file has no such place. */
  readonly line?: number | undefined;
  readonly message: string;
}

/** What became of a file. */
export interface Report {
  readonly from: Kind;
  readonly file: string;
  readonly out: string;
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly items: readonly ReportedItem[];
  /** The environment variables that the result needs. */
  readonly variables: readonly Variable[];
  /** The commands that come next. */
  readonly next: readonly string[];
}

/** What a report is made of. */
export interface ReportParts extends Omit<Report, "counts" | "items"> {
  readonly source: Source;
  readonly items: readonly Item[];
  /** Texts that must not be in the report. */
  readonly secrets: readonly string[];
}

/** Makes a report, in the order of the file. */
export function toReport({ source, items, secrets, ...rest }: ReportParts): Report {
  const redactor = createRedactor(secrets.filter(({ length }) => length >= 8));
  const reported = items.map(({ outcome, path, message }) => ({
    outcome,
    pointer: redactor.text(toPointer(path)),
    line: source.line(path),
    message: redactor.text(message),
  }));
  const sorted = reported.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const count = (outcome: Outcome) => items.filter((item) => item.outcome === outcome).length;
  const counts = {
    carried: count("carried"),
    changed: count("changed"),
    impossible: count("impossible"),
  };
  return { ...rest, counts, items: sorted };
}
