import { neverFits, rateUnits } from "../../../errors/exceeded-rate.js";
import type { ExceededRate } from "../../../errors/rates.js";
import { toDuration } from "./duration.js";

/** The type of the error: what was exceeded. */
export function toExceededType({ kind }: ExceededRate): "requests" | "tokens" {
  return kind === "requests" ? "requests" : "tokens";
}

/** The message of a request over a rate limit, in the real service's words; clients read the numbers. */
export function toExceededMessage(
  exceeded: ExceededRate,
  retryAfterSeconds: number | undefined,
): string {
  const { kind, model, limit, remaining, requested } = exceeded;
  const sign = kind === "requests" ? "RPM" : "TPM";
  const where = `for ${model} in ${toHolder(exceeded)} on ${rateUnits[kind]} per min (${sign})`;
  if (neverFits(exceeded)) {
    return `Request too large ${where}: Limit ${limit}, Requested ${requested}. The input must be reduced in order to run successfully.`;
  }
  const wait =
    retryAfterSeconds === undefined ? "later" : `in ${toDuration(retryAfterSeconds * 1000)}`;
  return `Rate limit reached ${where}: Limit ${limit}, Used ${limit - remaining}, Requested ${requested}. Please try again ${wait}.`;
}

/** The wire calls an account an organization. */
function toHolder({ scope, id }: ExceededRate): string {
  return scope === "account" ? `organization ${id}` : `key ${id}`;
}
