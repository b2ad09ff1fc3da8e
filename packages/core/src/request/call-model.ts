import type { AttemptContext } from "../accounts/bookkeeper/attempt-context.js";
import { inputEstimateOf, inputLimitOf } from "../accounts/bookkeeper/input-limit.js";
import type { Admission, RateStatus } from "../accounts/limits/limits.js";
import { ServiceError } from "../errors/service-error.js";
import { storeUnavailable } from "../errors/store-unavailable.js";
import { withRates } from "../errors/with-rates.js";
import { withConversation } from "../models/lazy-conversation.js";
import type { AttemptAnnouncement, ModelRequest, Origin, Reply } from "../models/model.js";
import { guardReply } from "../models/reply/guard.js";
import type { Call } from "./call.js";

/** What a model answers, and the rates that its request was let in under. */
export interface CalledModel {
  readonly reply: Reply;
  readonly rates: RateStatus | undefined;
}

/**
 * Lets the request in and calls the model, which opens its row in the ledger. The reply is guarded,
 * and when it is over the request's place is free again.
 */
export async function callModel(call: Call): Promise<CalledModel> {
  const { settings, run, model } = call;
  let rates: RateStatus | undefined;

  async function openReply(): Promise<Reply> {
    const admission = await admit(call);
    rates = admission.rates;
    run.onEnd(() => leave(call, admission));
    if (run.signal.aborted) throw run.signal.reason;
    return model.respond(toModelRequest(call, admission));
  }

  const reply = await guardReply(openReply, {
    clock: settings.clock,
    timeouts: settings.timeouts,
    sizeLimits: settings.sizeLimits,
    signal: run.signal,
    onOver: run.end,
  }).catch((error: unknown) => {
    throw withRates(error, rates);
  });
  return { reply, rates };
}

/** A refusal is a ServiceError; anything else means that the port cannot tell, and nobody is let in. */
async function admit({
  settings,
  run,
  key,
  requestId,
  model,
  bytes,
  request,
}: Call): Promise<Admission> {
  try {
    return await settings.limits.admit({
      key,
      requestId,
      model: model.id,
      inputTokens: inputEstimateOf(bytes, request.body),
      signal: run.signal,
    });
  } catch (error) {
    throw ServiceError.is(error) ? error : storeUnavailable(error);
  }
}

/** A port that fails here must not take the answer with it, which is out already. */
function leave({ settings, requestId }: Call, admission: Admission): void {
  try {
    admission.release();
  } catch (error) {
    settings.report({ type: "failure", requestId, step: "release", error });
  }
}

/** What a model may know of the wire request. */
export function toOrigin({
  format,
  request,
  head,
  bytes,
  headers,
}: Pick<Call, "format" | "request" | "head" | "bytes" | "headers">): Origin {
  return { format: format.name, body: request.body, head, bytes, headers, native: format.native };
}

function toModelRequest(call: Call, admission: Admission): ModelRequest {
  const { settings, run, format, requestId, request, model } = call;
  const maxTokens =
    request.maxTokens ?? model.capabilities.maxOutputTokens ?? settings.defaultMaxTokens;
  const reservedOutput = maxTokens * request.choices;
  const context = toAttemptContext(call, admission, reservedOutput);
  const parts = {
    requestId,
    accountId: call.key.accountId,
    origin: toOrigin(call),
    stream: request.stream,
    maxTokens,
    reservedOutput,
    signal: run.signal,
    clock: settings.clock,
    random: settings.random,
    receipt: call.receipt,
    createToolCallId: () => format.createToolCallId(settings.ids),
    attempt: (announcement: AttemptAnnouncement) => call.bookkeeper.open(context, announcement),
  };
  return withConversation(parts, () => request.conversation());
}

/** What the books are told of a request, for each of its tries. */
function toAttemptContext(
  { key, requestId, format, idempotencyKey, onCallerGone, bytes, request, run }: Call,
  admission: Admission,
  reservedOutput: number,
): AttemptContext {
  return {
    key,
    requestId,
    format: format.name,
    idempotencyKey,
    onCallerGone,
    inputLimit: inputLimitOf(bytes, request.body),
    reservedOutput,
    attempts: [],
    signal: run.signal,
    onEnd: run.onEnd,
    track: run.track,
    spend: (tokens) => admission.spend?.(tokens),
  };
}
