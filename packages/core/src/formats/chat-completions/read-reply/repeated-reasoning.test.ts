import { describe, expect, it } from "vitest";
import { createRepeatedReasoning } from "./repeated-reasoning.js";

function reportedOf(...pieces: readonly string[]) {
  const reported = createRepeatedReasoning();
  for (const piece of pieces) reported.add(piece);
  return reported;
}

describe("createToldThoughts", () => {
  it("knows a thought that is told again whole", () => {
    const reported = reportedOf("Two places, ", "two calls.");
    expect(reported.repeat("Two places, two calls.")).toBe("all");
    expect(reported.repeat("Two places, two calls.")).toBe("none");
  });

  it("knows several that stood apart, in their order", () => {
    const reported = reportedOf("One.", "\n\nTwo\n\nhalves.", "\n\nThree.");
    const again = ["One.", "Two\n\nhalves.", "Three."];
    expect(again.map((text) => reported.repeat(text))).toEqual(["one", "one", "one"]);
  });

  it("takes no piece of a thought for one that is told again", () => {
    const reported = reportedOf("One.");
    expect(["One", "On", "Two", "One. "].map((text) => reported.repeat(text))).toEqual(
      Array(4).fill("none"),
    );
    expect(createRepeatedReasoning().repeat("One.")).toBe("none");
  });
});
