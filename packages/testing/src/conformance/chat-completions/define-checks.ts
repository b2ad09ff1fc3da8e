import type { Capability, Check } from "../check.js";
import type { Probe } from "../probing/probe.js";

/** A check as the tables here write it. */
export type Row = readonly [id: string, what: string, run: (probe: Probe) => Promise<void>];

/** The checks of one capability. */
export function defineChecks(capability: Capability, rows: readonly Row[]): readonly Check[] {
  return rows.map(([id, what, run]) => ({ id, format: "chat-completions", capability, what, run }));
}
