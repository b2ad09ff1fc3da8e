import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAtOnce } from "../../runtime/steps.js";
import type { StructureLimits } from "../json-error.js";
import { parseAtOnce } from "./parse-at-once.js";
import { parseInSteps } from "./parse-in-steps.js";

const unlimited: StructureLimits = { jsonDepth: 1e9, jsonValues: 1e9, objectMembers: 1e9 };
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parse(text: string, limits: Partial<StructureLimits> = {}) {
  return parseAtOnce(new TextEncoder().encode(text), { ...unlimited, ...limits }, decoder);
}

/** The same by the bytes; `undefined` for what is no JSON, or above a limit. */
function parseSlowly(text: string, limits: StructureLimits) {
  try {
    const options = { limits, stepBytes: 16_384 };
    return runAtOnce(parseInSteps(new TextEncoder().encode(text), options));
  } catch {
    return undefined;
  }
}

/** Names and strings with everything that looks like structure. */
const trickyText = fc.string({ unit: fc.constantFrom(":", '"', "\\", ",", "{", " ", "a", "é") });
const space = fc.constantFrom("", "", "", " ", "\n");

/** The text of an object, whose names may be repeated and spaced in any way. */
const objectText = fc.array(fc.tuple(trickyText, space, space, trickyText)).map((members) => {
  const texts = members.map(
    ([name, before, after, value]) =>
      `${JSON.stringify(name)}${before}:${after}${JSON.stringify(value)}`,
  );
  return `{${texts.join(",")}}`;
});

/** What is said of a text that nothing is wrong with. */
const sound = { repeatsNames: false, holdsInfinity: false };

describe("parsing a small text at once", () => {
  it("B07 gives what the way over the bytes gives, or leaves the text to it", () => {
    fc.assert(
      fc.property(objectText, (text) => {
        const parsed = parse(`{"inner":[${text},${text}]}`);
        const expected = parseSlowly(`{"inner":[${text},${text}]}`, unlimited);
        if (parsed) expect({ ...parsed, isExact: expected?.isExact }).toEqual(expected);
        if (parsed?.isExact) expect(expected?.isExact).toBe(true);
        if (parsed) expect(expected?.repeatsNames).toBe(false);
      }),
      { numRuns: repeats(2_000, 20_000) },
    );
  });

  it("takes any JSON without repeated names that the native writer has written", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value });
        const parsed = parse(text);
        if (parsed) expect(parsed).toMatchObject({ value: JSON.parse(text), ...sound });
        else expect(text).toMatch(/"\s*:|[\s,:{[]":/);
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });

  it("B05 B11 leaves a text above a limit to the way over the bytes, whatever the limit", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 12 }), (value, limit) => {
        const text = JSON.stringify({ value });
        for (const name of Object.keys(unlimited)) {
          const limits = { ...unlimited, [name]: limit };
          if (!parseSlowly(text, limits)) expect(parse(text, limits)).toBeUndefined();
        }
      }),
      { numRuns: repeats(500, 20_000) },
    );
  });

  it.each([
    ["an empty text", ""],
    ["half a text", '{"a":'],
    ["a repeated name", '{"a":1,"a":2}'],
    ["a name repeated behind a space", '{"a":1,"a" :2}'],
    ["a number beyond all numbers", '{"a":1e999}'],
  ])("leaves %s to the way over the bytes", (_what, text) => {
    expect(parse(text)).toBeUndefined();
  });

  it("takes texts that hold colons, quotes and backslashes", () => {
    const value = { "a:b": 'c":d', json: '{\\"a\\":1}', url: "https://a.example:1", "\\": "\\" };
    expect(parse(JSON.stringify(value))).toEqual({ value, ...sound, isExact: true });
  });
});
