import { checks } from "@diglot/core";
import type { Query } from "./query.js";

const { checkOptions, port } = checks;
const validPgClient = port<PgClient>('a pool or a client of the package "pg"', "query");

/** What is needed of a `Pool` or a `Client` of the package `pg`. */
export interface PgClient {
  query(
    text: string,
    values: string[],
  ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}

/** Runs the store's statements on a pool or a client of `pg`, as unnamed statements. */
export function fromPg(client: PgClient): Query {
  checkOptions("fromPg", client, validPgClient, "client");
  return async (text, values) => (await client.query(text, [...values])).rows;
}
