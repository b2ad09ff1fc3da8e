import type { Answer, ModelRequest, RelayReply, Reply } from "@diglot/core";
import { pause } from "../common/pause.js";
import { type AnswerFault, applyFaults } from "./apply-faults.js";
import type { Fault } from "./fault.js";
import { contextOf, toServiceError } from "./fault-context.js";

type Alter = (answer: Answer) => Answer;

/**
 * The reply of `respond`, with all that goes wrong with its answer. Faults that stand for an answer
 * (`error`, `html`, `silence`, `unreachable`, and `error_event` where no stream was asked for) do
 * not call `respond`; the first of them decides.
 * @throws ServiceError for `error`
 * @throws the reason of the request's signal for `silence`
 * @throws TypeError for a fault that does not exist
 */
export async function respondWithFaults(
  faults: readonly Fault[],
  request: ModelRequest,
  respond: () => Promise<Reply>,
): Promise<Reply> {
  const context = contextOf(request);
  const instead = faults.find((fault) => isInstead(fault, request));
  switch (instead?.type) {
    case "error":
    case "error_event":
      throw toServiceError(instead, context);
    case "silence":
      await pause(undefined, request.clock, request.signal);
      throw request.signal.reason;
    case "unreachable":
      return replyOf((answer) => applyFaults(answer, [instead], context));
    case "html": {
      const rest = faults.slice(faults.indexOf(instead)).filter(changesAnswer);
      return replyOf((answer) => applyFaults(answer, rest, { ...context, isStream: false }));
    }
  }
  const changes = faults.filter(changesAnswer);
  const reply = await respond();
  if (changes.length === 0) return reply;
  const before: Alter = reply.alter ?? ((answer) => answer);
  return { ...reply, alter: (answer) => applyFaults(before(answer), changes, context) };
}

const insteadTypes: ReadonlySet<Fault["type"]> = new Set([
  "error",
  "html",
  "silence",
  "unreachable",
]);

function isInstead({ type }: Fault, { stream }: ModelRequest): boolean {
  return insteadTypes.has(type) || (type === "error_event" && !stream);
}

function changesAnswer(fault: Fault): fault is AnswerFault {
  return fault.type !== "error" && fault.type !== "silence";
}

/** A reply without content, whose answer is made by `alter` alone. */
function replyOf(alter: Alter): RelayReply {
  return {
    kind: "relay",
    status: 200,
    headers: [],
    body: new Uint8Array(),
    untilContent: async () => undefined,
    alter,
  };
}
