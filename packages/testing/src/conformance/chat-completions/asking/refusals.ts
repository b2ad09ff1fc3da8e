import type { Capability, Check } from "../../check.js";
import type { Json } from "../../expect.js";
import { defineChecks } from "../define-checks.js";
import { type ExpectedRefusal, isRefusal } from "./envelope.js";

/** A request that must be refused, as the tables here write it. */
type RefusalRow = readonly [id: string, what: string, body: Json, expected: ExpectedRefusal];

/** A check for each row: the smallest request with this change is refused like that. */
export function defineRefusals(
  capability: Capability,
  rows: readonly RefusalRow[],
): readonly Check[] {
  return defineChecks(
    capability,
    rows.map(([id, what, body, expected]) => [
      id,
      what,
      async (probe) => {
        isRefusal(await probe.send({ body }), expected);
      },
    ]),
  );
}
