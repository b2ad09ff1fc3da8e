import type { Query } from "./query.js";

/** A table, a function or a schema that is not there: the store has not been migrated. */
const missing: ReadonlySet<unknown> = new Set(["42P01", "42883", "3F000"]);

/** Codes of the runtime and of the drivers for a connection that does not come about. */
const unreachable =
  /^(E(CONNREFUSED|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT|AI_AGAIN)|CONNECT_TIMEOUT)$/;

/** What to do about a connection that PostgreSQL itself refuses, by its codes. */
const refusals: ReadonlyMap<string, string> = new Map([
  ["3D000", "Create the database, or correct its name."],
  ["28000", "Correct the user, or create the role; pg_hba.conf says who may connect from where."],
  ["28P01", "Correct the password of the user."],
  ["42501", "Grant the role what it lacks, or take another one."],
]);

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
  const cure = refusals.get(code);
  if (cure !== undefined) {
    return new Error(`PostgreSQL refuses: ${messageOf(cause)}. ${cure}`, { cause });
  }
  if (!unreachable.test(code)) return undefined;
  return new Error(
    `PostgreSQL cannot be reached (${code}); check the address that its driver is given, and whether it runs.`,
    { cause },
  );
}

/** PostgreSQL's own sentence, which names the database, the role or the table. */
function messageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown };
  return String(message).replace(/\.$/, "");
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return String(code);
}
