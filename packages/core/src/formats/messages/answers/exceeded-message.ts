import { neverFits, rateUnits } from "../../../errors/exceeded-rate.js";
import type { ExceededRate } from "../../../errors/rates.js";
import { withThousands } from "../../../errors/with-thousands.js";

/** The message for a request that exceeds a rate limit, in the manner of the real service. */
export function toExceededMessage(exceeded: ExceededRate): string {
  const { kind, scope, id, model, limit, requested } = exceeded;
  const unit = rateUnits[kind];
  const would = `This request would exceed your ${scope}'s rate limit of ${withThousands(limit)} ${unit} per minute (${scope}: ${id}, model: ${model}).`;
  if (!neverFits(exceeded)) {
    return `${would} The response headers tell the current usage. Please try again later.`;
  }
  return `${would} Request too large: it has about ${withThousands(requested)} ${unit} by itself. Please reduce the prompt length; trying again does not help.`;
}
