import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolNames, createUniqueIds, toLegal, toPlainId } from "./legal-names.js";

const messagesId = /^[A-Za-z0-9_-]+$/;
const nineLetters = /^[a-zA-Z0-9]{9}$/;

describe("toLegal", () => {
  it("leaves a legal name unchanged", () => {
    expect(toLegal("get_weather-2", messagesId, 64)).toBe("get_weather-2");
  });

  it("keeps the legal characters of an illegal name, and adds a hash", () => {
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

  it("does not give one name to two long names with the same beginning", () => {
    const names = Array.from({ length: 500 }, (_, index) => `${"a".repeat(80)}${index}`);
    expect(new Set(names.map((name) => toLegal(name, messagesId, 64))).size).toBe(500);
  });
});

describe("createUniqueIds", () => {
  it("adds a number to ids that occur again, and skips numbers that are taken", () => {
    const toId = createUniqueIds(messagesId, 64);
    expect(["a", "a_2", "a", "a", "b"].map(toId)).toEqual(["a", "a_2", "a_3", "a_4", "b"]);
  });

  it("gives legal ids that are all different, and the same ones every time", () => {
    const pattern = /^[A-Za-z0-9]{9}$/;
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 })), (originals) => {
        const ids = originals.map(createUniqueIds(pattern, 9));
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id).toMatch(pattern);
        expect(originals.map(createUniqueIds(pattern, 9))).toEqual(ids);
      }),
    );
  });

  it("tells long ids apart, and keeps them whole", () => {
    const toId = createUniqueIds(/^/, Number.POSITIVE_INFINITY);
    const long = "x".repeat(1_000);
    expect([long, `${long}y`, long].map(toId)).toEqual([long, `${long}y`, `${long}_2`]);
  });

  it("numbers an id that occurs twenty thousand times without trying every number each time", () => {
    const toId = createUniqueIds(messagesId, 64);
    const ids = Array.from({ length: 20_000 }, () => toId("functions.f:0"));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("toPlainId", () => {
  it("leaves plain ids unchanged, also those that it made", () => {
    expect(toPlainId("call_1")).toBe("call_1");
    const plain = toPlainId("functions.f:0");
    expect(plain).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(toPlainId(plain)).toBe(plain);
  });
});

describe("createToolNames", () => {
  it("restores the caller's name, and knows what was declared", () => {
    const names = createToolNames(["mcp:read file", "plain", "__proto__"], messagesId, 64);
    for (const name of ["mcp:read file", "plain", "__proto__"]) {
      expect(names.fromUpstream(names.toUpstream(name))).toBe(name);
      expect(names.declared.has(names.toUpstream(name))).toBe(true);
    }
    expect(names.fromUpstream("never_declared")).toBe("never_declared");
  });
});
