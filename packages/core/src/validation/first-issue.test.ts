import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { anyList } from "./any-list.js";
import { findIssue } from "./first-issue.js";
import { below, type LimitIssue, patternOf, sizeOf } from "./issue.js";
import { otherThan } from "./other-than.js";

const person = z.looseObject({
  name: z.string().check(z.minLength(1), z.maxLength(5), z.regex(/^[a-z]*$/)),
  age: z.nullish(z.int().check(z.minimum(0))),
  nick: z.optional(z.string()),
  tags: z.array(z.enum(["a", "b"])).check(z.maxLength(2)),
});

describe("the first issue of a value", () => {
  it("is nothing if the object has the members that the schema names, whatever else there is", () => {
    expect(findIssue(person, { name: "ann", age: null, tags: ["a"], more: 1 })).toBeUndefined();
  });

  it.each([
    ["no object", [], [], { code: "invalid_type", expected: "object", input: [] }],
    ["nothing", undefined, [], { code: "invalid_type", input: undefined }],
    ["an absent member", { tags: [] }, ["name"], { code: "invalid_type", input: undefined }],
    ["the first of two problems", {}, ["name"], { code: "invalid_type", input: undefined }],
    [
      "a number for a string",
      { name: 1.5 },
      ["name"],
      { code: "invalid_type", expected: "string", input: 1.5 },
    ],
    ["a short string", { name: "" }, ["name"], { code: "too_small", minimum: 1, input: "" }],
    ["a long string", { name: "ABCDEF" }, ["name"], { code: "too_big", maximum: 5 }],
    ["another string", { name: "A" }, ["name"], { code: "invalid_format" }],
    ["a fraction", { name: "a", age: 1.5 }, ["age"], { code: "invalid_type", expected: "int" }],
    [
      "an integer that is not exact",
      { name: "a", age: 2 ** 53 },
      ["age"],
      { code: "too_big", maximum: Number.MAX_SAFE_INTEGER },
    ],
    [
      "a null that may only be absent",
      { name: "a", nick: null },
      ["nick"],
      { code: "invalid_type", expected: "string", input: null },
    ],
    [
      "a word that is not in the list",
      { name: "a", tags: ["c", "a"] },
      ["tags", 0],
      { code: "invalid_value", values: ["a", "b"], input: "c" },
    ],
    [
      "a long list",
      { name: "a", tags: ["a", "b", "a"] },
      ["tags"],
      { code: "too_big", origin: "array", maximum: 2 },
    ],
  ])("is %s", (_, value, path, issue) => {
    const found = findIssue(person, value);
    expect({ path: [], ...found }).toMatchObject({ path, ...issue });
  });

  it("ends the check of a list, however many items are wrong", () => {
    let looked = 0;
    const item = z.custom(() => {
      looked += 1;
      return false;
    });
    expect(findIssue(z.array(item), Array(1000).fill(1))).toMatchObject({ path: [0] });
    expect(looked).toBe(1);
  });

  it("is found in members that look right by their words", () => {
    const flags = z.object({ on: z.boolean(), kind: z.literal("string") });
    expect(findIssue(flags, { on: true, kind: "string" })).toBeUndefined();
    expect(findIssue(flags, { on: "boolean", kind: "string" })).toMatchObject({ path: ["on"] });
    expect(findIssue(flags, { on: true, kind: "other" })).toMatchObject({ path: ["kind"] });
  });

  it("is found in an object that may be absent, and in one whose other members are checked", () => {
    const nested = z.nullish(z.object({ map: z.catchall(z.object({}), z.number()) }));
    expect([undefined, null, { map: { a: 1 } }].map((value) => findIssue(nested, value))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(findIssue(nested, { map: { a: 1, b: "2" } })).toMatchObject({ path: ["map", "b"] });
    const named = JSON.parse('{"map":{"__proto__":"2"}}');
    expect(findIssue(nested, named)).toMatchObject({ path: ["map", "__proto__"] });
    expect(findIssue(z.strictObject({ a: z.number() }), { a: 1, b: 1 })).toMatchObject({
      path: ["b"],
    });
  });

  it("can be seen from further up", () => {
    const issue = { code: "invalid_type", expected: "string", input: 1 } as const;
    expect(below(below(issue, "name"), "users", 0).path).toEqual(["users", 0, "name"]);
  });

  it("names the pattern, and the number that is out of range", () => {
    expect(
      patternOf({ code: "invalid_format", format: "regex", pattern: "/^a/b/u", input: "" }),
    ).toBe("^a/b");
    const sizes = [2, "abc", [1]].map((input) =>
      sizeOf({ code: "too_big", origin: "number", maximum: 0, input } as LimitIssue),
    );
    expect(sizes).toEqual([2, 3, 1]);
  });
});

describe("a list that is checked later", () => {
  it("may have any items, and is a list", () => {
    expect(findIssue(anyList(), [1, "a"])).toBeUndefined();
    for (const input of [{}, "a", undefined]) {
      expect(findIssue(anyList(), input)).toMatchObject({ expected: "array", input });
    }
  });
});

describe("any other word", () => {
  it("is none of the words, and may begin or end like one", () => {
    const schema = otherThan(["text", "image"]);
    const words = ["text", "image", "texts", "an image", "", "text\nimage"];
    expect(words.filter((word) => !findIssue(schema, word))).toEqual(words.slice(2));
  });
});
