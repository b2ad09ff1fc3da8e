import { describe, expect, it } from "vitest";
import { applyEdits, elementsOf, membersOf, removeElements, spanAt } from "./spans.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

function valueAt(text: string, path: readonly (string | number)[]): string | undefined {
  const bytes = bytesOf(text);
  const span = spanAt(bytes, path);
  return span && textOf(bytes.subarray(span.start, span.end));
}

describe("membersOf", () => {
  it("finds every member with its spelling, repeated names included", () => {
    const bytes = bytesOf(' { "a" : 1e2 , "\\u0061":"x\\"}" ,"é":[{}] } ');
    const found = membersOf(bytes).map(({ name, value }) => [
      name,
      textOf(bytes.subarray(value.start, value.end)),
    ]);
    expect(found).toEqual([
      ["a", "1e2"],
      ["a", '"x\\"}"'],
      ["é", "[{}]"],
    ]);
  });

  it("finds no members in an empty object or in another value", () => {
    expect([membersOf(bytesOf("{ }")), membersOf(bytesOf("[1]")), membersOf(bytesOf("3"))]).toEqual(
      [[], [], []],
    );
  });
});

describe("elementsOf", () => {
  it("finds every element", () => {
    const bytes = bytesOf('[1, "a,]" ,{"b":[2]},[] ]');
    const found = elementsOf(bytes).map(({ start, end }) => textOf(bytes.subarray(start, end)));
    expect(found).toEqual(["1", '"a,]"', '{"b":[2]}', "[]"]);
  });
});

describe("spanAt", () => {
  it("follows a path and keeps the spelling of numbers", () => {
    expect(valueAt('{"a":[{"b":12345678901234567890.0}]}', ["a", 0, "b"])).toBe(
      "12345678901234567890.0",
    );
  });

  it("takes the last of a repeated name, as the parser does", () => {
    expect(valueAt('{"a":1,"a":2}', ["a"])).toBe("2");
  });

  it("finds nothing at a path that does not exist", () => {
    expect(valueAt('{"a":1}', ["a", "b"])).toBeUndefined();
  });
});

describe("applyEdits", () => {
  it("changes the spans and no other byte", () => {
    const text = '\ufeff{"model" : "m\\u00e9", "n":1.0}';
    const bytes = bytesOf(text);
    const span = spanAt(bytes, ["model"])!;
    expect(textOf(applyEdits(bytes, [{ ...span, text: '"other"' }]))).toBe(
      '\ufeff{"model" : "other", "n":1.0}',
    );
  });
});

describe("removeElements", () => {
  const without = (text: string, removed: readonly number[]) => {
    const bytes = bytesOf(text);
    const edits = removeElements(elementsOf(bytes), (index) => removed.includes(index));
    return textOf(applyEdits(bytes, edits));
  };

  it.each([
    [[], "[ 0 , 1 ,2, 3 ]"],
    [[0], "[ 1 ,2, 3 ]"],
    [[1, 2], "[ 0 , 3 ]"],
    [[3], "[ 0 , 1 ,2 ]"],
    [[0, 2, 3], "[ 1 ]"],
    [[0, 1, 2, 3], "[  ]"],
  ])("takes out %j and no comma too many", (removed, rest) => {
    expect(without("[ 0 , 1 ,2, 3 ]", removed)).toBe(rest);
  });

  it("finds nothing to remove from an empty array", () => {
    expect(without("[ ]", [])).toBe("[ ]");
  });
});
