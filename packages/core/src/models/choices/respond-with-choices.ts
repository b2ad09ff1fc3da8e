import { otherChoiceFailed } from "../../conversation/attempt-end.js";
import type { Conversation } from "../../conversation/conversation.js";
import { placeOf } from "../../conversation/places.js";
import { branchForEach, type ReceiptBranch } from "../../conversation/receipt/receipt.js";
import { badReply } from "../../errors/bad-reply.js";
import { ServiceError } from "../../errors/service-error.js";
import { toAbortSignal } from "../../runtime/abort-link.js";
import { type Cancellation, createCancellation } from "../../runtime/cancellation.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import type { ChoicesReply, EventsReply, Model, ModelRequest, Reply } from "../model.js";
import { cancelReply } from "../reply/cancel.js";
import { type ChoiceAttempts, createChoiceAttempts } from "./choice-attempts.js";
import { joinChoices } from "./join-choices.js";

/** The calls of one model for the choices of one request. */
interface Group {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly attempts: ChoiceAttempts;
  readonly cancellation: Cancellation;
  readonly openReceipt: () => ReceiptBranch;
  /** Whether each call has opened its first attempt, by the index of its choice. */
  readonly taken: boolean[];
  /** The replies that have begun, by the index of their choice. */
  readonly replies: (EventsReply | undefined)[];
}

/**
 * Calls a model for all requested choices. One that gives several in one reply to callers of this
 * format is called once; any other once for each choice, side by side, and the replies are joined. Each
 * call then has its own attempts, for `maxTokens` of output each; the first attempts are reserved at
 * once, so that nothing is sent unless there is enough for all. If one call fails, the others are
 * stopped, and the whole reply fails with its error. What several calls note alike in the receipt is
 * noted once.
 * @throws ServiceError `bad_request` for more choices than the model's `capabilities.choices`
 */
export function respondWithChoices(model: Model, request: ModelRequest): MaybePromise<Reply> {
  const isOwn = request.choices === 1 || model.ownChoices?.includes(request.origin.format);
  if (isOwn) return model.respond(request);
  assertFew(model, request);
  return joinCalls(createGroup(model, request));
}

function createGroup(model: Model, request: ModelRequest): Group {
  const reserve: ModelRequest["attempt"] = (announcement) =>
    request.attempt({ ...announcement, reservedOutput: request.maxTokens });
  return {
    model,
    request,
    attempts: createChoiceAttempts(reserve, request.choices),
    cancellation: createCancellation(request.signal),
    openReceipt: branchForEach(request.receipt),
    taken: [],
    replies: [],
  };
}

function joinCalls(group: Group): ChoicesReply {
  const one = forOneChoice(group.request);
  const count = group.request.choices;
  const { read, cancel } = joinChoices({
    replies: Array.from({ length: count }, (_, choice) => callModel(group, { ...one, choice })),
    onFailed: (error) => failGroup(group, error),
    onEnded: () => endGroup(group),
  });
  return {
    kind: "choices",
    count,
    events: {
      read,
      async cancel(reason) {
        await cancel(reason);
        stopGroup(group, reason);
      },
    },
    alter: (answer) =>
      group.replies.reduce((altered, reply) => reply?.alter?.(altered) ?? altered, answer),
  };
}

function assertFew({ capabilities }: Model, { choices, conversation }: ModelRequest): void {
  const most = Math.max(capabilities.choices, 1);
  if (choices <= most) return;
  const message = `The model behind this endpoint gives at most ${most} choices.`;
  const problems = [{ at: placeOf(conversation(), "choices"), message }];
  throw new ServiceError({ kind: "bad_request", message, problems });
}

/** The request as each call sees it: for one choice. */
function forOneChoice(request: ModelRequest): ModelRequest {
  let plain: Conversation | undefined;
  let spelled: Conversation | undefined;
  return {
    ...request,
    conversation() {
      plain ??= { ...request.conversation(), choices: undefined };
      return plain;
    },
    async readConversation() {
      spelled ??= { ...(await request.readConversation()), choices: undefined };
      return spelled;
    },
    choices: 1,
    reservedOutput: request.maxTokens,
  };
}

async function callModel(
  group: Group,
  request: ModelRequest & { readonly choice: number },
): Promise<EventsReply> {
  const { model, cancellation, replies } = group;
  const { signal } = cancellation;
  const receipt = group.openReceipt();
  receipt.keep();
  const attempt = toAttempt(group, request.choice);
  const reply = await model.respond({
    ...request,
    signal: toAbortSignal(signal),
    receipt,
    attempt,
  });
  if (signal.aborted) {
    void cancelReply(reply, signal.reason);
    throw signal.reason;
  }
  const events = toEvents(reply);
  replies[request.choice] = events;
  return events;
}

function toEvents(reply: Reply): EventsReply {
  if (reply.kind === "events") return reply;
  void cancelReply(reply, "upstream_error");
  throw badReply("The model was called for one choice, which must be a reply of events.");
}

/** The first attempt of a call is one of those that are reserved for all; the later ones are its own. */
function toAttempt({ attempts, request, taken }: Group, choice: number): Reserve {
  return async (announcement) => {
    const isFirst = taken[choice] !== true;
    taken[choice] = true;
    const attempt = await (isFirst
      ? attempts.take(announcement)
      : request.attempt({ ...announcement, reservedOutput: request.maxTokens }));
    request.noteChoice?.(choice, attempt.id);
    return attempt;
  };
}

type Reserve = ModelRequest["attempt"];

function failGroup(group: Group, error: unknown): unknown {
  const { attempts } = group;
  stopGroup(group, otherChoiceFailed);
  // The others may have run, although this one has not.
  const mayHaveRun = attempts.taken > 1;
  return ServiceError.is(error) && mayHaveRun ? ServiceError.with(error, { mayHaveRun }) : error;
}

/** The replies come first, so that their attempts end for this reason and not for a consequence of it. */
function stopGroup({ replies, cancellation, attempts }: Group, reason: unknown): void {
  for (const reply of replies) if (reply) void cancelReply(reply, reason);
  cancellation.cancel(reason);
  attempts.release();
}

function endGroup({ cancellation, attempts }: Group): void {
  cancellation.release();
  attempts.release();
}
