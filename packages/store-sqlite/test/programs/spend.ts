import { ServiceError } from "@diglot/core";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { createSqliteStore } from "../../src/index.js";

// Spends from one account until the given number of reservations were attempted: spend <path> <name> <count>
const [path = "", name = "", count = "0"] = process.argv.slice(2);
const { ledger, close } = createSqliteStore({ path });
let refused = 0;

async function isReserved(attemptId: string): Promise<boolean> {
  try {
    await ledger.reserve(reservationOf(attemptId), 60_000);
    return true;
  } catch (error) {
    if (!ServiceError.is(error) || error.kind !== "budget_exhausted") throw error;
    refused += 1;
    return false;
  }
}

for (let index = 0; index < Number(count); index++) {
  const attemptId = `${name} ${index}`;
  if (!(await isReserved(attemptId))) continue;
  if (index % 3 === 0) await ledger.release(attemptId, 2);
  else await ledger.settle(settlementOf(attemptId, { costNanoDollars: index % 11 }));
}
close();
process.stdout.write(String(refused));
