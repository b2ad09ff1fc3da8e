import { fromJsonText, toJsonText } from "./json-text.js";
import type { Query } from "./query.js";

/**
 * Calls one of the functions that the migrations have installed: JSON in, JSON rows out. It is one
 * statement, hence one round trip and one transaction. Both ways everything travels as text, which
 * all drivers treat alike: none of them encodes JSON twice, and none rounds a large number.
 */
export type Call = (name: string, input: unknown) => Promise<readonly unknown[]>;

/** Calls functions of a schema, whose name is quoted already. */
export function createCall(query: Query, schema: string): Call {
  return async (name, input) => {
    const text = `SELECT result::text AS result FROM ${schema}.${name}($1::text::jsonb) AS result`;
    const rows = await query(text, [toJsonText(input)]);
    return rows.map(({ result }) => (typeof result === "string" ? fromJsonText(result) : null));
  };
}
