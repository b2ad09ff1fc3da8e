import type { IdempotencyState, StoredAnswer } from "../../accounts/idempotency/idempotency.js";
import { ServiceError } from "../../errors/service-error.js";
import type { Answer } from "../../http/exchange.js";
import { withoutRateHeaders } from "../rate-headers.js";

/**
 * The answer to a request whose idempotency key an earlier request has used.
 * @throws ServiceError `conflict`, `idempotency_mismatch` or `idempotency_lost`
 */
export function toEarlierAnswer(state: Exclude<IdempotencyState, { name: "new" }>): Answer {
  switch (state.name) {
    case "answered":
      return toReplay(state.answer);
    case "running":
      throw new ServiceError({
        kind: "conflict",
        message: "A request with this idempotency key is still running.",
        retryAfterSeconds: 1,
      });
    case "mismatch":
      throw new ServiceError({
        kind: "idempotency_mismatch",
        message: "This idempotency key was used for another request. Use a new one.",
      });
    case "lost":
      throw new ServiceError({
        kind: "idempotency_lost",
        message:
          "The outcome of the first request with this idempotency key is not known; it may have been billed. Use a new key to send it again.",
      });
  }
}

const retryHints: ReadonlySet<string> = new Set([
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
]);

/**
 * A stored failure never changes, so clients are told not to retry. The rate headers described a
 * moment that has passed, so they are left out.
 */
function toReplay({ status, headers, body }: StoredAnswer): Answer {
  const hints = status < 400 ? [] : [["x-should-retry", "false"] as const];
  const kept = withoutRateHeaders(headers).filter(([name]) => !retryHints.has(name));
  return { status, headers: [...kept, ...hints, ["idempotent-replayed", "true"]], body };
}
