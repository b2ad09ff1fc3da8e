import { describe, expect, it } from "vitest";
import { type Column, renderTable } from "./table.js";

interface Row {
  readonly name: string;
  readonly count: number;
}

const columns: readonly Column<Row>[] = [
  { head: "Name", cell: ({ name }) => name, canShrink: true },
  { head: "Empty", cell: () => "" },
  { head: "Count", cell: ({ count }) => String(count), align: "right" },
];

const rows = [
  { name: "a long name with words", count: 7 },
  { name: "日本語", count: 12_345 },
];

describe("renderTable", () => {
  it("aligns texts to the left and numbers to the right, and leaves out empty columns", () => {
    expect(renderTable(columns, rows)).toMatchInlineSnapshot(`
      "Name                    Count
      a long name with words      7
      日本語                  12345
      "
    `);
  });

  it("cuts what may shrink on a narrow terminal, and nothing elsewhere", () => {
    const table = renderTable(columns, rows, { width: 19 });
    expect(table).toMatchInlineSnapshot(`
      "Name          Count
      a long name…      7
      日本語        12345
      "
    `);
  });

  it("keeps enough of a column to recognise it, however narrow the terminal is", () => {
    expect(renderTable(columns, rows, { width: 1 })).toContain("a lon…      7\n");
  });

  it("lets no name move the cursor or begin a line", () => {
    const table = renderTable(columns, [{ name: "\u001b[2Jred\nsecond", count: 1 }]);
    expect(table).toBe("Name           Count\n[2Jred second      1\n");
  });
});
