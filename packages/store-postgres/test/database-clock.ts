import type { ContractClock } from "@diglot/testing/contracts";
import type { TestDatabase } from "./database.js";

/** The clock by which the store's functions tell time. */
export interface DatabaseClock extends ContractClock {
  /** Ends all advances. */
  reset(): Promise<void>;
}

/**
 * The clock of a database on this machine. Leases end by the server's own clock, so what is shorter
 * than a second passes; longer times are added to the function that the budgets ask.
 */
export function createDatabaseClock({ query, schema }: TestDatabase): DatabaseClock {
  let ahead = 0;

  async function install(): Promise<void> {
    await query(
      `CREATE OR REPLACE FUNCTION "${schema}".milliseconds() RETURNS bigint LANGUAGE sql VOLATILE
       AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ahead} $$`,
      [],
    );
  }

  return {
    now: () => Date.now() + ahead,
    async advance(milliseconds) {
      if (milliseconds < 1_000) {
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        return;
      }
      ahead += Math.ceil(milliseconds);
      await install();
    },
    async reset() {
      if (ahead === 0) return;
      ahead = 0;
      await install();
    },
  };
}
