import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countMembers } from "../json/pieces.js";
import { readStructure, type StructureLimits } from "./json-structure.js";

const unlimited: StructureLimits = { jsonDepth: 1e9, jsonValues: 1e9, objectMembers: 1e9 };

function find(text: string, limits: Partial<StructureLimits>): string | undefined {
  return readStructure(new TextEncoder().encode(text), { ...unlimited, ...limits }).exceeded;
}

function childrenOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...childrenOf(value).map(depthOf));
}

function membersOf(value: unknown): number {
  const own = Array.isArray(value) ? 0 : childrenOf(value).length;
  return Math.max(own, ...childrenOf(value).map(membersOf));
}

/** An empty list or object has no values, but counts once itself. */
function valuesOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const children = childrenOf(value);
  return (
    Math.max(1, children.length) + children.reduce<number>((sum, one) => sum + valuesOf(one), 0)
  );
}

describe("readStructure", () => {
  it.each([
    ["jsonDepth", depthOf],
    ["jsonValues", valuesOf],
    ["objectMembers", membersOf],
  ] as const)(
    "B05 B11 agrees on %s with the parsed value, for any JSON and any limit",
    (name, count) => {
      const spacing = fc.constantFrom(0, 2, "\t");
      const any = fc.jsonValue({ maxDepth: 6 });
      fc.assert(
        fc.property(any, fc.integer({ min: 1, max: 12 }), spacing, (value, limit, space) => {
          const exceeded = find(JSON.stringify(value, null, space), { [name]: limit });
          expect(exceeded).toBe(count(value) > limit ? name : undefined);
        }),
        { numRuns: repeats(300, 10_000) },
      );
    },
  );

  it.each(['"[[[["', '"\\"[[["', '"\\\\"', '{"[[[": "{{{"}', '"é[[[値{{{"', '{",,":",,"}'])(
    "ignores what is in the string %s",
    (text) => {
      expect(find(text, { jsonDepth: 1, jsonValues: 2, objectMembers: 1 })).toBeUndefined();
    },
  );

  it("sees brackets again after a string", () => {
    expect(find('["\\\\",[[1]]]', { jsonDepth: 2 })).toBe("jsonDepth");
    expect(find('["\\\\",[[1]]]', { jsonDepth: 3 })).toBeUndefined();
  });

  it("accepts siblings that are as deep as the limit", () => {
    expect(find("[[],[],[]]", { jsonDepth: 2 })).toBeUndefined();
    expect(find("[[],[],[[]]]", { jsonDepth: 2 })).toBe("jsonDepth");
  });

  it("counts the members of each object on its own, and repeated names", () => {
    expect(find('{"a":{"b":1,"c":[1,2,3]},"d":1}', { objectMembers: 2 })).toBeUndefined();
    expect(find('[{"a":1},{"a":1,"a":1,"a":1}]', { objectMembers: 2 })).toBe("objectMembers");
    expect(find('{"a":{},"b":{},"c":{}}', { objectMembers: 2 })).toBe("objectMembers");
  });

  it("accepts text that is not JSON", () => {
    for (const text of ["", "]]]]", '"unfinished [', "\\", '"\\', ",", "}{"]) {
      expect(find(text, { jsonDepth: 1 })).toBeUndefined();
    }
  });

  it("counts the members that the parser keeps, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        const { members } = readStructure(new TextEncoder().encode(text), unlimited);
        expect(members).toBe(countMembers(JSON.parse(text)));
      }),
      { numRuns: repeats(300, 10_000) },
    );
  });

  it.each(['{"a":1,"a":1}', '[{"b":{"a":":","\\u0061":2}}]', '{"__proto__":1,"__proto__":{}}'])(
    "B07 counts a repeated name that the parser drops: %s",
    (text) => {
      const { members } = readStructure(new TextEncoder().encode(text), unlimited);
      expect(members).toBe(countMembers(JSON.parse(text)) + 1);
    },
  );
});
