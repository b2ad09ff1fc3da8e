import type {
  IdempotencyClaim,
  IdempotencyState,
  IdempotencyStore,
  StoredAnswer,
} from "./accounts/idempotency.js";
import { hashBytes } from "./accounts/sha256.js";
import { storeUnavailable } from "./accounts/store-unavailable.js";
import { watchAttempts } from "./accounts/watch-attempts.js";
import type { Call } from "./call-model.js";
import { ServiceError } from "./errors/service-error.js";
import type { Answer, HeaderLookup } from "./http/exchange.js";
import { recordAnswer } from "./record-answer.js";
import { within } from "./upstreams/within.js";
import { writeError } from "./write-error.js";

/** The key under which a request happens once, if it has one. @throws ServiceError `bad_request` for one that cannot be */
export function readIdempotencyKey(headers: HeaderLookup): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[!-~]{1,255}$/.test(key)) return key;
  throw new ServiceError({
    kind: "bad_request",
    message: "idempotency-key: must be 1 to 255 visible ASCII characters.",
  });
}

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

/** Milliseconds that a run may need beyond its times, until its answer is kept. */
const leaseMargin = 60_000;

async function claimKey(call: Call, key: string): Promise<IdempotencyState> {
  const { idempotencyRetention, timeouts, drain } = call.settings;
  const lease = timeouts.total + drain.milliseconds + leaseMargin;
  const claim: IdempotencyClaim = {
    scope: call.key.accountId,
    key,
    fingerprint: await toFingerprint(call),
    lease,
    // A request that runs must be known for as long as it may run.
    retention: Math.max(idempotencyRetention, lease),
  };
  try {
    return await claimInTime(call, claim);
  } catch (error) {
    throw ServiceError.is(error) ? error : storeUnavailable(error);
  }
}

/** A claim that comes too late is given up, together with the key if it has got it. */
async function claimInTime(call: Call, claim: IdempotencyClaim): Promise<IdempotencyState> {
  const { idempotency, ledgerTimes, clock } = call.settings;
  const claimed = idempotency.claim(claim);
  const inTime = await within(clock, ledgerTimes.reserve, claimed);
  if (inTime) return inTime;
  const giveUp = ({ name }: IdempotencyState) => {
    if (name === "new") tell(call, (store) => store.forget(claim.scope, claim.key));
  };
  void claimed.then(giveUp, () => undefined);
  throw new Error("The store of idempotency keys has not answered in time.");
}

/** The same only for the same bytes on the same endpoint. */
function toFingerprint({ format, bytes }: Call): Promise<string> {
  const endpoint = new TextEncoder().encode(`${format.name} ${format.path}\n`);
  const all = new Uint8Array(endpoint.length + bytes.length);
  all.set(endpoint);
  all.set(bytes, endpoint.length);
  return hashBytes(all);
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
    tell(call, (store) => store.keep(scope, key, stored));
  const { bookkeeper, mayHaveRun } = watchAttempts(call.bookkeeper);
  try {
    return recordAnswer(await answer({ ...call, bookkeeper }), mostBytes, keep);
  } catch (error) {
    if (mayHaveRun() || (ServiceError.is(error) && error.mayHaveRun)) {
      recordAnswer(writeError(error, { ...call, exchange: { method: "POST" } }), mostBytes, keep);
    } else {
      tell(call, (store) => store.forget(scope, key));
    }
    throw error;
  }
}

/** The answer does not wait for it. If it fails, the key stays taken, and is lost when its lease ends. */
function tell(
  { settings: { idempotency, report }, run, requestId }: Call,
  write: (store: IdempotencyStore) => Promise<void>,
): void {
  const written = async () => write(idempotency);
  run.track(
    written().catch((error: unknown) => {
      report({ type: "failure", requestId, step: "idempotency", error });
    }),
  );
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

/** A kept failure comes again however often it is asked for, so clients are told not to. */
function toReplay({ status, headers, body }: StoredAnswer): Answer {
  const hints = status < 400 ? [] : [["x-should-retry", "false"] as const];
  const kept = headers.filter(([name]) => !retryHints.has(name));
  return { status, headers: [...kept, ...hints, ["idempotent-replayed", "true"]], body };
}
