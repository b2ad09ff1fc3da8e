import { createMemoryLedger } from "@diglot/core";
import { expect, it } from "vitest";
import { createProcessPool } from "./process-pool.js";
import { createScript } from "./script.js";
import { createWitness } from "./witness.js";

it("a pool shares requests out, and has another process in the place of each that is lost, once", async () => {
  const started: number[] = [];
  const pool = await createProcessPool(3, async (number) => {
    started.push(number);
    return {
      ...{ ledger: createMemoryLedger(), ledgerTimes: { reserve: 200, lease: 900 } },
      ...{ witness: createWitness(), scriptOf: (index: number) => createScript(1, index) },
      onCallerGone: "refund",
    };
  });
  const [one, two, three] = [pool.at(0), pool.at(1), pool.at(2)];
  expect(new Set([one, two, three]).size).toBe(3);
  expect([pool.at(3), pool.at(7)]).toEqual([one, two]);
  await Promise.all([pool.replace(two), pool.replace(two)]);
  await pool.replace(two);
  expect([pool.countLost(), started]).toEqual([1, [0, 1, 2, 3]]);
  expect(pool.at(1)).not.toBe(two);
  expect([pool.at(0), pool.at(2)]).toEqual([one, three]);
  expect([two.state.lost, one.state.lost]).toEqual([true, false]);
  await expect(two.loss).rejects.toThrow("The process was lost.");
  await pool.close(1_000);
  const headers = { authorization: "Bearer secret-of-the-rich" };
  const refused = await pool.at(1).service.request("/v1/models", { headers });
  expect(refused.status).toBe(503);
});
