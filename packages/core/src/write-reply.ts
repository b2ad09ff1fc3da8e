import type { Call } from "./call-model.js";
import type { ConversationEvent, EventSource } from "./conversation/events.js";
import { createFold } from "./conversation/fold.js";
import { ServiceError } from "./errors/service-error.js";
import type { AnswerContext } from "./format.js";
import { createJsonAnswer, eventStreamHeaders } from "./http/answers.js";
import type { Answer } from "./http/exchange.js";
import { createStreamBody } from "./http/stream-body.js";

/**
 * Answers with the reply: as an event stream, or as the JSON that the stream adds up to. The head
 * is held back until the first events are there, so that a failure before them has a real status.
 */
export async function writeReply(call: Call, events: EventSource): Promise<Answer> {
  const first = (await events.read()) ?? [];
  const { request, settings } = call;
  const context: AnswerContext = { request, settings, ids: settings.ids, clock: settings.clock };
  return request.stream
    ? writeStream(call, context, first, events)
    : writeJson(call, context, first, events);
}

function writeStream(
  call: Call,
  context: AnswerContext,
  first: readonly ConversationEvent[],
  events: EventSource,
): Answer {
  const { settings, format, requestId, run } = call;
  const encoder = format.createEncoder(context);
  const body = createStreamBody({
    first,
    events,
    clock: settings.clock,
    pingInterval: settings.pingInterval,
    encode: encoder.encode,
    ping: encoder.ping,
    fail(error) {
      if (run.callerIsGone) return undefined;
      settings.report({ type: "failure", requestId, step: "stream", error });
      return encoder.fail(ServiceError.from(error), requestId);
    },
  });
  return {
    status: 200,
    headers: [...eventStreamHeaders, ...format.requestIdHeaders(requestId)],
    body,
  };
}

async function writeJson(
  call: Call,
  context: AnswerContext,
  first: readonly ConversationEvent[],
  events: EventSource,
): Promise<Answer> {
  const { format, requestId } = call;
  const fold = createFold();
  let batch: readonly ConversationEvent[] | undefined = first;
  while (batch) {
    for (const event of batch) fold.push(event);
    batch = await events.read();
  }
  return createJsonAnswer(
    200,
    format.requestIdHeaders(requestId),
    format.toResponse(fold.result(), context),
  );
}
