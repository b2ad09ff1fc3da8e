import { replyTooLarge } from "../../errors/reply-too-large.js";
import type { ModelRequest } from "../../models/model.js";
import type { Upstream } from "../upstream.js";

/**
 * A stream is cut at a multiple of what was reserved, plus a constant. What passes is only estimated,
 * four bytes to a token, and a model that keeps to its limit must never be cut: tokens of white space
 * have many bytes, and some services do not count reasoning against the limit.
 */
const factor = 4;
const margin = 16_384;

/** The tokens that one choice may have where money is counted: no more may be asked of the upstream. */
export function toReservedTokens(
  { settings }: Upstream,
  { maxTokens }: Pick<ModelRequest, "maxTokens">,
): number | undefined {
  if (settings.prices === undefined) return undefined;
  return Math.min(maxTokens, settings.capabilities.maxOutput ?? maxTokens);
}

/**
 * Checks a stream against what was reserved for it, for upstreams that ignore their limit.
 * @throws ServiceError `upstream_bad_response`, with `OverLimit` as its cause
 */
export function assertWithinOutputLimit(estimated: number, reserved: number): void {
  if (estimated <= factor * reserved + margin) return;
  throw replyTooLarge(`About ${estimated} tokens arrived, but only ${reserved} were reserved.`);
}
