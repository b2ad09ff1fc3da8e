import { describe, expect, it } from "vitest";
import { addText, emptyHash, mixHashes } from "./hash.js";

describe("addText", () => {
  it("is FNV-1a for ASCII", () => {
    expect(addText(emptyHash, "")).toBe(0x811c9dc5);
    expect(addText(emptyHash, "a")).toBe(0xe40c292c);
    expect(addText(emptyHash, "foobar")).toBe(0xbf9cf968);
  });

  it("does not depend on how a text is split", () => {
    expect(addText(addText(emptyHash, "foo"), "bar")).toBe(addText(emptyHash, "foobar"));
  });
});

describe("mixHashes", () => {
  it("gives every second hash its share of first ones", () => {
    const salts = [1, 2, 3];
    const wins = [0, 0, 0];
    for (let first = 0; first < 3_000; first++) {
      const scores = salts.map((salt) => mixHashes(first, salt));
      wins[scores.indexOf(Math.max(...scores))]!++;
    }
    for (const won of wins) expect(won).toBeGreaterThan(900);
  });

  it("stays within 32 bits", () => {
    expect(mixHashes(0xffffffff, 0xffffffff)).toBeLessThan(2 ** 32);
    expect(mixHashes(0, 0)).toBeGreaterThanOrEqual(0);
  });
});
