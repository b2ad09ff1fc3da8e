import { OverLimit } from "../../errors/over-limit.js";
import { ServiceError } from "../../errors/service-error.js";

/**
 * A stream is cut at so many times what was reserved, and a constant more. What goes by is only
 * estimated, four bytes to a token, and a model that keeps its bound must never be cut: tokens of
 * white space have many bytes, and some services do not count thoughts against the bound.
 */
const factor = 4;
const margin = 16_384;

/**
 * Holds a stream against what was reserved for it, for upstreams that ignore their bound.
 * @throws ServiceError `upstream_bad_response`, as over a limit
 */
export function assertWithinOutputLimit(estimated: number, reserved: number): void {
  if (estimated <= factor * reserved + margin) return;
  throw new ServiceError({
    kind: "upstream_bad_response",
    message: "The model's reply is larger than its bound.",
    mayHaveRun: true,
    cause: new OverLimit(`About ${estimated} tokens came where ${reserved} were reserved.`),
  });
}
