import { createReceipt } from "../../conversation/receipt/receipt.js";
import { createJsonAnswer } from "../../http/answers.js";
import type { Answer } from "../../http/exchange.js";
import type { CountRequest, Model, TokenCount } from "../../models/model.js";
import { findCaller } from "../authenticate.js";
import type { Routed, ValidRequest } from "../call.js";
import { toCaller, toOrigin } from "../call-model.js";
import { readRequest } from "../read-request.js";
import { takePlace } from "../take-place.js";

/** Marks a token count as an approximation. */
const estimateHeader = ["x-diglot-token-count", "estimate"] as const;

/**
 * Answers with the number of input tokens, counted by the model or estimated. A count holds a place,
 * because its body is as large as a request to a model.
 */
export async function countTokens(routed: Routed): Promise<Answer> {
  const key = await findCaller(routed);
  const place = await takePlace(routed, key);
  try {
    const valid = await readRequest(routed, key, "parseCountTokens");
    return await answerCount({ ...routed, ...valid });
  } finally {
    place.leave();
  }
}

async function answerCount(count: Routed & ValidRequest): Promise<Answer> {
  const { format, requestId, model } = count;
  const { inputTokens, estimated } = await askModel(model, toCountRequest(count));
  const headers = [...format.requestIdHeaders(requestId), ...(estimated ? [estimateHeader] : [])];
  return createJsonAnswer(200, headers, format.toTokenCount?.(inputTokens));
}

function toCountRequest(count: Routed & ValidRequest): CountRequest {
  const { settings, exchange, request, requestId } = count;
  return {
    requestId,
    caller: toCaller(count),
    conversation: request.conversation,
    origin: toOrigin(count),
    signal: exchange.signal,
    clock: settings.clock,
    receipt: createReceipt(settings.unsupported),
  };
}

async function askModel(model: Model, request: CountRequest): Promise<TokenCount> {
  if (model.countTokens) return model.countTokens(request);
  return { inputTokens: model.countInputTokens(request.conversation()), estimated: true };
}
