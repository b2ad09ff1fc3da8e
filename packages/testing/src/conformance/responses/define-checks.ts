import { type ExpectedRefusal, isRefusal } from "../chat-completions/asking/envelope.js";
import type { Capability, Check } from "../check.js";
import type { Json } from "../expect.js";
import type { Probe } from "../probing/probe.js";

/** A check as the tables here write it. */
export type Row = readonly [id: string, what: string, run: (probe: Probe) => Promise<void>];

/** The checks of one capability. */
export function defineChecks(capability: Capability, rows: readonly Row[]): readonly Check[] {
  return rows.map(([id, what, run]) => ({ id, format: "responses", capability, what, run }));
}

/** A request that must be refused, as the tables here write it. */
export type RefusalRow = readonly [id: string, what: string, body: Json, expected: ExpectedRefusal];

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
      async (probe) => void isRefusal(await probe.send({ body }), expected),
    ]),
  );
}
