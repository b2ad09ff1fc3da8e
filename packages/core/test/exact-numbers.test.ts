import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyText } from "../src/json/changeable.js";
import { parseInSteps } from "../src/json/parsing/parse-in-steps.js";
import { encodeJson } from "../src/json/raw.js";
import { readSpelling, respell } from "../src/json/spelling.js";
import { runAtOnce } from "../src/runtime/steps.js";
import { anyJsonText } from "./json-texts.js";

const encoder = new TextEncoder();

/** Whether JavaScript writes a text without white space as it is. */
const isKept = (json: string) => JSON.stringify(JSON.parse(json)) === json;

/** Whether a parser says that nothing of a text changes. */
const isExact = (json: string, stepBytes?: number) =>
  runAtOnce(parseInSteps(encoder.encode(json), { ...(stepBytes && { stepBytes }) })).isExact;

describe("any JSON text", () => {
  it("is exact for the way over its bytes only if JavaScript writes the same, in steps of any size", () => {
    fc.assert(
      fc.property(anyJsonText, fc.integer({ min: 1, max: 30 }), (json, step) => {
        expect(isExact(json, step)).toBe(isExact(json, 1));
        if (isExact(json, step)) expect(JSON.stringify(JSON.parse(json))).toBe(json);
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });

  it("is exact for the native parser only if JavaScript writes the same, however it is spaced", () => {
    fc.assert(
      fc.property(anyJsonText, fc.constantFrom("", " ", "\n\t"), (json, space) => {
        const body = `{"a":${space}${json}${space},${space}"b":[${json}]}`;
        if (isExact(body)) expect(JSON.stringify(JSON.parse(json))).toBe(json);
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });

  it("is found by the search, and spelled as it was, if JavaScript writes something else", () => {
    fc.assert(
      fc.property(anyJsonText, (json) => {
        const bytes = encoder.encode(json);
        expect(encodeJson(respell(JSON.parse(json), runAtOnce(readSpelling(bytes, 0))))).toBe(json);
        const body = new BodyText(encoder.encode(`[${json}]`));
        if (!isKept(json)) expect(runAtOnce(body.mayChange())).toBe(true);
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });
});

describe("a usual body", () => {
  it.each([
    '{"temperature":0.7,"max_tokens":1024,"tools":[{"minimum":0,"maximum":-1.5}]}',
    '{"text":"12: 1.0, \\"5\\":2.0","n1":"1.0"}',
    '{"a":{"a":-0.000001,"b": 0.05},"b":123456789012345,"c":-12345.6789012345,"d":10}',
  ])("is known to be exact when it is parsed: %s", (json) => {
    expect(isExact(json)).toBe(true);
    expect(isExact(json, 16)).toBe(true);
  });

  it.each([
    ...['{"a":1.0}', '{"a":-0}', '{"a": 9007199254740993}', '{"b":1,"1":2}', '{"a":0.0000001}'],
    ...[
      '{"a":1e2}',
      '{"a":1.5E+2}',
      '{"a":-0.0}',
      '{"a":123456789.12345678}',
      '{"a":100000000000000000000}',
    ],
  ])("is known not to be: %s", (json) => {
    expect(isExact(json)).toBe(false);
    expect(isExact(json, 16)).toBe(false);
  });
});
