import type { TestOptions } from "vitest";
import type { PartName } from "./parts.js";

declare module "vitest" {
  interface TaskMeta {
    /** The part that this machine lacks, because of which the test or suite is skipped. */
    missingPart?: PartName;
  }
}

/**
 * Options of a test or a suite that needs a part which a machine may lack. Without the part it is
 * skipped, and the end of a run lists the part. Every skip is made here: the gate fails a run in which
 * a test is skipped in any other way.
 *
 * @param found what was found of the part; `undefined` or `false` if this machine lacks it
 */
export function needs(part: PartName, found: unknown): TestOptions {
  const isMissing = found === undefined || found === false;
  return isMissing ? { skip: true, meta: { missingPart: part } } : {};
}
