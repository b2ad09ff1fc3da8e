import type { Finding, Result } from "./probes/probe.js";

/** The finding of a probe by its id; absent: it was not asked. */
export type FindingById = (id: string) => Finding | undefined;

/** A capability that is the finding itself. */
export function flagOf(id: string): (found: FindingById) => boolean | undefined {
  return ifFound(id, { yes: true, no: false });
}

/** A capability with a value for some results of a probe. */
export function ifFound<T>(
  id: string,
  values: Readonly<Partial<Record<Exclude<Result, "unclear">, T>>>,
): (found: FindingById) => T | undefined {
  return (found) => {
    const result = found(id)?.result;
    return result === "yes" || result === "no" ? values[result] : undefined;
  };
}
