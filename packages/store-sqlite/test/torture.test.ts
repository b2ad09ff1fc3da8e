import { tortureLedger } from "@diglot/testing/contracts";
import { describe, expect, it } from "vitest";
import { createSqliteStore, type SqliteStore } from "../src/index.js";
import { newPath } from "./support.js";

/** Set it for a longer run: `TORTURE_REQUESTS=20000 npx vitest run --project store-sqlite torture`. */
const requests = Number(process.env.TORTURE_REQUESTS ?? 300);
const seed = Number(process.env.TORTURE_SEED ?? 1);

describe("the ledger of a file", () => {
  it("P01 L04 has every attempt that reached a model exactly once, whatever goes wrong", {
    timeout: 10_000 + requests * 50,
  }, async () => {
    const path = newPath();
    const stores: SqliteStore[] = [];
    const result = await tortureLedger({
      open() {
        const store = createSqliteStore({ path });
        stores.push(store);
        return store.ledger;
      },
      requests,
      seed,
    });
    for (const { close } of stores) close();
    if (process.env.TORTURE_REQUESTS) console.info(result);
    expect(result.problems).toEqual([]);
    expect(result).toMatchObject({ ok: true, requests, seed });
  });
});
