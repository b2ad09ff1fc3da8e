import { createReceipt } from "../conversation/receipt.js";
import { createJsonAnswer } from "../http/answers.js";
import type { Answer, Exchange } from "../http/exchange.js";
import { withConversation } from "../models/lazy-conversation.js";
import type { CountRequest, Model, TokenCount } from "../models/model.js";
import type { Call } from "./call.js";
import { toOrigin } from "./call-model.js";

/** A validated request of the token counter. */
export type Count = Omit<
  Call,
  "bookkeeper" | "idempotencyKey" | "key" | "onCallerGone" | "receipt" | "run"
> & { readonly exchange: Exchange };

/** Says of a token count that it is an approximation. */
const estimateHeader = ["x-diglot-token-count", "estimate"] as const;

/** Answers with the tokens of a request's input, as the model counts them or as they are estimated. */
export async function countInput(count: Count): Promise<Answer> {
  const { format, requestId, model } = count;
  const { inputTokens, estimated } = await askModel(model, toCountRequest(count));
  const headers = [...format.requestIdHeaders(requestId), ...(estimated ? [estimateHeader] : [])];
  return createJsonAnswer(200, headers, format.toTokenCount?.(inputTokens));
}

function toCountRequest(count: Count): CountRequest {
  const { settings, exchange, request, requestId } = count;
  const parts = {
    requestId,
    origin: toOrigin(count),
    signal: exchange.signal,
    clock: settings.clock,
    receipt: createReceipt(settings.unsupported),
  };
  return withConversation(parts, () => request.conversation());
}

async function askModel(model: Model, request: CountRequest): Promise<TokenCount> {
  if (model.countTokens) return model.countTokens(request);
  return { inputTokens: model.countInputTokens(request.conversation), estimated: true };
}
