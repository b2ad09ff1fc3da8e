// What happens while the ledger cannot be written.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { costOf, prices, toLarge } from "./harness.mjs";
import { tokens } from "./stand-ins.mjs";

/** @typedef {import("./harness.mjs").Running} Running */

/**
 * A lock on the file stops no caller: the rows wait in the outbox, and go to the ledger when it can be
 * written again.
 *
 * @param {Running} running @param {string} folder
 */
export async function checkOutage({ openAccount, clientsOf, balanceOf }, folder) {
  const { secret } = await openAccount("patient", "5");
  const { anthropic } = clientsOf(secret);
  const other = new DatabaseSync(join(folder, "ledger.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  console.log("accounts: somebody locks the ledger, which the service reports");
  await anthropic.messages.create(toLarge("Hello?"));
  await anthropic.messages.create(toLarge("Hello?"));
  assert.equal((await balanceOf(secret)).spent_nano_dollars, 0);
  other.close();

  const cost = 2 * costOf(tokens.large, prices.large.at(-1));
  for (let tries = 0; tries < 1_000; tries++) {
    if ((await balanceOf(secret)).spent_nano_dollars === cost) return;
    await wait(10);
  }
  assert.fail("The rows have not come out of the outbox.");
}
