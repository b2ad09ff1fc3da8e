import { type AttemptEnd, toAttemptEnd, toWholeEnd } from "../../conversation/attempt-end.js";
import type { EventSource } from "../../conversation/events.js";
import { noReplyFacts, type ReplyFacts } from "../../conversation/reply-facts.js";
import type { OutputEstimate } from "../../conversation/usage/output-estimate.js";
import { isPromise, type MaybePromise } from "../../runtime/maybe-promise.js";
import { createSignalRace, type SignalRace } from "../../runtime/race-signal.js";
import { type Dispatch, toEnd } from "../send/dispatch.js";
import { nothingReported } from "../send/observed.js";
import { assertWithinOutputLimit } from "../send/output-limit.js";
import type { Batch, Batches } from "./batches.js";

/** What the events of a reply are read from. */
export interface ReplyParts {
  readonly dispatched: Dispatch;
  /** The tokens that are reserved for the output. */
  readonly reservedOutput: number;
  readonly estimate: OutputEstimate;
  /** Begins to read; called by the first read. */
  open(): Promise<Batches>;
}

/**
 * Pulls the batches of one attempt, and settles it however it ends. A whole reply is settled when
 * somebody asks for more: until then, whoever reads may refuse its last batch.
 */
export class ReplySource implements EventSource {
  readonly #parts: ReplyParts;
  readonly #race: SignalRace;
  #batches: Batches | undefined;
  /** The events that were read; a format whose reader does not count them has them counted here. */
  #returned = 0;
  #said = noReplyFacts;
  /** Whether the last batch was read. */
  #whole = false;
  /** Whether the attempt is settled. */
  #over = false;

  constructor(parts: ReplyParts) {
    const { dispatched, estimate } = parts;
    const { signal } = dispatched;
    this.#parts = parts;
    this.#race = createSignalRace(signal, () => this.#finish(toAttemptEnd(signal.reason)));
    dispatched.watch(() => ({
      reported: this.#batches?.reported() ?? nothingReported,
      output: estimate.output(),
      reasoning: estimate.reasoning(),
      reply: () => this.#said,
    }));
  }

  async read(): Promise<Batch | undefined> {
    const { dispatched } = this.#parts;
    if (this.#whole) this.#finish("completed");
    if (this.#over) return undefined;
    try {
      return await this.#race.wait(this.#pull);
    } catch (error) {
      const failure = dispatched.explain(error);
      this.#finish(toEnd(error, dispatched.signal), failure);
      throw failure;
    }
  }

  async cancel(reason?: unknown): Promise<void> {
    this.#finish(this.#whole ? toWholeEnd(reason) : toAttemptEnd(reason));
  }

  #finish(end: AttemptEnd, failure?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#race.leave();
    this.#parts.dispatched.finish(end, failure);
  }

  readonly #pull = (): MaybePromise<Batch | undefined> => {
    if (!this.#batches) return this.#begin();
    const events = this.#batches.pull();
    return isPromise(events) ? events.then(this.#take) : this.#take(events);
  };

  async #begin(): Promise<Batch | undefined> {
    this.#batches = await this.#parts.open();
    return this.#pull();
  }

  readonly #take = (events: Batch | undefined): Batch | undefined => {
    const { estimate, reservedOutput } = this.#parts;
    if (events) {
      this.#returned += events.length;
      this.#said = noteReplyFacts(this.#said, events);
      if (estimate.events() < this.#returned) estimate.add(events);
    }
    this.#whole = events?.at(-1)?.type === "end";
    if (this.#whole) this.#race.leave();
    else if (!events) this.#finish("completed");
    else if (!this.#batches?.arrived()) assertWithinOutputLimit(estimate.output(), reservedOutput);
    return events;
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
