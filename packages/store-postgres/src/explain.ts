import type { Query } from "./query.js";

/** A table, a function or a schema that is not there: the store has not been migrated. */
const missing: ReadonlySet<unknown> = new Set(["42P01", "42883", "3F000"]);

/** Codes of the runtime, of the drivers and of PostgreSQL for a connection that does not come about. */
const unreachable =
  /^(E(CONNREFUSED|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT|AI_AGAIN)|CONNECT_TIMEOUT|28000|28P01|3D000)$/;

/** Classes of errors that the input of a statement has made: data, constraints and limits of size. */
const ofInput = /^(22|23|54)...$/;

/** Whether PostgreSQL has refused a statement because of its input, and has written nothing. */
export function isOfInput(error: unknown): boolean {
  return ofInput.test(codeOf(error));
}

/** Runs statements; what an operator can mend is said, with the driver's error as its cause. */
export function explaining(query: Query, schema: string): Query {
  return async (text, values) => {
    try {
      return await query(text, values);
    } catch (cause) {
      throw explain(cause, schema) ?? cause;
    }
  };
}

function explain(cause: unknown, schema: string): Error | undefined {
  const code = codeOf(cause);
  if (missing.has(code)) {
    return new Error(
      `The schema ${schema} lacks tables of this version of Diglot; call store.migrate() before the service starts.`,
      { cause },
    );
  }
  if (!unreachable.test(code)) return undefined;
  return new Error(
    `PostgreSQL cannot be reached (${code}); check the address, the user and the database that its driver is given.`,
    { cause },
  );
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return String(code);
}
