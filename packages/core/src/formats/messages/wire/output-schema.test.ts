import { describe, expect, it } from "vitest";
import { toOutputSchema } from "./output-schema.js";

const closed = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

describe("toOutputSchema", () => {
  it("does not change a supported schema", () => {
    const schema = closed({ a: { type: "string", enum: ["x"], format: "date" } });
    expect(toOutputSchema(schema)).toEqual({ schema, changes: [] });
    expect(toOutputSchema(schema).schema).toBe(schema);
  });

  it("closes objects everywhere and makes no property required", () => {
    const inner = { type: "object", properties: { b: { type: "string" } } };
    const { schema, changes } = toOutputSchema({
      type: "object",
      properties: { a: { type: "array", items: inner } },
      additionalProperties: true,
    });
    expect(schema).toEqual({
      type: "object",
      properties: {
        a: { type: "array", items: { ...inner, additionalProperties: false } },
      },
      additionalProperties: false,
    });
    expect(changes).toEqual(["additionalProperties"]);
  });

  it("describes unsupported keywords in descriptions", () => {
    const { schema, changes } = toOutputSchema(
      closed({
        a: { type: "integer", description: "Age", minimum: 1, maximum: 9 },
        b: { type: "string", pattern: "(?=x)y", format: "color" },
        c: { type: "array", minItems: 1, maxItems: 3, items: { type: "string" } },
        d: { type: "string", pattern: "^[a-z]+$" },
      }),
    );
    expect(schema.properties).toEqual({
      a: { type: "integer", description: "Age (minimum: 1, maximum: 9)" },
      b: { type: "string", description: '(pattern: "(?=x)y", format: "color")' },
      c: { type: "array", minItems: 1, items: { type: "string" }, description: "(maxItems: 3)" },
      d: { type: "string", pattern: "^[a-z]+$" },
    });
    expect(changes).toEqual(["minimum", "maximum", "pattern", "format", "maxItems"]);
  });

  it("describes the schema of additional properties in the description of an object that it closes", () => {
    const open = { ...closed({ a: { type: "string" } }), additionalProperties: { type: "number" } };
    expect(toOutputSchema(open)).toEqual({
      schema: {
        ...closed({ a: { type: "string" } }),
        description: '(additionalProperties: {"type":"number"})',
      },
      changes: ["additionalProperties"],
    });
    expect(toOutputSchema(closed({})).problem).toBeUndefined();
  });

  it("turns oneOf into anyOf", () => {
    const { schema, changes } = toOutputSchema({ oneOf: [{ type: "string" }, { type: "null" }] });
    expect(schema).toEqual({ anyOf: [{ type: "string" }, { type: "null" }] });
    expect(changes).toEqual(["oneOf"]);
  });

  it("does not confuse properties with keywords", () => {
    const schema = closed({ minimum: { type: "string" }, properties: { type: "string" } });
    expect(toOutputSchema(schema).changes).toEqual([]);
  });

  it.each([
    [{ type: "object", properties: { a: { $ref: "#" } } }, "a recursive schema"],
    [
      { $ref: "#/$defs/a", $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }] } } },
      "a recursive schema",
    ],
    [{ $ref: "https://example.com/a.json" }, "outside"],
    [{ $ref: "#/$defs/none" }, "outside"],
    [{}, "empty"],
    [closed({ a: { type: "object" } }), "keys"],
    [closed({ a: { type: "object", additionalProperties: { type: "string" } } }), "keys"],
    [closed({ a: { type: "object", properties: {}, additionalProperties: true } }), "keys"],
    [closed(Object.fromEntries(keysOf(25)), []), "25 optional"],
    [closed(Object.fromEntries(keysOf(17, { type: ["string", "null"] }))), "17 properties"],
  ])("reports why no reply can be required to match %j", (schema, problem) => {
    expect(toOutputSchema(schema).problem).toContain(problem);
  });

  it("accepts references that are not recursive", () => {
    const tag = { type: "string" };
    const schema = {
      ...closed({ a: { $ref: "#/$defs/tag" }, b: { $ref: "#/$defs/tag" } }),
      $defs: { tag },
    };
    expect(toOutputSchema(schema)).toEqual({ schema, changes: [] });
  });
});

function keysOf(count: number, schema: object = { type: "string" }) {
  return Array.from({ length: count }, (_, index) => [`p${index}`, schema] as const);
}
