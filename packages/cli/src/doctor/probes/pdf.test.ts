import { describe, expect, it } from "vitest";
import { createPdf } from "./pdf.js";

describe("createPdf", () => {
  it("says truly where each object and the table begin", () => {
    const file = createPdf("walrus");
    const [, table] = /startxref\n(\d+)/.exec(file) ?? [];
    expect(file.slice(Number(table))).toMatch(/^xref\n/);
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets.map((offset) => file.slice(offset, offset + 7))).toEqual(
      offsets.map((_, index) => `${index + 1} 0 obj`),
    );
    const [, length, stream = ""] = /\/Length (\d+) >>\nstream\n(.*)\nendstream/.exec(file) ?? [];
    expect(stream).toContain("(walrus)");
    expect(stream).toHaveLength(Number(length));
  });
});
