import { type Citations, type Evidence, type Source, withCitations } from "../evidence.js";
import type { Refusal, Rule, SampleRequest } from "../rule.js";

/** A rule without what all of a group have in common, or what nearly all rules say. */
export interface RuleLine extends Citations {
  /** The end of the id. */
  readonly name: string;
  readonly what: string;
  readonly refused: SampleRequest;
  /** @default the smallest valid request */
  readonly taken?: SampleRequest | undefined;
  readonly message: string | RegExp;
  /** @default 400 */
  readonly status?: number | undefined;
  /** @default "invalid_request_error" */
  readonly type?: string | undefined;
  readonly details?: Refusal["details"];
  readonly options?: Rule["options"];
  /** @default "takes" */
  readonly lenient?: Rule["lenient"] | undefined;
  /** Sections of the wire reference, and the kinds of evidence except a recording. */
  readonly source: readonly [section: string, ...evidence: Evidence[]];
}

/** The rules of a group, with what their lines leave out. */
export function defineRules(group: string, lines: readonly RuleLine[]): readonly Rule[] {
  return lines.map((line) => ({
    id: `messages/${line.name}`,
    profile: "messages",
    group,
    what: line.what,
    refused: line.refused,
    taken: line.taken ?? {},
    refusal: {
      status: line.status ?? 400,
      type: line.type ?? "invalid_request_error",
      message: line.message,
      ...(line.details && { details: line.details }),
    },
    ...(line.options && { options: line.options }),
    lenient: line.lenient ?? "takes",
    source: withCitations(toSource(line.source), line),
  }));
}

function toSource([section, ...evidence]: RuleLine["source"]): Source {
  return { section, evidence };
}
