import { expect, it } from "vitest";
import { clip } from "./clip.js";

it("leaves a text alone that is short enough", () => {
  expect(clip("four", 4)).toBe("four");
});

it("cuts a longer text between two characters", () => {
  expect(clip("👋👋👋", 2)).toBe("👋👋…");
});
