import type { Conversation, Turn } from "../../conversation/conversation.js";
import type { ConversationEvent, EventSource, StopEvent } from "../../conversation/events.js";
import type {
  ServerToolFormat,
  ServerToolKind,
  ServerToolOutcome,
} from "../../conversation/server-tools.js";
import { addUsage, type FinalUsage, noUsage } from "../../conversation/usage/usage.js";
import type { EventsReply, ModelRequest } from "../model.js";
import { readPastEnd } from "../reply/read-past-end.js";
import { LinkCitations } from "./link-citations.js";
import type { Offer } from "./offer.js";
import type { ServerToolSettings } from "./options.js";
import { toOutcomeText } from "./outcome-text.js";
import { type ProvidedCall, Round, showBlocks } from "./round.js";
import { runCall } from "./run-call.js";

/** A reply over several rounds, while it is read. */
export interface RoundsContext {
  readonly request: ModelRequest;
  readonly format: ServerToolFormat;
  readonly offer: Offer;
  readonly settings: ServerToolSettings;
  /** Calls the model again. */
  readonly respond: (request: ModelRequest) => Promise<EventsReply>;
}

/** A call, and what has become of it. */
interface RanCall {
  readonly call: ProvidedCall;
  readonly outcome: ServerToolOutcome;
}

/** The calls of a round that run, and those whose results have been shown. */
interface Runs {
  readonly running: readonly PromiseLike<RanCall>[];
  readonly shown: readonly RanCall[];
}

/** What the next read does. */
type Phase =
  | { readonly name: "reading"; readonly source: EventSource; readonly round: Round }
  /** The calls of a round that is over run next. */
  | { readonly name: "calling"; readonly round: Round }
  /** All calls of a round run, and their results are shown in their order. */
  | { readonly name: "running"; readonly round: Round; readonly runs: Runs }
  | { readonly name: "asking"; readonly conversation: Conversation }
  | { readonly name: "over" };

/** The events of a model, and of the tools that it calls, until it calls no more of them. */
export class ServerToolRounds implements EventSource {
  readonly #context: RoundsContext;
  readonly #shown = { next: 0 };
  readonly #citations = new LinkCitations();
  readonly #left = new AbortController();
  readonly #uses = new Map<ServerToolKind, number>();
  #conversation: Conversation;
  #usage: FinalUsage = noUsage;
  #rounds = 1;
  #phase: Phase;

  constructor(context: RoundsContext, first: EventsReply) {
    this.#context = context;
    this.#conversation = context.offer.conversation;
    this.#phase = { name: "reading", source: first.events, round: this.#createRound() };
  }

  async read(): Promise<readonly ConversationEvent[] | undefined> {
    for (;;) {
      const shown = await this.#step();
      if (!shown || shown.length > 0) return shown;
    }
  }

  async cancel(reason?: unknown): Promise<void> {
    const phase = this.#phase;
    this.#phase = { name: "over" };
    this.#left.abort(reason);
    if (phase.name === "reading") await phase.source.cancel(reason);
  }

  #createRound(): Round {
    const { format, offer, request } = this.#context;
    return new Round({
      provided: offer.provided,
      format,
      shown: this.#shown,
      citations: this.#citations,
      createCallId: () => {
        const id = request.createToolCallId();
        return format.toCallId(id.slice(id.lastIndexOf("_") + 1));
      },
      isFirst: this.#rounds === 1,
    });
  }

  async #step(): Promise<readonly ConversationEvent[] | undefined> {
    const phase = this.#phase;
    switch (phase.name) {
      case "over":
        return undefined;
      case "reading":
        return this.#readRound(phase.source, phase.round);
      case "calling":
        return this.#runCalls(phase.round);
      case "running":
        return this.#showNext(phase.round, phase.runs);
      case "asking":
        return this.#ask(phase.conversation);
    }
  }

  async #readRound(
    source: EventSource,
    round: Round,
  ): Promise<readonly ConversationEvent[] | undefined> {
    const batch = await source.read();
    if (!batch) return undefined;
    const shown = batch.flatMap((event) => round.take(event));
    if (!round.isOver || this.#phase.name === "over") return shown;
    void readPastEnd(source);
    this.#usage = addUsage(this.#usage, round.usage);
    if (round.calls.length === 0) return [...shown, ...this.#end(round.stop)];
    this.#phase = { name: "calling", round };
    return shown;
  }

  #runCalls(round: Round): readonly ConversationEvent[] {
    const running = round.calls.map(async (call) => ({ call, outcome: await this.#run(call) }));
    // One that fails while an earlier one is waited for is read later, or never.
    for (const run of running) run.catch(() => undefined);
    this.#phase = { name: "running", round, runs: { running, shown: [] } };
    return this.#showRunning(round.calls[0]);
  }

  #showRunning(call: ProvidedCall | undefined): readonly ConversationEvent[] {
    const blocks = call && this.#context.format.toRunningBlocks?.(call);
    return blocks ? showBlocks(blocks, this.#shown) : [];
  }

  async #showNext(
    round: Round,
    { running, shown: earlier }: Runs,
  ): Promise<readonly ConversationEvent[]> {
    const { settings, format } = this.#context;
    const next = await running[earlier.length];
    if (!next || this.#phase.name === "over") return [];
    this.#citations.add(next.outcome);
    const shown = showBlocks(format.toResultBlocks(next.call, next.outcome), this.#shown);
    const ran = [...earlier, next];
    if (ran.length < running.length) {
      this.#phase = { name: "running", round, runs: { running, shown: ran } };
      return [...shown, ...this.#showRunning(round.calls[ran.length])];
    }
    const stop = this.#toStop(round, settings);
    if (stop) return [...shown, ...this.#end(stop)];
    this.#phase = { name: "asking", conversation: this.#continue(round, ran) };
    return shown;
  }

  #run(call: ProvidedCall): Promise<ServerToolOutcome> {
    const { request, settings } = this.#context;
    const uses = (this.#uses.get(call.kind) ?? 0) + 1;
    this.#uses.set(call.kind, uses);
    if (uses > Math.min(call.tool.maxUses ?? settings.maxUses, settings.maxUses)) {
      return Promise.resolve({ type: "error", code: "max_uses_exceeded" });
    }
    const signal = AbortSignal.any([request.signal, this.#left.signal]);
    return runCall(call, call.tool, settings, { ...request, signal });
  }

  /** Why the reply ends with this round; absent if it goes on. */
  #toStop(round: Round, { maxRounds }: ServerToolSettings): StopEvent | undefined {
    if (!round.goesOn) return round.stop;
    if (this.#tokensLeft() <= 0) return { type: "stop", reason: "max_tokens" };
    return this.#rounds >= maxRounds ? { type: "stop", reason: "pause" } : undefined;
  }

  #tokensLeft(): number {
    return this.#context.request.maxTokens - this.#usage.output;
  }

  #end(stop: StopEvent): readonly ConversationEvent[] {
    this.#phase = { name: "over" };
    return [stop, { type: "end", usage: this.#usage }];
  }

  /** The conversation with what was said and found. What was forced has been done. */
  #continue(round: Round, ran: readonly RanCall[]): Conversation {
    const { toolChoice, turns, ...rest } = this.#conversation;
    const isForced = toolChoice?.type === "any" || toolChoice?.type === "tool";
    const answered: Turn = {
      role: "user",
      blocks: ran.map(({ call, outcome }) => ({
        type: "tool_result",
        callId: call.modelId,
        content: [{ type: "text", text: toOutcomeText(outcome) }],
        isError: outcome.type === "error",
      })),
    };
    return {
      ...rest,
      toolChoice: isForced ? undefined : toolChoice,
      turns: [...turns, { role: "assistant", blocks: round.toBlocks() }, answered],
      ...(rest.maxTokens !== undefined && { maxTokens: this.#tokensLeft() }),
    };
  }

  async #ask(conversation: Conversation): Promise<readonly ConversationEvent[]> {
    const { request, respond } = this.#context;
    const maxTokens = this.#tokensLeft();
    this.#conversation = conversation;
    this.#rounds += 1;
    const { events: source } = await respond({
      ...request,
      ...asRead(conversation),
      maxTokens,
      reservedOutput: maxTokens,
      // What is lost on the way to the model has been noted in the first round.
      receipt: request.receipt.branch(),
    });
    if (this.#phase.name === "over") {
      await source.cancel(this.#left.signal.reason);
      return [];
    }
    this.#phase = { name: "reading", source, round: this.#createRound() };
    return [];
  }
}

/** The members by which a request gives its conversation. */
export function asRead(
  conversation: Conversation,
): Pick<ModelRequest, "conversation" | "readConversation" | "asEvents"> {
  return {
    conversation: () => conversation,
    readConversation: async () => conversation,
    asEvents: true,
  };
}
