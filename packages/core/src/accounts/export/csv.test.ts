import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../../test/parse-csv.js";
import { splitCsv, withoutGuards } from "../../../test/split-csv.js";
import { toCsvRecord } from "./csv.js";

describe("toCsvRecord", () => {
  it("quotes only texts that would break a record", () => {
    expect(toCsvRecord(["a", 1, undefined, "b,c", 'say "hi"', "two\r\nlines", " x"])).toBe(
      'a,1,,"b,c","say ""hi""","two\r\nlines"," x"\r\n',
    );
  });

  it("puts an apostrophe before every text that a spreadsheet could take for a formula", () => {
    const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "'x", "＝1", "＠x", "x=1"];
    expect(texts.map((text) => toCsvRecord([text]).trimEnd())).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "'\tx",
      '"\'\rx"',
      "''x",
      "'＝1",
      "'＠x",
      "x=1",
    ]);
  });

  it.each([
    [";=1;", ";'=1;"],
    ["x;=cmd|' /C calc'!A1", "x;'=cmd|'' /C calc'!A1"],
    ["x\t=1", "x\t'=1"],
    ["x|-1", "x|'-1"],
    ["x; \u00a0＝1", "x;' \u00a0＝1"],
    ["x;'=1", "x;''=1"],
    ["\t=1", "'\t'=1"],
    [" =1", "' =1"],
    ["\u200b+1", "'\u200b+1"],
    ["it's 2;3|4", "it's 2;3|4"],
  ])("puts one before a formula behind a separator (%j)", (text, cell) => {
    expect(parseCsv(toCsvRecord([text]))).toEqual([[cell]]);
  });

  it("puts one before a formula behind a quote or a line break", () => {
    expect(toCsvRecord(['x;"=1"', "x\r\n@y"])).toBe('"x;\'""=1""","x\r\n\'@y"\r\n');
  });

  it("does not change numbers, negative ones included", () => {
    expect(toCsvRecord([-5, 0])).toBe("-5,0\r\n");
  });

  it("keeps every text readable: dropping each added apostrophe restores it", () => {
    fc.assert(
      fc.property(records, (given) => {
        const read = parseCsv(given.map(toCsvRecord).join(""));
        expect(read.map((cells) => cells.map(withoutGuards))).toEqual(given);
      }),
    );
  });

  it.each([",", ";", "\t", "|", ",;", ";\t|", ",;\t|"])(
    "has no cell that is a formula for a reader whose separators are %j",
    (separators) => {
      fc.assert(
        fc.property(records, (given) => {
          const cells = splitCsv(given.map(toCsvRecord).join(""), separators);
          expect(cells.filter((cell) => isFormula.test(cell))).toEqual([]);
        }),
        { numRuns: repeats(300, 20_000) },
      );
    },
  );

  it.each([";", "\t", "|", ";\t|"])(
    "has none for a reader that does not heed quotes, either (%j)",
    (separators) => {
      fc.assert(
        fc.property(records, (given) => {
          const text = given.map(toCsvRecord).join("");
          const cells = splitCsv(text, separators, { heedsQuotes: false });
          expect(cells.filter((cell) => isFormula.test(cell))).toEqual([]);
        }),
        { numRuns: repeats(300, 20_000) },
      );
    },
  );
});

/** What a spreadsheet may take for a formula, with what it may drop in front. */
const isFormula = /^[\s"\p{C}]*[=+\-@＝＋－＠]/u;

const signs = fc.constantFrom(..."\"\r\n\t,;|'=+-@＝＋－＠ \u00a0\u200b\0a値");
const cell = fc.oneof(fc.string({ unit: signs }), fc.string({ unit: "binary" }));
const record = fc.array(cell, { minLength: 2, maxLength: 5 });
const records = fc.array(record, { minLength: 1, maxLength: 5 });
