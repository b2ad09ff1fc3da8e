import { describe, expect, it } from "vitest";
import { exampleLimits } from "./example-room.js";
import { exampleValue } from "./example-value.js";

describe("exampleValue", () => {
  it.each([
    [{ type: "string" }, "words"],
    [{ type: "string", maxLength: 3 }, "wor"],
    [{ type: "string", minLength: 7 }, "words.."],
    [{ type: ["integer", "null"], minimum: 2.5 }, 3],
    [{ type: "integer", exclusiveMinimum: 1 }, 2],
    [{ type: "number" }, 0],
    [{ type: "number", maximum: -1 }, -1],
    [{ type: "boolean" }, false],
    [{ type: "null" }, null],
    [{ const: 5 }, 5],
    [{ enum: ["b", "a"] }, "b"],
    [{ type: "string", default: "d" }, "d"],
    [{ anyOf: [{ type: "integer" }, { type: "string" }] }, 0],
    [{ type: "array", minItems: 2, items: { type: "integer" } }, [0, 0]],
    [{ type: "array" }, []],
    [true, null],
    [{ $ref: "#/nowhere" }, null],
    [{ $ref: "https://example.com/schema" }, null],
  ])("fits %j", (schema, value) => {
    expect(exampleValue(schema, "words")).toEqual(value);
  });

  it("fills the required members and leaves out the others", () => {
    const schema = {
      properties: { a: { type: "string" }, b: { $ref: "#/$defs/B" }, c: { type: "string" } },
      required: ["a", "b"],
      $defs: { B: { type: "object", properties: { d: { enum: [1] } }, required: ["d"] } },
    };
    expect(exampleValue(schema, "x")).toEqual({ a: "x", b: { d: 1 } });
  });

  it.each([
    [{ type: "object", properties: { next: { $ref: "#" } }, required: ["next"] }],
    [{ $ref: "#" }],
    [{ $ref: "#/$defs/A", $defs: { A: { anyOf: [{ $ref: "#/$defs/B" }] }, B: { $ref: "#" } } }],
  ])("has no example of %j, which has no end", (schema) => {
    expect(exampleValue(schema, "")).toBeUndefined();
  });

  it.each([
    [{ anyOf: [{ $ref: "#" }, { type: "null" }] }],
    [{ oneOf: [{ type: "object", properties: { a: { $ref: "#" } }, required: ["a"] }, {}] }],
    [{ type: ["object", "null"], properties: { a: { $ref: "#" } }, required: ["a"] }],
  ])("takes the first alternative of %j that has an end", (next) => {
    const schema = { type: "object", properties: { next }, required: ["next"] };
    expect(exampleValue(schema, "")).toEqual({ next: null });
  });
  it("defines a member called __proto__ and changes no prototype", () => {
    const schema = JSON.parse('{"type":"object","required":["__proto__"],"properties":{}}');
    const value = exampleValue(schema, "");
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"__proto__":null}');
  });
});

/** An object with so many required members. */
function objectOf(count: number, member: unknown, more: object = {}) {
  const required = Array.from({ length: count }, (_, index) => `m${index}`);
  const properties = Object.fromEntries(required.map((name) => [name, member]));
  return { type: "object", properties, required, ...more };
}

const long = "x".repeat(500_000);
const { characters, values } = exampleLimits;

/** Objects in objects, each of which stands for several of the next. */
const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, level) => [
    `A${level}`,
    objectOf(2, level === 39 ? { type: "string" } : { $ref: `#/$defs/A${level + 1}` }),
  ]),
);

describe("an example of limited size", () => {
  it("fills all strings with the same part of a text that is too long for each", () => {
    const value = exampleValue(objectOf(450, { type: "string" }), long);
    const texts = Object.values(value as Record<string, string>);
    expect(new Set(texts).size).toBe(1);
    expect(texts).toHaveLength(450);
    expect(texts[0]?.length).toBeGreaterThan(500);
    expect(JSON.stringify(value).length).toBeLessThan(characters);
  });

  it("gives a single string the whole text if it fits", () => {
    const text = "x".repeat(characters - 1_000);
    expect(exampleValue(objectOf(1, { type: "string" }), text)).toEqual({ m0: text });
  });

  it("keeps the least length of strings beside those that are filled", () => {
    const properties = { a: { type: "string" }, b: { type: "string", minLength: 200_000 } };
    const schema = { type: "object", properties, required: ["a", "b"] };
    const { a, b } = exampleValue(schema, long) as { a: string; b: string };
    expect(b).toHaveLength(200_000);
    expect(a.length + b.length).toBeLessThan(characters);
  });

  it("takes the first value of an enumeration that fits, and no default that does not", () => {
    const few = { type: "string", enum: [long, "short"] };
    expect(exampleValue(few, "")).toBe("short");
    expect(exampleValue({ type: "string", default: long }, "text")).toBe("text");
  });

  it.each([
    ["strings", objectOf(values + 1, { type: "string" })],
    ["a long least length", { type: "string", minLength: 1e9 }],
    ["many least lengths", objectOf(450, { type: "string", minLength: 1_000 })],
    ["a list of a billion", { type: "array", minItems: 1e9, items: {} }],
    [
      "lists in lists",
      { type: "array", minItems: 100, items: { type: "array", minItems: 100, items: {} } },
    ],
    ["a large constant", { const: long }],
    [
      "one constant in many places",
      objectOf(450, { $ref: "#/$defs/A" }, { $defs: { A: { const: long.slice(0, 1_000) } } }),
    ],
    ["a constant of many values", { const: Array(values + 1).fill(0) }],
    ["an enumeration of large values", { enum: [long, { [long]: 1 }] }],
    [
      "one long name in many places",
      objectOf(
        450,
        { $ref: "#/$defs/A" },
        { $defs: { A: { type: "object", required: ["n".repeat(1_000)] } } },
      ),
    ],
    ["references that double", { $ref: "#/$defs/A0", $defs: doubling }],
    ["itself, twice", objectOf(2, { $ref: "#" })],
    ["itself, in every alternative", objectOf(20, { anyOf: Array(20).fill({ $ref: "#" }) })],
    [
      "alternatives that all fail late",
      {
        $ref: "#/$defs/A",
        $defs: {
          A: { anyOf: Array(10_000).fill({ $ref: "#/$defs/B" }) },
          B: objectOf(1_000, { type: "string", minLength: 300 }),
        },
      },
    ],
    ["a chain of references", chainOf(10_000)],
  ])("is not made of a schema with %s that is larger", (_, schema) => {
    expect(exampleValue(schema, "text")).toBeUndefined();
  });
});

/** A schema that leads to a text over so many others. */
function chainOf(length: number) {
  const links = Array.from({ length }, (_, index) => [
    `A${index}`,
    { $ref: `#/$defs/A${index + 1}` },
  ]);
  const $defs = { ...Object.fromEntries(links), [`A${length}`]: { type: "string" } };
  return { $ref: "#/$defs/A0", $defs };
}
