import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolNames, toLegal } from "./legal-names.js";

const messagesId = /^[A-Za-z0-9_-]+$/;
const nineLetters = /^[a-zA-Z0-9]{9}$/;

describe("toLegal", () => {
  it("leaves a legal name as it is", () => {
    expect(toLegal("get_weather-2", messagesId, 64)).toBe("get_weather-2");
  });

  it("keeps what it can of an illegal name, and tells it apart by a hash", () => {
    const [first, second] = ["functions.x:0", "functions.x:1"].map((id) =>
      toLegal(id, messagesId, 64),
    );
    expect(first).toMatch(/^functionsx0_[a-z0-9]{8}$/);
    expect(second).not.toBe(first);
  });

  it("gives every text a legal name, always the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const [pattern, maximum] of [
          [messagesId, 64],
          [nineLetters, 9],
        ] as const) {
          const legal = toLegal(text, pattern, maximum);
          expect(legal).toMatch(pattern);
          expect(legal.length).toBeLessThanOrEqual(maximum);
          expect(toLegal(text, pattern, maximum)).toBe(legal);
          expect(toLegal(legal, pattern, maximum)).toBe(legal);
        }
      }),
    );
  });

  it("does not give two long names of the same beginning one name", () => {
    const names = Array.from({ length: 500 }, (_, index) => `${"a".repeat(80)}${index}`);
    expect(new Set(names.map((name) => toLegal(name, messagesId, 64))).size).toBe(500);
  });
});

describe("createToolNames", () => {
  it("finds the caller's name again, and knows what was declared", () => {
    const names = createToolNames(["mcp:read file", "plain", "__proto__"], messagesId, 64);
    for (const name of ["mcp:read file", "plain", "__proto__"]) {
      expect(names.fromUpstream(names.toUpstream(name))).toBe(name);
      expect(names.declared.has(names.toUpstream(name))).toBe(true);
    }
    expect(names.fromUpstream("never_declared")).toBe("never_declared");
  });
});
