import { describe, expect, it } from "vitest";
import {
  applyEdits,
  elementsOf,
  membersOf,
  removeElements,
  valuesAt,
  walkElements,
  walkMembers,
} from "./spans.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

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

describe("valuesAt", () => {
  const found = (text: string, ...path: string[]) =>
    valuesAt(bytesOf(text), path).map(({ start, end }) =>
      textOf(bytesOf(text).subarray(start, end)),
    );

  it("finds the values under a path, repeated and escaped names included", () => {
    expect(
      found('{"a":{"b":1},"b":2, "\\u0061" : {"c":[3],"b" : "x","b":null}}', "a", "b"),
    ).toEqual(["1", '"x"', "null"]);
    expect(found('{"b":{"a":1},"a":"y"}', "a")).toEqual(['"y"']);
  });

  it("finds nothing in another value, nor what is cut off", () => {
    expect(found('[{"a":1}]', "a")).toEqual([]);
    expect(found('{"a":[1]}', "a", "b")).toEqual([]);
    expect(found('{"a":"x', "a")).toEqual([]);
  });
});

describe("walking through a text", () => {
  it("goes on behind what a visitor has walked through, and skips what none has", () => {
    const bytes = bytesOf(' {"a":[{"b": 1.50 ,"c":[2]},7],"d":{"e":"]"} , "f":3}');
    const seen: string[] = [];
    const end = walkMembers(bytes, 0, (name, start) => {
      seen.push(name);
      if (name !== "a") return undefined;
      return walkElements(bytes, start, (index, element) => {
        seen.push(`${name}/${index}`);
        return walkMembers(bytes, element, (inner) => {
          seen.push(`${name}/${index}/${inner}`);
          return undefined;
        });
      });
    });
    expect(seen).toEqual(["a", "a/0", "a/0/b", "a/0/c", "a/1", "d", "f"]);
    expect(end).toBe(bytes.length);
  });

  it("ends behind a value that has no members or elements", () => {
    const never = () => expect.unreachable();
    expect(walkMembers(bytesOf("[1]"), 0, never)).toBe(3);
    expect(walkElements(bytesOf('"a]" '), 0, never)).toBe(4);
    expect([walkMembers(bytesOf("{ }"), 0, never), walkElements(bytesOf("[ ]"), 0, never)]).toEqual(
      [3, 3],
    );
  });
});

describe("applyEdits", () => {
  it("changes the spans and no other byte", () => {
    const text = '\ufeff{"model" : "m\\u00e9", "n":1.0}';
    const bytes = bytesOf(text);
    const span = membersOf(bytes)[0]!.value;
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
