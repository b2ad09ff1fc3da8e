import { toTable } from "../shared/table.ts";
import type { ProjectCounts } from "./count-project.ts";
import { type Kind, kinds } from "./kinds.ts";
import { type Counts, metricNames, metrics } from "./metrics.ts";

/** One column of a table: its head, and the counts that stand in it. */
type Column = readonly [head: string, counts: Counts | undefined];

/** The counts as tables in Markdown: JSON replies, streams of ten deltas, one delta. */
export function countTables(counts: ProjectCounts): readonly string[] {
  const json = kinds.filter(({ form }) => form === "json");
  const streams = kinds.filter(({ form }) => form !== "json");
  const columns = (some: readonly Kind[], suffix = ""): readonly Column[] =>
    some.map(({ id, title }) => [title, counts[id + suffix]]);
  return [
    tableOf("One exchange, JSON", columns(json)),
    tableOf("One exchange, a stream of ten deltas", columns(streams)),
    tableOf("One delta", columns(streams, "/delta")),
  ];
}

function tableOf(title: string, columns: readonly Column[]): string {
  const rows = metricNames.map((metric) => [
    metrics[metric],
    ...columns.map(([, counts]) => String(counts?.[metric] ?? "")),
  ]);
  return toTable([title, ...columns.map(([head]) => head)], rows);
}
