import type { IdempotencyState, StoredAnswer } from "../../accounts/idempotency/idempotency.js";
import { ServiceError } from "../../errors/service-error.js";
import type { Answer } from "../../http/exchange.js";
import type { Call } from "../call.js";
import { withoutRateHeaders } from "../rate-headers.js";
import { writeError } from "../write-error.js";
import { claimKey, tellStore } from "./claim-key.js";
import { recordAnswer } from "./record-answer.js";
import { watchAttempts } from "./watch-attempts.js";

/**
 * Answers a request that has an idempotency key as the first one with this key was answered; only
 * the first is worked on, by `answer`. A request without a key is always worked on.
 *
 * The answer is kept if a model may have run for it, a failure like a success; otherwise nothing
 * has happened, and the key is free again.
 * @throws ServiceError `conflict`, `idempotency_mismatch`, `idempotency_lost` or `store_unavailable`
 */
export async function answerOnce(
  call: Call,
  answer: (call: Call) => Promise<Answer>,
): Promise<Answer> {
  const { idempotencyKey, run } = call;
  if (idempotencyKey === undefined) return answer(call);
  const state = await claimKey(call, idempotencyKey).catch((error: unknown) => {
    run.end();
    throw error;
  });
  if (state.name === "new") return answerFirst(call, idempotencyKey, answer);
  run.end();
  return answerAgain(state);
}

/** Bytes of the largest answer that is kept. */
const mostBytes = 8 * 1024 * 1024;

async function answerFirst(
  call: Call,
  key: string,
  answer: (call: Call) => Promise<Answer>,
): Promise<Answer> {
  const scope = call.key.accountId;
  const keep = (stored: StoredAnswer | undefined) =>
    tellStore(call, (store) => store.keep(scope, key, stored));
  const { bookkeeper, mayHaveRun } = watchAttempts(call.bookkeeper);
  try {
    return recordAnswer(await answer({ ...call, bookkeeper }), mostBytes, keep);
  } catch (error) {
    if (mayHaveRun() || (ServiceError.is(error) && error.mayHaveRun)) {
      recordAnswer(writeError(error, { ...call, exchange: { method: "POST" } }), mostBytes, keep);
    } else {
      tellStore(call, (store) => store.forget(scope, key));
    }
    throw error;
  }
}

/** What a request is answered whose key another one has had. */
function answerAgain(state: Exclude<IdempotencyState, { name: "new" }>): Answer {
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
 * A kept failure comes again however often it is asked for, so clients are told not to. The rates
 * were those of a moment that has passed.
 */
function toReplay({ status, headers, body }: StoredAnswer): Answer {
  const hints = status < 400 ? [] : [["x-should-retry", "false"] as const];
  const kept = withoutRateHeaders(headers).filter(([name]) => !retryHints.has(name));
  return { status, headers: [...kept, ...hints, ["idempotent-replayed", "true"]], body };
}
