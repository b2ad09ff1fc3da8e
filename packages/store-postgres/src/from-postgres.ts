import { checks } from "@diglot/core";
import type { Query } from "./query.js";

const { checkOptions, port } = checks;
const validPostgresSql = port<PostgresSql>('an instance of the package "postgres"', "unsafe");

/** What is needed of an instance of the package `postgres`. */
export interface PostgresSql {
  unsafe(
    text: string,
    values: string[],
    options: { prepare: boolean },
  ): PromiseLike<readonly Readonly<Record<string, unknown>>[]>;
}

/**
 * Runs the store's statements on an instance of `postgres`. They are prepared once for each
 * connection, which saves a round trip; `postgres(url, { prepare: false })` forbids it.
 */
export function fromPostgres(sql: PostgresSql): Query {
  checkOptions("fromPostgres", sql, validPostgresSql, "sql");
  return async (text, values) => sql.unsafe(text, [...values], { prepare: true });
}
