import { toPlainLine } from "@diglot/core/redaction";
import { decimalsOf, formatCount, formatDollars } from "../../terminal/amounts.js";
import { type Column, renderTable } from "../../terminal/table/table.js";
import type { UsageBody, UsageListBody } from "../wire/bodies.js";

type Count = (typeof counts)[number][1];

/** A sum whose money may be above what a number holds. */
interface Row extends Pick<UsageBody, Count> {
  readonly names: readonly string[];
  readonly cost: bigint;
}

const members = {
  day: "day",
  model: "model",
  key: "key_id",
  account: "account_id",
  end_user: "end_user",
  session: "session_id",
} as const;
const heads = {
  day: "Day",
  model: "Model",
  key: "Key",
  account: "Account",
  end_user: "End user",
  session: "Session",
} as const;
const counts = [
  ["Attempts", "attempts"],
  ["Input", "input_tokens"],
  ["Cache read", "cache_read_tokens"],
  ["Cache write", "cache_write_tokens"],
  ["Long cache write", "cache_write_long_tokens"],
  ["Output", "output_tokens"],
  ["Reasoning", "reasoning_tokens"],
] as const;
/** What is shown even if it is 0. */
const always: ReadonlySet<string> = new Set(["attempts", "input_tokens", "output_tokens"]);

/** A table of sums, and below it the sum of them all. */
export function renderUsage(
  { data, start, end }: UsageListBody,
  by: readonly string[],
  width: number | undefined,
): string {
  if (data.length === 0) return `${toPlainLine(`Nothing was used from ${start} to ${end}.`)}\n`;
  const groups = by as readonly (keyof typeof members)[];
  const sums = data.map((sum) => toRow(sum, groups));
  const rows = sums.length === 1 ? sums : [...sums, addUp(sums)];
  return renderTable([...toNames(groups), ...toNumbers(rows)], rows, { width });
}

function toRow(sum: UsageBody, groups: readonly (keyof typeof members)[]): Row {
  const { cost_nano_dollars: cost, ...numbers } = sum;
  return {
    ...numbers,
    names: groups.map((group) => sum[members[group]] ?? ""),
    cost: BigInt(cost),
  };
}

function addUp(rows: readonly Row[]): Row {
  return rows.reduce((one, other) => {
    const sums = counts.map(([, member]) => [member, one[member] + other[member]] as const);
    const added = Object.fromEntries(sums) as Pick<Row, Count>;
    return { ...added, names: ["In all"], cost: one.cost + other.cost };
  });
}

function toNames(groups: readonly (keyof typeof members)[]): readonly Column<Row>[] {
  return groups.map((group, index) => ({
    head: heads[group],
    cell: ({ names }) => names[index] ?? "",
    canShrink: group !== "day",
    style: ({ names }) => (names.length < groups.length ? "bold" : undefined),
  }));
}

function toNumbers(rows: readonly Row[]): readonly Column<Row>[] {
  const shown = counts.filter(
    ([, member]) => always.has(member) || rows.some((row) => row[member] !== 0),
  );
  const decimals = decimalsOf(rows.map(({ cost }) => cost));
  return [
    ...shown.map(([head, member]) => ({
      head,
      cell: (row: Row) => formatCount(row[member]),
      align: "right" as const,
    })),
    { head: "USD", cell: ({ cost }) => formatDollars(cost, decimals), align: "right" },
  ];
}
