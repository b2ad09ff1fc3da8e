import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAtOnce } from "../../runtime/steps.js";
import { JsonError } from "../json-error.js";
import { parseInSteps } from "./parse-in-steps.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, stepBytes = 16_384) =>
  runAtOnce(parseInSteps(bytesOf(text), { stepBytes }));
/** What the native parser makes of the bytes of a text, in which no half of a character can be. */
const parseNatively = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(bytesOf(text)));
/** White space that is longer than a piece. */
const gap = " ".repeat(20_000);

function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch {
    return "refused";
  }
}

const anyText = fc
  .tuple(fc.jsonValue({ maxDepth: 5, stringUnit: "binary" }), fc.constantFrom(undefined, 1, "\t\n"))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));
const anyStep = fc.integer({ min: 1, max: 40 });

describe("parseInSteps", () => {
  it("parses what the native parser parses, and refuses what it refuses", () => {
    fc.assert(
      fc.property(anyText, anyStep, (text, step) => {
        const parsed = outcomeOf(() => parse(text, step).value);
        expect(parsed).toEqual(outcomeOf(() => parseNatively(text)));
      }),
    );
  });

  it("refuses each text that a change of one character makes invalid", () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom("", ",", ":", "[", "]", "{", "}", '"', "1", " "),
      fc.boolean(),
    );
    fc.assert(
      fc.property(anyText, anyStep, change, (text, step, [place, character, replaces]) => {
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + character + text.slice(at + (replaces ? 1 : 0));
        const parsed = outcomeOf(() => parse(changed, step).value);
        expect(parsed).toEqual(outcomeOf(() => parseNatively(changed)));
      }),
    );
  });

  it.each([
    ["[1,,2]", "[1", ",", ",2]"],
    ["a comma before the end", "[1", ",", "]"],
    ["a comma at the beginning", "[", ",", "1]"],
    ["no comma between elements", "[[1]", "", "[2]]"],
    ["no comma between members", '{"a":[1]', "", '"b":2}'],
    ["no name", "{", "", "[1]}"],
    ["a name without a colon", '{"a"', "", "[1]}"],
    ["a value before the value", '{"a":1', "", "[1]}"],
    ["a list that ends as an object", "[1", "", "}"],
    ["two values", "{}", "", "{}"],
    ["no end", "[[1]", "", ""],
    ["too many ends", "[1]", "", "]"],
    ["a byte order mark inside", "[1,", "\ufeff", "2]"],
  ])("refuses %s", (_title, before, between, after) => {
    for (const text of [
      before + between + after,
      before + gap + between + after,
      before + between + gap + after,
      before + gap + between + gap + after,
    ]) {
      expect(() => JSON.parse(text), text.trim()).toThrow(SyntaxError);
      expect(() => parse(text), text.trim()).toThrow(JsonError);
    }
  });

  it("names the position of a fault in a large text, in characters", () => {
    const list = Array.from({ length: 9_000 }, (_, index) => ({ é: index }));
    const text = JSON.stringify(list).replace('{"é":8000}', '{"é":8000}5');
    const fault = outcomeOf(() => {
      try {
        parse(text);
      } catch (error) {
        return (error as JsonError).position;
      }
      return undefined;
    });
    expect(fault).toEqual({ value: text.indexOf("}5") + 1 });
  });

  it("takes one step for each piece of a large text, and none for a small one", () => {
    const textOf = (length: number) => JSON.stringify({ a: Array.from({ length }, () => "word") });
    const stepsOf = (length: number) => [...parseInSteps(bytesOf(textOf(length)))].length;
    expect(stepsOf(50_000)).toBeGreaterThan(20);
    expect(stepsOf(30_000)).toBe(0);
  });

  it("keeps the last of the members with one name", () => {
    expect(parse(`{"a":${gap}{"b":1,${gap}"b":2},${gap}"a":3}`).value).toEqual({ a: 3 });
  });

  it("keeps a member that is called __proto__ as a member", () => {
    const text = `{"__proto__":${gap}{"x":1},"a":[${gap}{"__proto__":2}]}`;
    const { value } = parse(text);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1},"a":[{"__proto__":2}]}');
  });

  it("passes on what the parser of a piece throws", () => {
    const refuse = () => {
      throw new RangeError("too large");
    };
    expect(() =>
      runAtOnce(parseInSteps(bytesOf(`[${gap}1]`), { parse: refuse, stepBytes: 16_384 })),
    ).toThrow("too large");
  });

  it("refuses bytes that are not UTF-8", () => {
    const bytes = Uint8Array.of(...bytesOf(`[${gap}"`), 0xff, ...bytesOf('"]'));
    expect(() => runAtOnce(parseInSteps(bytes, { stepBytes: 16_384 }))).toThrow(
      expect.objectContaining({ fault: "encoding" }),
    );
  });
});
