import type { Block } from "../../conversation/conversation.js";
import type { ConversationEvent, OpenedBlock, StopEvent } from "../../conversation/events.js";
import { createFold, type FoldedBlock } from "../../conversation/fold.js";
import type { ServerToolCall, ServerToolFormat } from "../../conversation/server-tools.js";
import { type FinalUsage, noUsage } from "../../conversation/usage/usage.js";
import { parseJson, toObject } from "../../json/value.js";
import type { LinkCitations } from "./link-citations.js";
import type { ProvidedTool } from "./provided-tool.js";

type OpenedCall = Extract<OpenedBlock, { readonly type: "tool_call" }>;

/** A call that is run here. */
export interface ProvidedCall extends ServerToolCall {
  readonly tool: ProvidedTool;
  /** The id under which the model knows it. */
  readonly modelId: string;
}

/** The indexes of the blocks that the caller sees, over all rounds. */
export interface ShownBlocks {
  next: number;
}

/** What a round needs of the reply that it is a part of. */
export interface RoundContext {
  readonly provided: readonly ProvidedTool[];
  readonly format: ServerToolFormat;
  readonly shown: ShownBlocks;
  readonly citations: LinkCitations;
  /** A new id of a call, as the caller sees it. Models may use theirs again in the next round. */
  createCallId(): string;
  readonly isFirst: boolean;
}

/** One call of the model: what the caller sees of it, and which tools it has called. */
export class Round {
  readonly #context: RoundContext;
  readonly #fold = createFold();
  /** The call that is being read and runs here. */
  #held: OpenedCall | undefined;
  #arguments = "";
  readonly #closed: ProvidedCall[] = [];
  #hasOtherCalls = false;
  #stop: StopEvent | undefined;
  #usage: FinalUsage = noUsage;
  #isOver = false;

  constructor(context: RoundContext) {
    this.#context = context;
  }

  /** Takes an event of the model. @returns what the caller sees of it */
  take(event: ConversationEvent): readonly ConversationEvent[] {
    this.#fold.push(event);
    switch (event.type) {
      case "start":
      case "usage":
        return this.#context.isFirst ? [event] : [];
      case "open":
        return this.#open(event.block);
      case "delta":
        return this.#delta(event);
      case "close":
        return this.#close();
      case "stop":
        this.#stop = event;
        return [];
      case "end":
        this.#usage = event.usage;
        this.#isOver = true;
        return [];
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get usage(): FinalUsage {
    return this.#usage;
  }

  /** Why the model has stopped. */
  get stop(): StopEvent {
    return this.#stop ?? { type: "stop", reason: "end" };
  }

  /** The calls that run here, in their order. */
  get calls(): readonly ProvidedCall[] {
    return this.#closed;
  }

  /** Whether the reply goes on when the calls have run: nothing else is asked of the caller. */
  get goesOn(): boolean {
    return this.#closed.length > 0 && !this.#hasOtherCalls && this.stop.reason === "tool_calls";
  }

  /** What the model has said, for its next call. */
  toBlocks(): readonly Block[] {
    return this.#fold.result().blocks.flatMap(toBlock);
  }

  #open(block: OpenedBlock): readonly ConversationEvent[] {
    if (block.type === "tool_call") {
      if (this.#toolOf(block)) {
        this.#held = block;
        this.#arguments = "";
        return [];
      }
      this.#hasOtherCalls = true;
    }
    if (block.type === "text") this.#context.citations.begin();
    return [{ type: "open", index: this.#context.shown.next, block }];
  }

  #toolOf({ name }: OpenedCall): ProvidedTool | undefined {
    return this.#context.provided.find((tool) => tool.name === name);
  }

  #delta({ delta }: Extract<ConversationEvent, { type: "delta" }>): readonly ConversationEvent[] {
    if (this.#held) {
      if (delta.type === "arguments") this.#arguments += delta.json;
      return [];
    }
    const index = this.#context.shown.next;
    const { citations, format } = this.#context;
    const found = delta.type === "text" ? citations.push(delta.text) : [];
    return [delta, ...found.map(({ web, text }) => format.toCitation(web, text))].map((each) => ({
      type: "delta",
      index,
      delta: each,
    }));
  }

  #close(): readonly ConversationEvent[] {
    const { shown, format, createCallId } = this.#context;
    const held = this.#held;
    if (!held) return [{ type: "close", index: shown.next++ }];
    this.#held = undefined;
    const tool = this.#toolOf(held);
    if (!tool) return [];
    const input = toObject(parseJson(this.#arguments));
    const call = { id: createCallId(), kind: tool.kind, input, tool, modelId: held.id };
    this.#closed.push(call);
    return showBlocks(format.toCallBlocks(call), shown);
  }
}

/** Blocks that are complete, as events. */
export function showBlocks(
  blocks: readonly OpenedBlock[],
  shown: ShownBlocks,
): readonly ConversationEvent[] {
  return blocks.flatMap((block): ConversationEvent[] => {
    const index = shown.next++;
    return [
      { type: "open", index, block },
      { type: "close", index },
    ];
  });
}

/** A block as it goes back to the model. */
function toBlock({ opened, text, signature }: FoldedBlock): readonly Block[] {
  switch (opened.type) {
    case "text":
    case "refusal":
      return text === "" ? [] : [{ type: opened.type, text }];
    case "thinking":
      return [{ type: "thinking", text, signature }];
    case "redacted_thinking":
      return [{ type: "redacted_thinking", data: opened.data }];
    case "tool_call": {
      const { id, name, extra } = opened;
      return [{ type: "tool_call", id, name, arguments: text || "{}", ...(extra && { extra }) }];
    }
    case "native":
      return [{ type: "native", format: opened.format, value: opened.value }];
  }
}
