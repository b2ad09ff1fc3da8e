import { fromJsonText, toJsonText } from "./json-text.js";
import type { Query } from "./query.js";

/**
 * Calls one of the functions that the migrations have installed: JSON in, JSON rows out. It is one
 * statement, hence one round trip and one transaction. Both ways everything travels as text, which
 * all drivers treat alike: none of them encodes JSON twice, and none rounds a large number.
 */
export type Call = (name: string, input: unknown) => Promise<readonly unknown[]>;

/** The same with an input that is JSON already, as `toJsonText` writes it. */
export type CallWithText = (name: string, text: string) => Promise<readonly unknown[]>;

/** Calls functions of a schema, whose name is quoted already. */
export function createCallWithText(query: Query, schema: string): CallWithText {
  return async (name, text) => {
    const statement = `SELECT result::text AS result FROM ${schema}.${name}($1::text::jsonb) AS result`;
    const rows = await query(statement, [text]);
    return rows.map(({ result }) => (typeof result === "string" ? fromJsonText(result) : null));
  };
}

/** Calls functions with an input that becomes JSON. */
export function createCall(callWithText: CallWithText): Call {
  return async (name, input) => callWithText(name, toJsonText(input));
}
