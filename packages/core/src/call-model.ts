import type { KeyRecord } from "./accounts/keys.js";
import type { Admission } from "./accounts/limits.js";
import { openAttempt, storeUnavailable } from "./accounts/open-attempt.js";
import type { EventSource } from "./conversation/events.js";
import { ServiceError } from "./errors/service-error.js";
import type { Format, Head, ParsedRequest } from "./format.js";
import type { Run } from "./lifetime.js";
import { guardEvents } from "./models/guard-events.js";
import type { Model, ModelRequest } from "./models/model.js";
import type { Settings } from "./options.js";

/** A validated request with everything that the steps before have found out. */
export interface Call {
  readonly settings: Settings;
  readonly run: Run;
  readonly format: Format;
  readonly requestId: string;
  readonly key: KeyRecord;
  readonly head: Head;
  readonly request: ParsedRequest;
  readonly model: Model;
  /** Bytes of the request body: an upper bound of its tokens. */
  readonly bodyBytes: number;
}

/**
 * Lets the request in, opens its row in the ledger and calls the model; all of it happens with the
 * first read. The events are guarded, and when they are over the request's place is free again.
 */
export function callModel(call: Call): EventSource {
  const { settings, run } = call;
  return guardEvents(() => openReply(call), {
    clock: settings.clock,
    timeouts: settings.timeouts,
    bounds: settings.bounds,
    signal: run.signal,
    onOver: run.end,
  });
}

async function openReply(call: Call): Promise<EventSource> {
  const { run, model } = call;
  const admission = await admit(call);
  run.onEnd(() => leave(call, admission));
  if (run.signal.aborted) throw run.signal.reason;
  const reply = await model.respond(toModelRequest(call));
  return reply.events;
}

/** A refusal is a ServiceError; anything else means that the port cannot tell, and nobody is let in. */
async function admit({ settings, run, key, requestId, model }: Call): Promise<Admission> {
  try {
    return await settings.limits.admit({ key, requestId, model: model.id, signal: run.signal });
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

function toModelRequest(call: Call): ModelRequest {
  const { settings, run, format, requestId, request, model } = call;
  const maxTokens =
    request.maxTokens ?? model.capabilities.maxOutputTokens ?? settings.defaultMaxTokens;
  return {
    requestId,
    get conversation() {
      return request.conversation();
    },
    origin: { format: format.name, body: request.body, head: call.head },
    stream: request.stream,
    maxTokens,
    signal: run.signal,
    clock: settings.clock,
    createToolCallId: () => format.createToolCallId(settings.ids),
    attempt: (announcement) =>
      openAttempt(
        {
          settings,
          key: call.key,
          requestId,
          format: format.name,
          inputBound: call.bodyBytes,
          maxTokens,
          track: run.track,
        },
        announcement,
      ),
  };
}
