import { describe, expect, it } from "vitest";
import { findOpening, isClosed } from "./closed-schema.js";

const closed = { type: "object", properties: {}, additionalProperties: false };
const holding = (properties: object, more: object = {}) => ({
  ...closed,
  properties,
  required: Object.keys(properties),
  ...more,
});

describe("isClosed", () => {
  it("expects objects to require all their properties and to allow no others", () => {
    expect(isClosed(closed)).toBe(true);
    expect(isClosed(holding({ a: { type: "string" } }))).toBe(true);
    expect(isClosed(holding({ a: {} }, { required: [] }))).toBe(false);
    expect(isClosed({ properties: {} })).toBe(false);
    expect(isClosed({ type: "object" })).toBe(false);
    expect(isClosed({ type: ["object", "null"] })).toBe(false);
  });

  it("looks into every schema inside", () => {
    const open = { type: "object", properties: { a: {} } };
    expect(isClosed(holding({ a: { type: "array", items: open } }))).toBe(false);
    expect(isClosed(holding({ a: { anyOf: [{ type: "string" }, open] } }))).toBe(false);
    expect(isClosed(holding({}, { $defs: { open } }))).toBe(false);
    expect(isClosed(holding({ a: { items: [closed] } }, { $defs: { closed } }))).toBe(true);
  });

  it("is not misled by properties named like keywords, or by values that look like schemas", () => {
    expect(isClosed(holding({ properties: closed, items: { type: "string" } }))).toBe(true);
    expect(
      isClosed(holding({ a: { enum: [{ properties: {} }], default: { type: "object" } } })),
    ).toBe(true);
  });
});

describe("findOpening", () => {
  it("returns the path to the first open place, from the outside in", () => {
    const open = { type: "object", properties: { a: {} } };
    const choice = { anyOf: [{ type: "string" }, open] };
    expect(findOpening(holding({ b: choice }))).toEqual({
      context: ["properties", "b", "anyOf", "1"],
    });
    expect(findOpening({ ...open, properties: { b: choice } })).toEqual({ context: [] });
  });

  it("names the first property that is not required", () => {
    const schema = holding({ a: {}, b: {} }, { required: ["a"] });
    expect(findOpening(schema)).toEqual({ context: [], optional: "b" });
    expect(findOpening(closed)).toBeUndefined();
  });
});
