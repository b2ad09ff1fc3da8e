import { describe, expect, it } from "vitest";
import { toAttributes } from "./attributes.js";

describe("toAttributes", () => {
  it("keeps short values as they are, and leaves out those that are not there", () => {
    const given = { text: "a", number: 1, flag: false, list: ["a", ""], absent: undefined };
    const { absent: _, ...present } = given;
    expect(toAttributes(given)).toStrictEqual(present);
  });

  it("keeps a thousand characters of a text, and of all texts of a list", () => {
    expect(toAttributes({ text: "a".repeat(1_001) })).toEqual({ text: `${"a".repeat(1_000)}…` });
    const list = ["a".repeat(600), "b".repeat(600), "c"];
    expect(toAttributes({ list })).toEqual({ list: ["a".repeat(600), `${"b".repeat(400)}…`] });
  });

  it("keeps a thousand texts of a list, however short they are", () => {
    const list: string[] = new Array(5_000).fill("");
    expect(toAttributes({ list })).toEqual({ list: list.slice(0, 1_000) });
  });
});
