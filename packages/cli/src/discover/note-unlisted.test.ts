import { describe, expect, it } from "vitest";
import { noteUnlisted } from "./note-unlisted.js";

const note = (listed: readonly string[], asked: string) =>
  noteUnlisted("http://host/v1", listed, asked);

describe("noteUnlisted", () => {
  it.each([
    ["smal", "small"],
    ["qwen3-8b", "qwen3:8b"],
    ["LARGE", "large"],
    ["lagre", "large"],
    ["small-2", "small"],
  ])("names the nearest name to %s, which is %s", (asked, nearest) => {
    expect(note(["large", "qwen3:8b", "small"], asked)).toBe(
      `http://host/v1 does not list the model ${asked}, but 3 others; the nearest is ${nearest}.`,
    );
  });

  it("names the only one", () => {
    expect(note(["large"], "small")).toBe(
      "http://host/v1 does not list the model small, but only large.",
    );
  });

  it("says nothing of a model that is listed, also with the tag that it has without one", () => {
    expect(note(["large", "small"], "small")).toBeUndefined();
    expect(note(["llama:latest"], "llama")).toBeUndefined();
  });

  it("says nothing if nothing is listed", () => {
    expect(note([], "small")).toBeUndefined();
  });

  it("writes names of a server on one line", () => {
    expect(note(["evil\u001b[2J\nname"], "small")).toBe(
      "http://host/v1 does not list the model small, but only evil [2J name.",
    );
  });
});
