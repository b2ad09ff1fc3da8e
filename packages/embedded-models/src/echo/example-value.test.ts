import { describe, expect, it } from "vitest";
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

  it("comes to an end with a schema that refers to itself many times over", () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: "#" }]));
    const value = exampleValue({ type: "object", properties, required: names }, "");
    expect(JSON.stringify(value).length).toBeLessThan(20_000);
  });

  it("defines a member called __proto__ and changes no prototype", () => {
    const schema = JSON.parse('{"type":"object","required":["__proto__"],"properties":{}}');
    const value = exampleValue(schema, "");
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"__proto__":null}');
  });
});
