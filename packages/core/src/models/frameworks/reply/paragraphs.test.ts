import { describe, expect, it } from "vitest";
import { createParagraphs } from "./paragraphs.js";

describe("paragraphs", () => {
  it("are separated by a blank line, which comes with the next text", () => {
    const paragraphs = createParagraphs();
    expect([paragraphs.add("I "), paragraphs.add("look.")]).toEqual([["I "], ["look."]]);
    paragraphs.end();
    paragraphs.end();
    expect([paragraphs.add(""), paragraphs.add("Three.")]).toEqual([[], ["\n\n", "Three."]]);
  });

  it("begin without a blank line if nothing was written, or if what was written stands apart", () => {
    const paragraphs = createParagraphs();
    paragraphs.end();
    expect(paragraphs.add("One.")).toEqual(["One."]);
    paragraphs.end();
    paragraphs.restart();
    expect(paragraphs.add("Two.")).toEqual(["Two."]);
  });
});
