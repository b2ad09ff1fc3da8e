import type { CountRequest, TokenCount } from "../models/model.js";
import { raceSignal } from "../runtime/race-signal.js";
import { toStableBody } from "./relay/stable-body.js";
import { isAccepted, toFailure } from "./send/failure.js";
import { readJsonReply } from "./send/read-body.js";
import { type Message, send } from "./send/send.js";
import { tryKeys } from "./send/try-keys.js";
import type { Upstream } from "./upstream.js";

/** Statuses of an upstream that has no token counter, though its wire has one. */
const withoutCounter: readonly number[] = [404, 405, 501];

/**
 * Counts the input tokens of a request: at the upstream's counter for a caller of its own format, or
 * by an estimate where there is none. A count that fails is an error, never a guess.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function countTokens(upstream: Upstream, request: CountRequest): Promise<TokenCount> {
  const { signal } = request;
  const counted = await raceSignal(signal, () => askCounter(upstream, request));
  return counted === undefined
    ? { inputTokens: upstream.model.countInputTokens(request.conversation()), estimated: true }
    : { inputTokens: counted, estimated: false };
}

/** The upstream's own count, if it has a counter that this caller's body fits. */
async function askCounter(upstream: Upstream, request: CountRequest): Promise<number | undefined> {
  const { format, settings, keys } = upstream;
  const { origin, receipt } = request;
  const { countTokensPath: path } = format;
  if (origin.format !== format.name || path === undefined) return undefined;
  const { model, capabilities } = settings;
  const stable = settings.changingLines ? toStableBody(upstream, origin, receipt) : origin;
  const { bytes } = format.editRelayedRequest(stable.bytes, stable.body, {
    model,
    capabilities,
    receipt,
  });
  const headers = format.relayedRequestHeaders(origin.headers);
  const message = { path, headers, body: bytes, stream: false };
  return keys
    ? tryKeys(keys, request, (keyed) => askWith(keyed, message, request))
    : askWith(upstream, message, request);
}

async function askWith(
  upstream: Upstream,
  message: Message,
  { signal, clock }: CountRequest,
): Promise<number | undefined> {
  const { parseTokenCount } = upstream.format;
  const response = await send(upstream, message, signal);
  if (isAccepted(response.status)) {
    return parseTokenCount?.((await readJsonReply(response.body, clock)).value);
  }
  const failure = await toFailure(upstream, message, response, clock);
  upstream.key?.noteFailure(failure, response.headers, clock);
  if (withoutCounter.includes(response.status)) return undefined;
  throw failure;
}
