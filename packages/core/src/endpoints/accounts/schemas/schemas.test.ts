import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import * as answers from "./answers.js";
import * as bodies from "./bodies.js";
import * as queries from "./queries.js";

const exported: Readonly<Record<string, unknown>> = { ...answers, ...bodies, ...queries };
const schemas = Object.entries(exported).flatMap(([name, value]) =>
  value instanceof z.core.$ZodType ? [[name, value] as const] : [],
);

/** The JSON Schema of what a caller sends. */
const sent = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: "input" });

describe("the schemas of the endpoints", () => {
  it.each(schemas)("%s can be written as JSON Schema", (_, schema) => {
    for (const io of ["input", "output"] as const) {
      const json = z.toJSONSchema(schema, { io });
      expect(json.type ?? json.anyOf ?? json.enum).toBeDefined();
    }
  });

  it("show what a body may have", () => {
    const { properties } = sent(bodies.budgetBody);
    expect(properties).toMatchObject({
      period: { enum: ["total", "month", "week", "day"] },
      nano_dollars: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
      time_zone: { type: ["string", "null"] },
    });
    expect(sent(bodies.newKeyBody)).toMatchObject({
      required: ["account_id"],
      additionalProperties: false,
      properties: {
        account_id: { type: "string", maxLength: 255 },
        models: { anyOf: [{ anyOf: [{ const: "all" }, { type: "array" }] }, { type: "null" }] },
      },
    });
  });

  it("show what a query may have: lists and numbers, though all of it is text", () => {
    expect(z.toJSONSchema(queries.usageQuery).properties).toMatchObject({
      start: { type: "string" },
      group_by: {
        type: "array",
        items: { enum: ["day", "model", "key", "end_user", "session"] },
        default: ["day"],
      },
    });
    expect(z.toJSONSchema(queries.keysQuery).properties).toMatchObject({
      limit: { type: "integer", minimum: 1, maximum: 1_000, default: 100 },
    });
    expect(sent(queries.keysQuery)).not.toHaveProperty("required");
  });
});
