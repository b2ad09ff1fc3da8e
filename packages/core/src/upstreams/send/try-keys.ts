import type { Pricing } from "../../conversation/members/priced-members.js";
import { ServiceError, type UpstreamAnswer } from "../../errors/service-error.js";
import type { ModelRequest } from "../../models/model.js";
import { hashBeginning } from "../../models/places/beginning.js";
import { mixHashes } from "../../runtime/hash.js";
import { isKeyRefusal } from "../keys/upstream-key.js";
import type { KeyedUpstream } from "../upstream.js";
import { type Dispatch, dispatch } from "./dispatch.js";
import type { Message } from "./send.js";

/** A request, as far as the choice of its key needs it. One without an origin has no conversation. */
type KeyedRequest = Pick<ModelRequest, "clock"> &
  Partial<Pick<ModelRequest, "origin" | "reportFailure">>;

/**
 * Opens an attempt and waits for the head of its reply; while the upstream refuses the key, there is another
 * attempt with another key.
 * @throws ServiceError, or the reason of the caller's signal
 */
export function dispatchWithKeys(
  keys: readonly KeyedUpstream[],
  request: ModelRequest,
  message: Message,
  pricing: Pricing | undefined,
): Promise<Dispatch> {
  return tryKeys(keys, request, (keyed) => dispatch(keyed, request, message, pricing));
}

/**
 * Does work for a request at an upstream with several keys. A conversation keeps its key, which its beginning
 * decides, so that the upstream's prompt cache serves it. If the upstream refuses that key, the work is done
 * with the conversation's next one. While all keys rest, the one that is back first is asked
 * if nobody has said how long it rests; otherwise nothing is sent.
 * @param work rejects with what `isKeyRefusal` recognises, after the key has noted it
 * @throws ServiceError the refusal of the key that is back first, with the time until then; whatever else
 * the work throws
 */
export async function tryKeys<T>(
  keys: readonly KeyedUpstream[],
  request: KeyedRequest,
  work: (upstream: KeyedUpstream) => Promise<T>,
): Promise<T> {
  const { clock, reportFailure } = request;
  const refusals = new Map<KeyedUpstream, ServiceError>();
  let next = chooseKey(keys, request);
  while (next) {
    try {
      return await work(next);
    } catch (error) {
      if (!isKeyRefusal(error)) throw error;
      refusals.set(next, error);
      const failure = { model: next.model.id, upstream: next.settings.baseUrl, error };
      next = findAwake(keys, request, refusals);
      if (next) reportFailure?.(failure);
    }
  }
  throw toRefusal(keys, refusals, clock.monotonic());
}

/** The key for the first attempt, if there is one. */
function chooseKey(
  keys: readonly KeyedUpstream[],
  request: KeyedRequest,
): KeyedUpstream | undefined {
  const awake = findAwake(keys, request, none);
  if (awake) return awake;
  const first = firstBack(keys);
  return first?.key.rest?.isStated ? undefined : first;
}

const none: ReadonlyMap<KeyedUpstream, ServiceError> = new Map();

/** The conversation's favourite among the keys that do not rest and were not tried. */
function findAwake(
  keys: readonly KeyedUpstream[],
  { clock, origin }: KeyedRequest,
  tried: ReadonlyMap<KeyedUpstream, ServiceError>,
): KeyedUpstream | undefined {
  const now = clock.monotonic();
  const awake = keys.filter((one) => !tried.has(one) && !one.key.isResting(now));
  if (awake.length <= 1) return awake[0];
  const beginning = origin ? hashBeginning(origin) : 0;
  const rank = ({ key }: KeyedUpstream) => mixHashes(beginning, key.hash);
  return awake.reduce((best, one) => (rank(one) > rank(best) ? one : best));
}

/** The key whose rest ends first. */
function firstBack(keys: readonly KeyedUpstream[]): KeyedUpstream | undefined {
  const until = ({ key }: KeyedUpstream) => key.rest?.until ?? 0;
  return keys.toSorted((one, other) => until(one) - until(other))[0];
}

/** The longest time that callers are told, in seconds; official clients do not wait longer. */
const longestWait = 120;

/**
 * Why the key that is back first rests, with the time until then: as the upstream said it to this request, or to
 * an earlier one.
 */
function toRefusal(
  keys: readonly KeyedUpstream[],
  refusals: ReadonlyMap<KeyedUpstream, ServiceError>,
  now: number,
): ServiceError {
  const first = firstBack(keys);
  const rest = first?.key.rest;
  const failure = ServiceError.from((first && refusals.get(first)) ?? rest?.failure);
  const seconds = Math.ceil(((rest?.until ?? now) - now) / 1_000);
  const retryAfterSeconds = Math.min(Math.max(seconds, 1), longestWait);
  const { answer } = failure;
  return ServiceError.with(failure, {
    retryAfterSeconds,
    answer: answer && withWait(answer, retryAfterSeconds),
  });
}

/** The answer to a caller of the upstream's format: its time is that of one key only. */
function withWait({ headers, ...answer }: UpstreamAnswer, seconds: number): UpstreamAnswer {
  const others = headers.filter(([name]) => !name.startsWith("retry-after"));
  return { ...answer, headers: [...others, ["retry-after", String(seconds)]] };
}
