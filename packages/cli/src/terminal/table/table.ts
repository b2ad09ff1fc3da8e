import { toPlainLine } from "@diglot/core/redaction";
import { type Style, style } from "../style.js";
import { cutToWidth, widthOf } from "./fit-text.js";
import { fitWidths, gap, type Measured } from "./fit-widths.js";

/** A column of a table. */
export interface Column<Row> {
  readonly head: string;
  /** What stands in a row's cell. Characters that would move the cursor become spaces. */
  readonly cell: (row: Row) => string;
  /** @default "left" */
  readonly align?: "left" | "right" | undefined;
  /** Whether it may be cut if the terminal is too narrow. @default false */
  readonly canShrink?: boolean | undefined;
  readonly style?: ((row: Row) => Style | undefined) | undefined;
}

/** The place where a table is written. */
export interface TableOptions {
  /** Columns of the terminal. @default no limit, as for a file or another program */
  readonly width?: number | undefined;
}

/** The least width of a cut column; less of a text says nothing. */
const narrowest = 6;

/** A column with the texts of its cells. */
interface Filled<Row> {
  readonly column: Column<Row>;
  readonly cells: readonly string[];
}

/**
 * Rows in aligned columns below a line of heads, in styles if standard output has them. Columns that are
 * empty in all rows are left out. If the terminal is too narrow, the widest columns that may shrink are
 * cut; what is still too wide is left to the terminal.
 */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width = Number.POSITIVE_INFINITY }: TableOptions = {},
): string {
  const filled = columns
    .map((column) => ({ column, cells: rows.map((row) => toPlainLine(column.cell(row))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const widths = fitWidths(filled.map(measure), width);
  const head = filled.map(({ column }, index) =>
    style("bold", align(column, column.head, widths[index] ?? 0)),
  );
  const lines = rows.map((row, line) =>
    filled.map(({ column, cells }, index) =>
      inStyle(column.style?.(row), align(column, cells[line] ?? "", widths[index] ?? 0)),
    ),
  );
  return [head, ...lines].map((cells) => `${cells.join(gap).trimEnd()}\n`).join("");
}

function measure<Row>({ column, cells }: Filled<Row>): Measured {
  const head = widthOf(column.head);
  return {
    width: Math.max(head, ...cells.map(widthOf)),
    least: Math.max(head, narrowest),
    canShrink: column.canShrink === true,
  };
}

function align<Row>(column: Column<Row>, text: string, width: number): string {
  const cut = column.canShrink ? cutToWidth(text, width) : text;
  const padding = " ".repeat(Math.max(0, width - widthOf(cut)));
  return column.align === "right" ? padding + cut : cut + padding;
}

function inStyle(name: Style | undefined, text: string): string {
  return name === undefined ? text : style(name, text);
}
