import { describe, expect, it } from "vitest";
import * as json from "./schema.js";

const person = json.object({
  name: json.string({ minimum: 1, maximum: 5, pattern: /^[a-z]*$/ }),
  age: json.nullish(json.integer({ minimum: 0 })),
  nick: json.optional(json.string()),
  tags: json.array(json.oneOf("a", "b"), { maximum: 2 }),
});

describe("a schema of an object", () => {
  it("takes an object with the members that it names, whatever else there is", () => {
    expect(person({ name: "ann", age: null, tags: ["a"], more: 1 })).toBeUndefined();
  });

  it.each([
    ["no object", [], [], { kind: "type", expected: "object", received: "array" }],
    ["nothing", undefined, [], { kind: "missing" }],
    ["an absent member", { tags: [] }, ["name"], { kind: "missing" }],
    ["the first of two problems", {}, ["name"], { kind: "missing" }],
    [
      "a number for a string",
      { name: 1.5 },
      ["name"],
      { kind: "type", expected: "string", received: "number" },
    ],
    [
      "a short string",
      { name: "" },
      ["name"],
      { kind: "below", of: "string", minimum: 1, received: 0 },
    ],
    [
      "a long string",
      { name: "ABCDEF" },
      ["name"],
      { kind: "above", of: "string", maximum: 5, received: 6 },
    ],
    ["another string", { name: "A" }, ["name"], { kind: "pattern", pattern: "^[a-z]*$" }],
    [
      "a fraction",
      { name: "a", age: 1.5 },
      ["age"],
      { kind: "type", expected: "int", received: "number" },
    ],
    [
      "an integer that is not exact",
      { name: "a", age: 2 ** 53 },
      ["age"],
      { kind: "above", of: "number", maximum: Number.MAX_SAFE_INTEGER, received: 2 ** 53 },
    ],
    [
      "a null that may only be absent",
      { name: "a", nick: null },
      ["nick"],
      { kind: "type", expected: "string", received: "null" },
    ],
    [
      "a word that is not in the list",
      { name: "a", tags: ["c", "a", "b"] },
      ["tags", 0],
      { kind: "value", allowed: ["a", "b"], received: "c" },
    ],
    [
      "a long list",
      { name: "a", tags: ["a", "b", "a"] },
      ["tags"],
      { kind: "above", of: "array", maximum: 2, received: 3 },
    ],
  ])("finds %s", (_, value, path, problem) => {
    expect(json.findProblem(person, value, ["body"])).toEqual({
      path: ["body", ...path],
      ...problem,
    });
  });
});

describe("the other schemas", () => {
  it("take any value, one of several forms, and objects with members of one form", () => {
    expect(json.anything(undefined)).toBeUndefined();
    const stop = json.either(json.string(), json.array(json.string()));
    expect(stop(["a"])).toBeUndefined();
    expect(stop([1])).toMatchObject({ kind: "type", expected: "valid", received: "array" });
    const bias = json.record(json.number({ minimum: -1, maximum: 1 }));
    expect(bias({ a: 1 })).toBeUndefined();
    expect(bias({ a: 1, b: 2 })).toMatchObject({ kind: "above", path: ["b"] });
    expect(bias([])).toMatchObject({ kind: "type", expected: "record" });
    expect(json.boolean("true")).toMatchObject({ kind: "type", expected: "boolean" });
  });

  it("take no number that JSON could not say", () => {
    expect(json.number()(Number.POSITIVE_INFINITY)).toMatchObject({ kind: "type" });
    expect(json.integer()(Number.POSITIVE_INFINITY)).toMatchObject({ expected: "number" });
  });
});
