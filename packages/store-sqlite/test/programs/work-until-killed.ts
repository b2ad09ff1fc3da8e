import { writeSync } from "node:fs";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { createSqliteStore } from "../../src/index.js";

// Says what has been promised as soon as it was, one line each: work-until-killed <path> <name>
const [path = "", name = ""] = process.argv.slice(2);
const { ledger } = createSqliteStore({ path });
for (let index = 0; ; index++) {
  const attemptId = `${name} ${index}`;
  await ledger.reserve(reservationOf(attemptId), 60_000);
  writeSync(1, `reserved ${attemptId}\n`);
  await ledger.heartbeat([{ attemptId, observed: { output: 1 } }], 60_000);
  if (index % 5 === 0) continue;
  await ledger.settle(settlementOf(attemptId, { costNanoDollars: 4 }));
  writeSync(1, `settled ${attemptId}\n`);
}
