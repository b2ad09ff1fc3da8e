import { type AttemptEnd, toAttemptEnd, toWholeEnd } from "../../conversation/attempt-end.js";
import type { EventSource } from "../../conversation/events.js";
import type { ToolNames } from "../../conversation/legal-names.js";
import { createOutputEstimate, type OutputEstimate } from "../../conversation/output-estimate.js";
import { noReplyFacts, type ReplyFacts } from "../../conversation/reply-facts.js";
import type { ReadReplyContext } from "../../formats/upstream-format.js";
import type { EventsReply, ModelRequest } from "../../models/model.js";
import { isPromise, type MaybePromise } from "../../runtime/maybe-promise.js";
import { createSignalRace } from "../../runtime/race-signal.js";
import { withFirst } from "../../runtime/source.js";
import { type Dispatch, toEnd } from "../send/dispatch.js";
import { nothingReported } from "../send/observed.js";
import { assertWithinOutputLimit } from "../send/output-limit.js";
import type { Upstream } from "../upstream.js";
import { type Batch, type Batches, openBatches } from "./reply-batches.js";

/**
 * Reads a reply as events, whether it came as JSON or as an event stream and whichever of the two
 * was asked for. Resolves with the first events, so that a reply that begins with an error fails.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function readReply(
  upstream: Upstream,
  request: ModelRequest,
  dispatched: Dispatch,
  names: ToolNames,
): Promise<EventsReply> {
  const context = toParseContext(upstream, request, names);
  const { outputEstimate } = context;
  const source = createSource(dispatched, request.reservedOutput, outputEstimate, () =>
    openBatches(upstream.format, dispatched.response, context, request),
  );
  const first = await source.read();
  if (!first) return { kind: "events", events: source };
  return { kind: "events", events: withFirst([toNamed(first, upstream)], source) };
}

function toParseContext(
  { settings, model }: Upstream,
  request: ModelRequest,
  names: ToolNames,
): ReadReplyContext {
  const conversation = request.conversation();
  return {
    model: settings.id,
    capabilities: settings.capabilities,
    names,
    receipt: request.receipt,
    stopSequences: conversation.stopSequences,
    logprobs: conversation.logprobs !== undefined,
    inputTokens: () => model.countInputTokens(conversation),
    outputEstimate: createOutputEstimate(),
    maxBlocks: request.maxReplyBlocks,
    createToolCallId: request.createToolCallId,
  };
}

/**
 * Pulls the batches of one attempt, and settles it however it ends. A whole reply is settled when
 * somebody asks for more: until then, whoever reads may refuse its last batch.
 */
function createSource(
  dispatched: Dispatch,
  reservedOutput: number,
  estimate: OutputEstimate,
  open: () => Promise<Batches>,
): EventSource {
  const { signal } = dispatched;
  let batches: Batches | undefined;
  /** The events that were read; a format whose reader does not count them has them counted here. */
  let returned = 0;
  let said = noReplyFacts;
  let whole = false;
  let over = false;
  dispatched.watch(() => ({
    reported: batches?.reported() ?? nothingReported,
    output: estimate.output(),
    reasoning: estimate.reasoning(),
    reply: () => said,
  }));

  function finish(end: AttemptEnd, failure?: unknown): void {
    if (over) return;
    over = true;
    race.leave();
    dispatched.finish(end, failure);
  }

  const race = createSignalRace(signal, () => finish(toAttemptEnd(signal.reason)));

  function pull(): MaybePromise<Batch | undefined> {
    if (!batches) return begin();
    const events = batches.pull();
    return isPromise(events) ? events.then(take) : take(events);
  }

  async function begin(): Promise<Batch | undefined> {
    batches = await open();
    return pull();
  }

  function take(events: Batch | undefined): Batch | undefined {
    returned += events?.length ?? 0;
    if (events) said = noteReplyFacts(said, events);
    if (events && estimate.events() < returned) estimate.add(events);
    whole = events?.at(-1)?.type === "end";
    if (whole) race.leave();
    else if (!events) finish("completed");
    else if (!batches?.arrived()) assertWithinOutputLimit(estimate.output(), reservedOutput);
    return events;
  }

  return {
    async read() {
      if (whole) finish("completed");
      if (over) return undefined;
      try {
        return await race.wait(pull);
      } catch (error) {
        const failure = dispatched.explain(error);
        finish(toEnd(error, signal), failure);
        throw failure;
      }
    },
    async cancel(reason) {
      finish(whole ? toWholeEnd(reason) : toAttemptEnd(reason));
    },
  };
}

/** What a reply has said of itself, with what further events add. */
function noteReplyFacts(said: ReplyFacts, events: Batch): ReplyFacts {
  let facts = said;
  for (const event of events) {
    if (event.type === "start") facts = { ...facts, id: event.id, model: event.model };
    if (event.type === "stop") facts = { ...facts, finishReasons: [event.native ?? event.reason] };
  }
  return facts;
}

/** The first events with the public name of the model, unless the upstream's own may be shown. */
function toNamed(first: Batch, { settings: { id, revealModel } }: Upstream): Batch {
  if (revealModel) return first;
  return first.map((event) => (event.type === "start" ? { ...event, model: id } : event));
}
