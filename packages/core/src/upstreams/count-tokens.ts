import { ServiceError } from "../errors/service-error.js";
import type { CountRequest, TokenCount } from "../models/model.js";
import { createCancellation } from "./cancellation.js";
import { isAccepted, toFailure } from "./failure.js";
import { readJsonReply } from "./read-body.js";
import { send } from "./send.js";
import type { Upstream } from "./upstream.js";

/** Statuses of an upstream that has no token counter, though its wire has one. */
const withoutCounter: readonly number[] = [404, 405, 501];

/**
 * Counts the input tokens of a caller of the upstream's own format: at the upstream's counter, or by
 * an estimate where it has none. A count that fails is an error, never a guess.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function countTokens(upstream: Upstream, request: CountRequest): Promise<TokenCount> {
  const { format, settings, model } = upstream;
  const { origin } = request;
  const estimate = (): TokenCount => ({
    inputTokens: model.countInputTokens(request.conversation),
    estimated: true,
  });
  const { countTokensPath: path, parseTokenCount } = format;
  if (origin.format !== format.name || path === undefined || !parseTokenCount) return estimate();
  const { bytes } = format.editRelayed(origin.bytes, origin.body, {
    model: settings.model,
    capabilities: settings.capabilities,
  });
  const headers = format.relayedRequestHeaders(origin.headers);
  const cancellation = createCancellation(request.signal);
  try {
    const response = await send(
      upstream,
      { path, headers, body: bytes, stream: false },
      cancellation.signal,
    );
    if (isAccepted(response.status)) {
      const { value } = await readJsonReply(response.body);
      return { inputTokens: parseTokenCount(value), estimated: false };
    }
    const failure = await toFailure(upstream, response, request.clock);
    if (withoutCounter.includes(response.status)) return estimate();
    throw failure;
  } catch (error) {
    throw cancellation.signal.aborted ? cancellation.signal.reason : ServiceError.from(error);
  } finally {
    cancellation.release();
  }
}
