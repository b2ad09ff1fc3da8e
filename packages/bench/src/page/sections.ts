import type { ProjectCounts } from "../counts/count-project.ts";
import { type Kind, kinds } from "../counts/kinds.ts";
import { metricNames, metrics } from "../counts/metrics.ts";
import { toDigits, toRange } from "../report/table.ts";
import type { Result, Row } from "../shared/result.ts";
import { toTable } from "../shared/table.ts";

/** What the page is made of. */
export interface Sources {
  readonly result: Result;
  readonly counts: ProjectCounts;
  /** The counts before anything was made lighter. */
  readonly before: ProjectCounts;
}

/** The tables of the page, the machine and the pictures, as Markdown. */
export type Sections = ReturnType<typeof makeSections>;

/** Makes the tables of the page, from the results and the counts. */
export function makeSections({ result, counts, before }: Sources) {
  const rows = (section: string) => result.rows.filter((row) => row.section.startsWith(section));
  const json = kinds.filter(({ form }) => form === "json");
  const streams = kinds.filter(({ form }) => form !== "json");
  return {
    machine: `Measured on ${result.machine}, ${result.rounds} rounds.`,
    http: rowTable("Over HTTP", rows("over HTTP")),
    inproc: rowTable("In process", rows("in process")),
    listeners: rowTable("With a reporter", rows("listeners")),
    steps: rowTable("One step", rows("single steps")),
    adapters: rowTable("Adapters and `fetch`", rows("adapters")),
    ledgers: rowTable("Ledgers", rows("ledgers")),
    rest: rowTable("", [...rows("memory"), ...rows("cold start"), ...rows("sizes")]),
    exchanges: countTable("One exchange, JSON", json, "", counts, before),
    deltas: countTable("One delta", streams, "/delta", counts, before),
    pictures: result.curves
      .map(({ id, title }) => `![${title}](../pictures/growth-${id}.svg)`)
      .join("\n\n"),
  };
}

function rowTable(head: string, rows: readonly Row[]): string {
  if (rows.length === 0) return "Not measured in this run.";
  const cells = rows.map(({ title, unit, own, reference = "", ratio }) => [
    title,
    `${toDigits(own.median)} ${unit}`,
    reference,
    toRange(ratio),
  ]);
  return toTable([head, "Diglot, on this machine", "beside", "ratio [range]"], cells);
}

/** Each cell is "before → now", or one number if they are the same. */
function countTable(
  head: string,
  columns: readonly Kind[],
  suffix: string,
  counts: ProjectCounts,
  before: ProjectCounts,
): string {
  const rows = metricNames.map((metric) => [
    metrics[metric],
    ...columns.map(({ id }) => {
      const [then, now] = [before[id + suffix]?.[metric], counts[id + suffix]?.[metric]];
      return then === undefined || then === now ? `${now}` : `${then} → ${now}`;
    }),
  ]);
  const shown = rows.filter((cells) => cells.slice(1).some((cell) => cell !== "0"));
  return toTable([head, ...columns.map(({ title }) => title)], shown);
}
