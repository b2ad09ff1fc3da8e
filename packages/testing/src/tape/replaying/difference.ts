/** What two texts have in common, and what only one of them has, line by line. */
export type Difference = readonly DifferentLine[];

/** A line, and which of the texts has it. */
export interface DifferentLine {
  readonly in: "both" | "expected" | "got";
  readonly line: string;
}

/** The shortest difference between two texts, in lines. */
export function differenceOf(expected: string, got: string): Difference {
  return compare(linesOf(expected), linesOf(got));
}

/** How many lines only one of the texts has. */
export function distanceOf(difference: Difference): number {
  return difference.filter((line) => line.in !== "both").length;
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n");
}

/** Walks the table of common lines from its beginning. */
function compare(expected: readonly string[], got: readonly string[]): Difference {
  const common = commonLines(expected, got);
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  const lines: DifferentLine[] = [];
  let i = 0;
  let j = 0;
  while (i < expected.length || j < got.length) {
    const left = expected[i];
    const right = got[j];
    if (left !== undefined && left === right) {
      lines.push({ in: "both", line: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ in: "expected", line: left });
      i++;
    } else if (right !== undefined) {
      lines.push({ in: "got", line: right });
      j++;
    }
  }
  return lines;
}

/** How many lines are common from line i of the one and line j of the other on. */
function commonLines(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i];
      const longest =
        a[i] === b[j]
          ? (table[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(table[i + 1]?.[j] ?? 0, row?.[j + 1] ?? 0);
      if (row) row[j] = longest;
    }
  }
  return table;
}
