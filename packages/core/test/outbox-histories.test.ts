import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { expect, it } from "vitest";
import { assertRowsKept, outboxStep } from "./outbox-history.js";

it("P01 L01 L02 L04 an outbox keeps every confirmed row, whatever the ledger does and whenever the process is lost", {
  timeout: 60_000,
}, async () => {
  const kept = fc.assert(
    fc.asyncProperty(fc.array(outboxStep, { maxLength: 25 }), assertRowsKept),
    { numRuns: repeats(60, 1_200) },
  );
  await expect(kept).resolves.toBeUndefined();
});
