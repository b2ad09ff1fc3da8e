import type { Call } from "./call-model.js";
import type { Answer, HeaderLookup } from "./http/exchange.js";

/** The key under which a request happens once, if it has one. @throws ServiceError `bad_request` for one that cannot be */
export function readIdempotencyKey(headers: HeaderLookup): string | undefined {
  return headers.get("idempotency-key") ?? undefined;
}

/**
 * Answers a request that has an idempotency key as the first one with this key was answered; only
 * the first is worked on. A request without a key is always worked on.
 */
export async function answerOnce(_call: Call, answer: () => Promise<Answer>): Promise<Answer> {
  return answer();
}
