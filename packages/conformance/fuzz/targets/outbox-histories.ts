import fc from "fast-check";
import { assertRowsKept, outboxStep } from "../../../core/test/outbox-history.js";
import { targetOf } from "../target.js";

/** An outbox over a ledger that fails. */
export const outboxHistories = targetOf({
  name: "outbox-histories",
  promise: "An outbox keeps every confirmed row, whatever the ledger and the process do.",
  cases: fc.array(outboxStep, { maxLength: 40 }),
  check: assertRowsKept,
});
