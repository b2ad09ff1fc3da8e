import { describe, expect, it } from "vitest";
import { createRepeatedReasoning } from "./repeated-reasoning.js";

function reportedOf(...pieces: readonly string[]) {
  const reported = createRepeatedReasoning();
  for (const piece of pieces) reported.add(piece);
  return reported;
}

describe("createRepeatedReasoning", () => {
  it("recognises reasoning that is repeated as a whole", () => {
    const reported = reportedOf("Two places, ", "two calls.");
    expect(reported.repeat("Two places, two calls.")).toBe("all");
    expect(reported.repeat("Two places, two calls.")).toBe("none");
  });

  it("recognises several separate blocks, in their order", () => {
    const reported = reportedOf("One.", "\n\nTwo\n\nhalves.", "\n\nThree.");
    const again = ["One.", "Two\n\nhalves.", "Three."];
    expect(again.map((text) => reported.repeat(text))).toEqual(["one", "one", "one"]);
  });

  it("does not take a piece of reasoning for a repetition", () => {
    const reported = reportedOf("One.");
    expect(["One", "On", "Two", "One. "].map((text) => reported.repeat(text))).toEqual(
      Array(4).fill("none"),
    );
    expect(createRepeatedReasoning().repeat("One.")).toBe("none");
  });
});
