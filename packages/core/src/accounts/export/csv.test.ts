import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../../test/parse-csv.js";
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

  it("does not change numbers, negative ones included", () => {
    expect(toCsvRecord([-5, 0])).toBe("-5,0\r\n");
  });

  it("keeps every text readable: dropping one apostrophe from the beginning restores it", () => {
    const odd = fc.constantFrom(
      '"',
      ",",
      "\r",
      "\n",
      "'",
      "=",
      "+",
      "-",
      "@",
      "\t",
      " ",
      "a",
      "値",
    );
    const cell = fc.oneof(fc.string({ unit: odd }), fc.string({ unit: "binary" }));
    const record = fc.array(cell, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), (records) => {
        const read = parseCsv(records.map(toCsvRecord).join(""));
        expect(read.map((cells) => cells.map((text) => text.replace(/^'/, "")))).toEqual(records);
      }),
    );
  });

  it("never writes a text that begins like a formula", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const [[cell] = []] = parseCsv(toCsvRecord([text, ""]));
        expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});
