import { describe, expect, it } from "vitest";
import { createToldThoughts } from "./repeated-reasoning.js";

function toldOf(...pieces: readonly string[]) {
  const told = createToldThoughts();
  for (const piece of pieces) told.add(piece);
  return told;
}

describe("createToldThoughts", () => {
  it("knows a thought that is told again whole", () => {
    const told = toldOf("Two places, ", "two calls.");
    expect(told.repeat("Two places, two calls.")).toBe("all");
    expect(told.repeat("Two places, two calls.")).toBe("none");
  });

  it("knows several that stood apart, in their order", () => {
    const told = toldOf("One.", "\n\nTwo\n\nhalves.", "\n\nThree.");
    const again = ["One.", "Two\n\nhalves.", "Three."];
    expect(again.map((text) => told.repeat(text))).toEqual(["one", "one", "one"]);
  });

  it("takes no piece of a thought for one that is told again", () => {
    const told = toldOf("One.");
    expect(["One", "On", "Two", "One. "].map((text) => told.repeat(text))).toEqual(
      Array(4).fill("none"),
    );
    expect(createToldThoughts().repeat("One.")).toBe("none");
  });
});
