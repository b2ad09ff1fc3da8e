import type {
  Admission,
  Entrance,
  ErrorKind,
  KeyRecord,
  Limits,
  MaybePromise,
  RateKind,
  RateLimits,
} from "@diglot/core";
import { ServiceError } from "@diglot/core";
import { assertRefuses, assertThat } from "../assert.js";
import { pause } from "../contract.js";

/** Whose limit a case is about. */
export type Scope = "key" | "account";

/** The member of `RateLimits` that limits a rate. */
export const limitNames: Readonly<Record<RateKind, keyof RateLimits>> = {
  requests: "requestsPerMinute",
  inputTokens: "inputTokensPerMinute",
  outputTokens: "outputTokensPerMinute",
};

/** A key with these limits of its own, or of its account. */
export function keyWith(
  scope: Scope,
  limits: RateLimits,
  id = "key",
  accountId = "account",
): KeyRecord {
  const scoped = scope === "key" ? { limits } : { accountLimits: limits };
  return { id, accountId, models: "all", ...scoped };
}

/** A request that has a place and was admitted. */
export interface Admitted extends Admission {
  release(): void;
}

/** Asks for a place. */
export async function enter(limits: Limits, key: KeyRecord): Promise<Entrance> {
  const { signal } = new AbortController();
  return limits.enter({ key, requestId: crypto.randomUUID(), signal });
}

/** Asks for a place, and to be admitted with so many input tokens; a refusal ends with the place. */
export async function admit(limits: Limits, key: KeyRecord, inputTokens = 0): Promise<Admitted> {
  const entrance = await enter(limits, key);
  try {
    const admission = await entrance.admit({ model: "model", inputTokens });
    return { ...admission, release: () => entrance.release() };
  } catch (error) {
    entrance.release();
    throw error;
  }
}

/** Comes and goes: what it has used of the rates stays used. */
export async function pass(limits: Limits, key: KeyRecord, inputTokens = 0): Promise<Admitted> {
  const admission = await admit(limits, key, inputTokens);
  admission.release();
  return admission;
}

/** The refusal, which says after how many seconds to come again. */
export async function refuse(call: MaybePromise<unknown>, kind: ErrorKind): Promise<ServiceError> {
  const error = await assertRefuses(call, kind, "the request");
  const seconds = error.retryAfterSeconds ?? 0;
  assertThat(seconds > 0, `It is refused with ${seconds} seconds to wait.`);
  return error;
}

/** The next admission; what was spent or given back may take a moment to count. */
export async function admitSoon(
  limits: Limits,
  key: KeyRecord,
  inputTokens = 0,
): Promise<Admitted> {
  for (let attempts = 0; attempts < 100; attempts++) {
    const [result] = await Promise.allSettled([admit(limits, key, inputTokens)]);
    if (result.status === "fulfilled") return result.value;
    if (!ServiceError.is(result.reason)) throw result.reason;
    await pause(10);
  }
  return admit(limits, key, inputTokens);
}

/** The refusal for the rate that must come soon. Waiting for it uses up a hundred requests and their input at most. */
export async function refuseSoon(
  limits: Limits,
  key: KeyRecord,
  inputTokens = 0,
): Promise<ServiceError> {
  for (let attempts = 0; attempts < 100; attempts++) {
    const [result] = await Promise.allSettled([pass(limits, key, inputTokens)]);
    if (result.status === "rejected") return refuse(Promise.reject(result.reason), "rate_limited");
    await pause(10);
  }
  return refuse(pass(limits, key, inputTokens), "rate_limited");
}

/** Those of many calls that were let in; all others were refused with this kind. */
export async function findAdmitted(
  calls: readonly Promise<Admitted>[],
  kind: ErrorKind,
): Promise<readonly Admitted[]> {
  const results = await Promise.allSettled(calls);
  const admitted: Admitted[] = [];
  for (const result of results) {
    if (result.status === "fulfilled") admitted.push(result.value);
    else await refuse(Promise.reject(result.reason), kind);
  }
  return admitted;
}
