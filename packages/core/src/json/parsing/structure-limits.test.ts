import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAtOnce } from "../../runtime/steps.js";
import { JsonError, type StructureLimits } from "../json-error.js";
import { parseInSteps } from "./parse-in-steps.js";

const unlimited: StructureLimits = { jsonDepth: 1e9, jsonValues: 1e9, objectMembers: 1e9 };
const anyStep = fc.constantFrom(1, 7, 16_384);

function parse(text: string, limits: Partial<StructureLimits> = {}, stepBytes = 16_384) {
  const options = { limits: { ...unlimited, ...limits }, stepBytes };
  return runAtOnce(parseInSteps(new TextEncoder().encode(text), options));
}

/** The fault of a text, if it has one. */
function find(text: string, limits: Partial<StructureLimits>, stepBytes?: number) {
  try {
    parse(text, limits, stepBytes);
    return undefined;
  } catch (error) {
    return error instanceof JsonError ? error.fault : error;
  }
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

/** A list or an object counts itself and its elements, an empty one as if it had one. */
function valuesOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const children = childrenOf(value);
  return (
    1 + Math.max(1, children.length) + children.reduce<number>((sum, one) => sum + valuesOf(one), 0)
  );
}

describe("the limits of a structure", () => {
  it.each([
    ["jsonDepth", depthOf],
    ["jsonValues", valuesOf],
    ["objectMembers", membersOf],
  ] as const)(
    "B05 B11 agree on %s with the parsed value, for any JSON and any limit",
    (name, count) => {
      const spacing = fc.constantFrom(0, 2, "\t");
      const any = fc.jsonValue({ maxDepth: 6 });
      fc.assert(
        fc.property(
          any,
          fc.integer({ min: 1, max: 12 }),
          spacing,
          anyStep,
          (value, limit, space, step) => {
            const exceeded = find(JSON.stringify(value, null, space), { [name]: limit }, step);
            expect(exceeded).toBe(count(value) > limit ? name : undefined);
          },
        ),
        { numRuns: repeats(300, 10_000) },
      );
    },
  );

  it.each(['"[[[["', '"\\"[[["', '"\\\\"', '{"[[[": "{{{"}', '"é[[[値{{{"', '{",,":",,"}'])(
    "ignore what is in the string %s",
    (text) => {
      expect(find(text, { jsonDepth: 1, jsonValues: 3, objectMembers: 1 })).toBeUndefined();
    },
  );

  it("see brackets again after a string", () => {
    expect(find('["\\\\",[[1]]]', { jsonDepth: 2 })).toBe("jsonDepth");
    expect(find('["\\\\",[[1]]]', { jsonDepth: 3 })).toBeUndefined();
  });

  it("accept siblings that are as deep as the limit", () => {
    expect(find("[[],[],[]]", { jsonDepth: 2 })).toBeUndefined();
    expect(find("[[],[],[[]]]", { jsonDepth: 2 })).toBe("jsonDepth");
  });

  it("count the members of each object on its own, and repeated names", () => {
    expect(find('{"a":{"b":1,"c":[1,2,3]},"d":1}', { objectMembers: 2 })).toBeUndefined();
    expect(find('[{"a":1},{"a":1,"a":1,"a":1}]', { objectMembers: 2 })).toBe("objectMembers");
    expect(find('{"a":{},"b":{},"c":{}}', { objectMembers: 2 })).toBe("objectMembers");
  });

  it.each([
    ["few names in many objects", '[{"a":1,"b":1},{"b":1,"a":1},{"a":{"b":1}}]', undefined],
    ["many names in objects of one member each", '[{"a":1},{"b":1},{"c":1}]', "jsonNames"],
    ["names that differ behind an escaped quote", '{"\\"a":1,"\\"b":1,"\\"c":1}', "jsonNames"],
    ["names that differ behind a backslash", '{"\\\\":1,"\\\\a":1,"\\\\b":1}', "jsonNames"],
    ["texts that are no names", '["a","b","c",{"d":"e:"}]', undefined],
  ])("count the distinct names of the whole text: %s", (_case, text, fault) => {
    expect(find(text, { jsonNames: 2 })).toBe(fault);
  });

  it.each(["", "]]]]", '"unfinished [', "\\", '"\\', ",", "}{"])(
    "are not exceeded by %j, which is not JSON",
    (text) => expect(find(text, { jsonDepth: 1 })).toBe("syntax"),
  );
});

describe("repeated names", () => {
  it("are not found in what has none, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), anyStep, (value, step) => {
        expect(parse(JSON.stringify(value), {}, step).repeatsNames).toBe(false);
      }),
      { numRuns: repeats(300, 10_000) },
    );
  });

  it.each([
    '{"a":1,"a":1}',
    '[{"b":{"a":":","\\u0061":2}}]',
    '{"__proto__":1,"__proto__":{}}',
    '{"a":{"b":[{}]},"a":{"b":[{}]}}',
  ])("B07 are found in %s", (text) => {
    for (const step of [1, 7, 16_384]) expect(parse(text, {}, step).repeatsNames).toBe(true);
  });
});

describe("numbers out of range", () => {
  it.each(["1e999", "[0,[-1e999]]", '{"a":1,"b":[{"c":1e999},2]}'])("are found in %s", (text) => {
    for (const step of [1, 7, 16_384]) expect(parse(text, {}, step).holdsInfinity).toBe(true);
  });

  it("are not found in texts that only look like them", () => {
    for (const step of [1, 7, 16_384]) {
      expect(parse('{"a":"1e999","b":[1e308,1e-999]}', {}, step).holdsInfinity).toBe(false);
    }
  });
});
