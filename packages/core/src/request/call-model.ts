import type { Admission } from "../accounts/limits/limits.js";
import { withSpellings } from "../conversation/spellings.js";
import { respondWithChoices } from "../models/choices/respond-with-choices.js";
import type { Caller, ModelRequest, Origin, Reply } from "../models/model.js";
import { withSignal } from "../runtime/abort-link.js";
import { runSteps } from "../runtime/run-steps.js";
import { keepResult } from "../runtime/steps.js";
import type { Call, Routed, ValidRequest } from "./call.js";

/**
 * Calls the model, which records its attempts in the ledger. If reading the request has used up the
 * turn of the event loop, others have theirs first.
 * @throws whatever the model throws; the signal's reason
 */
export async function callModel(call: Call, admission: Admission): Promise<Reply> {
  const pause = call.settings.turns.pass();
  if (pause) await pause;
  call.run.signal.throwIfAborted();
  const request = toModelRequest(call, admission);
  return respondWithChoices(call.model, request);
}

function toModelRequest(call: Call, admission: Admission): ModelRequest {
  const { settings, run, format, request, attempts, events, bytes } = call;
  const exactText = call.isExact ? undefined : bytes;
  const readConversation = keepResult(() =>
    withSpellings(call.request.readConversation(), exactText),
  );
  const unsignalled: Omit<ModelRequest, "signal"> = {
    requestId: call.requestId,
    caller: toCaller(call),
    conversation: () => call.request.conversation(),
    readConversation: async () => runSteps(readConversation(), bytes, settings.clock),
    origin: toOrigin(call),
    stream: request.stream,
    maxTokens: call.maxTokens,
    reservedOutput: call.reservedOutput,
    choices: request.choices,
    audioAt: call.input.audioAt,
    maxEventCharacters: settings.sizeLimits.eventCharacters,
    maxReplyCharacters: settings.sizeLimits.replyCharacters,
    maxReplyBlocks: settings.sizeLimits.replyBlocks,
    clock: settings.clock,
    random: settings.random,
    receipt: call.receipt,
    createToolCallId: () => format.createToolCallId(settings.ids),
    attempt: (announcement) => attempts.open(announcement, admission),
    noteChoice: events && ((choice, attemptId) => events.noteChoice(choice, attemptId)),
    reportFailure: (failure) => events?.reportModelFailure(failure),
  };
  return withSignal(unsignalled, run.signal);
}

/** What a model may know about who calls. */
export function toCaller({ key, request: { endUser } }: ValidRequest): Caller {
  return { keyId: key.id, accountId: key.accountId, endUser, attached: key.attached };
}

const context = Symbol("context");

/** One accessor for all origins, for the same reason as that of signals. */
const bodyOnUse: PropertyDescriptor & ThisType<{ readonly [context]: ValidRequest }> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[context].request.body;
  },
};

/** What a model may know about the wire request. Its body is that of the context, which may let go of it. */
export function toOrigin(valid: Routed & ValidRequest): Origin {
  const { exchange, format, head, bytes } = valid;
  const { headers } = exchange;
  const { name, native } = format;
  const origin = { format: name, head, bytes, headers, native, [context]: valid };
  return Object.defineProperty(origin, "body", bodyOnUse) as typeof origin & Pick<Origin, "body">;
}
