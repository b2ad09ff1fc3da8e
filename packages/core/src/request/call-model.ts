import type { Admission } from "../accounts/limits/limits.js";
import type { Conversation } from "../conversation/conversation.js";
import { withSpellings } from "../conversation/spellings.js";
import { reportFailedAttempt } from "../events/report-failure.js";
import { respondWithChoices } from "../models/choices/respond-with-choices.js";
import type { Caller, ModelRequest, Origin, Reply } from "../models/model.js";
import { withSignal } from "../runtime/abort-link.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import { runSteps } from "../runtime/run-steps.js";
import { keepResult, type Steps } from "../runtime/steps.js";
import type { Call, Routed, ValidRequest } from "./call.js";

/**
 * Calls the model, which records its attempts in the ledger. If reading the request has used up the
 * turn of the event loop, others have theirs first.
 * @throws whatever the model throws; the signal's reason
 */
export function callModel(call: Call, admission: Admission): MaybePromise<Reply> {
  const pause = call.settings.turns.pass();
  return pause ? pause.then(() => ask(call, admission)) : ask(call, admission);
}

function ask(call: Call, admission: Admission): MaybePromise<Reply> {
  call.run.signal.throwIfAborted();
  return respondWithChoices(call.model, toModelRequest(call, admission));
}

function toModelRequest(call: Call, admission: Admission): ModelRequest {
  const { settings, run, format, request, attempts, events, bytes } = call;
  let reading: (() => Steps<Conversation>) | undefined;
  const unsignalled: Omit<ModelRequest, "signal"> = {
    requestId: call.requestId,
    caller: toCaller(call),
    conversation: () => call.request.conversation(),
    async readConversation() {
      reading ??= keepResult(() => readSpelled(call));
      return runSteps(reading(), bytes, settings.clock);
    },
    origin: toOrigin(call),
    stream: request.stream,
    maxTokens: call.maxTokens,
    reservedOutput: call.reservedOutput,
    choices: request.choices,
    audioAt: call.input.audioAt,
    attachedBytes: request.attached?.bytes,
    maxEventCharacters: settings.sizeLimits.eventCharacters,
    maxReplyCharacters: settings.sizeLimits.replyCharacters,
    maxReplyBlocks: settings.sizeLimits.replyBlocks,
    clock: settings.clock,
    random: settings.random,
    receipt: call.receipt,
    createToolCallId: () => format.createToolCallId(settings.ids),
    attempt: (announcement) => attempts.open(announcement, admission),
    noteChoice: events && ((choice, attemptId) => events.noteChoice(choice, attemptId)),
    reportFailure: (failed) => reportFailedAttempt(call, failed),
  };
  return withSignal(unsignalled, run.signal);
}

/** The conversation with the numbers as its body spells them. */
function readSpelled({ request, isExact, bytes }: Call): Steps<Conversation> {
  return withSpellings(request.readConversation(), isExact ? undefined : bytes);
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
  const { name, native, continuity } = format;
  const origin = { format: name, head, bytes, headers, native, continuity, [context]: valid };
  return Object.defineProperty(origin, "body", bodyOnUse) as typeof origin & Pick<Origin, "body">;
}
