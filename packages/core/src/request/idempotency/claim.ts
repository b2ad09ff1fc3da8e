import type { StoredAnswer } from "../../accounts/idempotency/idempotency.js";
import { ServiceError } from "../../errors/service-error.js";
import type { Answer } from "../../http/exchange.js";
import type { Call } from "../call.js";
import { writeError } from "../write-error.js";
import { claimKey, updateStore } from "./claim-key.js";
import { recordAnswer } from "./record-answer.js";
import { toEarlierAnswer } from "./replay.js";

/** The answer of an earlier request with the same idempotency key. */
export interface EarlierAnswer {
  readonly earlierAnswer: Answer;
}

/** A request's claim to be the first one with its idempotency key. */
export interface Claim {
  /** The same answer, stored for later requests while it is read. */
  keep(answer: Answer): Answer;
  /** Stores a failure if a model may have run for the request; otherwise the key is released. */
  fail(error: unknown): void;
}

/**
 * Claims the idempotency key of a request. The run of a later request with the same key ends here.
 * @throws ServiceError `conflict`, `idempotency_mismatch`, `idempotency_lost` or
 * `store_unavailable`
 */
export async function claimRequest(
  call: Call,
  idempotencyKey: string,
): Promise<Claim | EarlierAnswer> {
  const { run } = call;
  try {
    const state = await claimKey(call, idempotencyKey);
    if (state.name === "new") return createClaim(call, idempotencyKey);
    const earlierAnswer = toEarlierAnswer(state);
    run.end();
    return { earlierAnswer };
  } catch (error) {
    run.end();
    throw error;
  }
}

/** The largest answer that is stored, in bytes. */
const maxKeptBytes = 8 * 1024 * 1024;

function createClaim(call: Call, key: string): Claim {
  const scope = call.key.accountId;
  const keepStored = (stored: StoredAnswer | undefined) =>
    updateStore(call, (store) => store.keep(scope, key, stored));
  const keep = (answer: Answer) => recordAnswer(answer, maxKeptBytes, keepStored);
  return {
    keep,
    fail(error) {
      const mayHaveRun = ServiceError.is(error) && error.mayHaveRun;
      if (mayHaveRun || call.attempts.mayHaveRun()) keep(writeError(error, call));
      else updateStore(call, (store) => store.forget(scope, key));
    },
  };
}
