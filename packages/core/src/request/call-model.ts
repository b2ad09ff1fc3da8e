import type { Admission } from "../accounts/limits/limits.js";
import { respondWithChoices } from "../models/choices/respond-with-choices.js";
import type { Caller, ModelRequest, Origin, Reply } from "../models/model.js";
import { runSteps } from "../runtime/run-steps.js";
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
  const { settings, run, format, request, attempts, events } = call;
  return {
    requestId: call.requestId,
    caller: toCaller(call),
    conversation: request.conversation,
    readConversation: async () => runSteps(request.readConversation(), call.bytes, settings.clock),
    origin: toOrigin(call),
    stream: request.stream,
    maxTokens: call.maxTokens,
    reservedOutput: call.reservedOutput,
    choices: request.choices,
    maxEventCharacters: settings.sizeLimits.eventCharacters,
    signal: run.signal.signal,
    clock: settings.clock,
    random: settings.random,
    receipt: call.receipt,
    createToolCallId: () => format.createToolCallId(settings.ids),
    attempt: (announcement) => attempts.open(announcement, admission),
    noteChoice: events && ((choice, attemptId) => events.noteChoice(choice, attemptId)),
    reportFailure: (failure) => events?.reportModelFailure(failure),
  };
}

/** What a model may know about who calls. */
export function toCaller({ key, request: { endUser } }: ValidRequest): Caller {
  return { keyId: key.id, accountId: key.accountId, endUser, attached: key.attached };
}

/** What a model may know about the wire request. */
export function toOrigin({
  exchange,
  format,
  request,
  head,
  bytes,
}: Routed & ValidRequest): Origin {
  const { headers } = exchange;
  return { format: format.name, body: request.body, head, bytes, headers, native: format.native };
}
