import { describe, expect, it } from "vitest";
import { countRows, withoutHeader } from "./read-page.js";

const csv = 'model,note\r\nsmall,plain\r\n"a ""large""\r\none","two\r\nlines"\r\n';

describe("countRows", () => {
  it("counts records of CSV, not the lines inside of their texts, and not the header", () => {
    expect(countRows(csv, "csv")).toBe(2);
    expect(countRows("model,note\r\n", "csv")).toBe(0);
  });

  it("counts lines of NDJSON", () => {
    expect(countRows('{"note":"say \\"hi"}\n{}\n', "ndjson")).toBe(2);
    expect(countRows("", "ndjson")).toBe(0);
  });
});

describe("withoutHeader", () => {
  it("takes the names off a page of CSV, and nothing off NDJSON", () => {
    expect(withoutHeader("model\r\nsmall\r\n", "csv")).toBe("small\r\n");
    expect(withoutHeader("{}\n{}\n", "ndjson")).toBe("{}\n{}\n");
  });
});
