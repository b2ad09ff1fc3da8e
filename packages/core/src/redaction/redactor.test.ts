import { describe, expect, it } from "vitest";
import { createRedactor } from "./redactor.js";

const redactor = createRedactor(["open sesame", /badge-\d+/]);

describe("the redactor", () => {
  it.each([
    ["a key", "use sk-live-4f9a8b7c6d5e now", "use [redacted] now"],
    ["a bearer token", "Authorization: Bearer abcdefgh1234", "Authorization: [redacted]"],
    ["a key behind a line break of JSON", '"a\\nsk-live-4f9a8b7c6d5e"', '"a\\n[redacted]"'],
    ["a text of the operator's", "say open sesame twice", "say [redacted] twice"],
    ["a pattern of the operator's", "wears badge-17", "wears [redacted]"],
  ])("takes out %s", (_case, text, shown) => {
    expect(redactor.text(text)).toBe(shown);
  });

  it("leaves a text without a secret as it is", () => {
    expect(redactor.text("a task-oriented text")).toBe("a task-oriented text");
  });

  it("takes out a secret that is cut over pieces", () => {
    const pieces = ["the key sk-li", "ve-4f9a8b", "7c6d5e4f, so"];
    expect(redactor.pieces(pieces)).toEqual(["the key [redacted]", "", ", so"]);
  });
});
