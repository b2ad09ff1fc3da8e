import {
  type ConversationEvent,
  completeUsage,
  type ReadReplyContext,
  type ReportedUsage,
} from "@diglot/core";
import {
  badReply,
  createBlockSequencer,
  createLossNotes,
  isObject,
  type JsonObject,
  type NoteLoss,
  toInBandError,
  toObject,
} from "@diglot/core/formats";
import { addReasoning, closeItem, openItem, partAt, type ReplyItem, toCitation } from "./items.js";
import type { ReplyPart } from "./part.js";
import { losses } from "./rules.js";
import { toStop } from "./stop.js";
import { readUsage } from "./usage.js";

const endings: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete"]);

/** Events that say nothing that another one does not say as well. */
const silent =
  /^(?:keepalive|response\.(?:created|queued|in_progress|content_part\.done|reasoning_summary_part\.done|(?:web_search|file_search|code_interpreter|image_generation|mcp)\w*\..+))$/;

/**
 * Reads the events of one reply, as a stream sends them, and those that stand for a whole response. Items
 * may be mixed; they become blocks one after another, in the order in which they began.
 */
export class ReplyReader {
  readonly #context: ReadReplyContext;
  readonly #note: NoteLoss;
  readonly #sequence;
  readonly #items = new Map<number, ReplyItem>();
  #phase: "before" | "inside" | "over" = "before";
  #reported: ReportedUsage = { counts: {}, final: false, raw: undefined };
  #hasCalls = false;
  #refusal = "";

  constructor(context: ReadReplyContext) {
    this.#context = context;
    this.#note = createLossNotes(context.receipt);
    this.#sequence = createBlockSequencer<ReplyPart>(context.maxBlocks);
  }

  get done(): boolean {
    return this.#phase === "over";
  }

  reportedUsage(): ReportedUsage {
    return this.#reported;
  }

  /** Translates one event. @throws ServiceError as `StreamParser.push` does */
  read(event: unknown): readonly ConversationEvent[] {
    if (this.#phase === "over") return [];
    try {
      const events = this.#readEvent(event);
      // The last events were counted for the usage among them.
      if (events.at(-1)?.type !== "end") this.#context.outputEstimate.add(events);
      return events;
    } catch (error) {
      this.#phase = "over";
      throw error;
    }
  }

  /** The body has ended; a reply without its last event is not whole. */
  end(): readonly ConversationEvent[] {
    if (this.#phase === "over") return [];
    this.#phase = "over";
    throw badReply("The stream ended without its last event.");
  }

  #readEvent(event: unknown): readonly ConversationEvent[] {
    if (!isObject(event)) throw badReply("The data of an event is not a JSON object.");
    const { type } = event;
    const mayHaveRun = this.#phase === "inside";
    if (type === "error")
      throw toInBandError(isObject(event.error) ? event : { error: event }, mayHaveRun);
    const response = toObject(event.response);
    if (type === "response.failed" || response.status === "failed") {
      throw toInBandError({ error: toObject(response.error) }, mayHaveRun);
    }
    const begun = this.#phase === "before" ? this.#start(response) : [];
    if (endings.has(type)) return [...begun, ...this.#finish(response)];
    this.#readContent(event);
    return [...begun, ...this.#advance()];
  }

  #start({ model, id, service_tier: tier }: JsonObject): readonly ConversationEvent[] {
    this.#phase = "inside";
    const name = typeof id === "string" ? id.replace(/^resp_/, "") : "";
    return [
      {
        type: "start",
        model: typeof model === "string" && model !== "" ? model : this.#context.model,
        ...(name !== "" && { id: name }),
        ...(typeof tier === "string" && tier !== "auto" && { serviceTier: toNeutralTier(tier) }),
        usage: this.#usage(),
      },
    ];
  }

  #usage() {
    const { inputTokens, outputEstimate } = this.#context;
    return completeUsage(this.#reported.counts, {
      input: inputTokens,
      output: outputEstimate.output(),
      reasoning: outputEstimate.reasoning(),
    });
  }

  #readContent(event: JsonObject): void {
    const { type, delta } = event;
    const at = Number(event.content_index ?? 0);
    switch (type) {
      case "response.output_item.added":
        this.#open(Number(event.output_index), toObject(event.item));
        return;
      case "response.output_item.done":
        this.#close(Number(event.output_index), toObject(event.item));
        return;
      case "response.output_text.delta":
        this.#part(event, at, "text")?.add(this.#toText(delta, event.logprobs));
        return;
      case "response.refusal.delta":
        this.#part(event, at, "refusal")?.add({ type: "text", text: String(delta ?? "") });
        return;
      case "response.output_text.done":
        this.#part(event, at, "text")?.addRest(event.text);
        return;
      case "response.refusal.done":
        this.#part(event, at, "refusal")?.addRest(event.refusal);
        return;
      case "response.output_text.annotation.added": {
        const citation = toCitation(event.annotation);
        if (citation) this.#part(event, at, "text")?.add(citation);
        return;
      }
      case "response.function_call_arguments.delta":
        this.#itemOf(event)
          .parts.get(0)
          ?.add({ type: "arguments", json: String(delta ?? "") });
        return;
      case "response.function_call_arguments.done":
        this.#itemOf(event).parts.get(0)?.addRest(event.arguments);
        return;
      case "response.reasoning_summary_part.added":
        addReasoning(this.#itemOf(event), "", true);
        return;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
      case "response.reasoning.delta":
        addReasoning(this.#itemOf(event), String(delta ?? ""), false);
        return;
      default:
        this.#noteUnknown(type);
    }
  }

  #noteUnknown(type: unknown): void {
    if (
      typeof type !== "string" ||
      silent.test(type) ||
      /\.done$|^response\.custom_tool/.test(type)
    )
      return;
    if (type === "response.content_part.added") return;
    this.#note(losses.unknownEvent, "", { from: type });
  }

  #toText(delta: unknown, logprobs: unknown) {
    const text = String(delta ?? "");
    const tokens = this.#context.logprobs && Array.isArray(logprobs) ? logprobs.map(toToken) : [];
    return { type: "text" as const, text, ...(tokens.length > 0 && { logprobs: tokens }) };
  }

  #part(event: JsonObject, index: number, type: "text" | "refusal"): ReplyPart | undefined {
    const item = this.#itemOf(event);
    return item.isDone ? undefined : partAt(item, index, type, this.#push);
  }

  /** The item of an event. Some servers send a delta before its item; it is a message then. */
  #itemOf({ output_index: index, type }: JsonObject): ReplyItem {
    const key = Number(index ?? 0);
    const known = this.#items.get(key);
    if (known) return known;
    if (/function_call|reasoning/.test(String(type))) {
      throw badReply("A piece of an item came before the item.");
    }
    return this.#open(key, { type: "message" });
  }

  readonly #push = (part: ReplyPart): void => {
    this.#hasCalls ||= part.opened.type === "tool_call";
    this.#sequence.push(part);
  };

  #open(key: number, value: JsonObject): ReplyItem {
    const known = this.#items.get(key);
    if (known) return known;
    const item = openItem(value, this.#context, this.#push);
    this.#items.set(key, item);
    return item;
  }

  #close(key: number, value: JsonObject): void {
    closeItem(this.#open(key, value), value, this.#push);
    const { content } = value;
    if (!Array.isArray(content)) return;
    for (const part of content) {
      const { type, refusal } = toObject(part);
      if (type === "refusal" && typeof refusal === "string") this.#refusal += refusal;
    }
  }

  #advance(): readonly ConversationEvent[] {
    return this.#sequence.advance((part) => part.advance());
  }

  /** The last event repeats the whole response, which some servers send only there. */
  #finish(response: JsonObject): readonly ConversationEvent[] {
    const output = Array.isArray(response.output) ? response.output : [];
    for (const [index, item] of output.entries()) {
      if (isObject(item) && !this.#items.get(index)?.isDone) this.#close(index, item);
    }
    for (const part of this.#sequence.waiting()) {
      part.done ||= part.opened.type !== "tool_call" || response.status === "completed";
    }
    const rest = this.#advance();
    this.#phase = "over";
    this.#reported = readUsage(response);
    this.#context.outputEstimate.add(rest);
    const content = { hasCalls: this.#hasCalls, refusal: this.#refusal };
    const last = [toStop(response, content), { type: "end", usage: this.#usage() }] as const;
    this.#context.outputEstimate.add(last);
    return [...rest, ...last];
  }
}

function toNeutralTier(tier: string): string {
  return tier === "default" ? "standard" : tier;
}

/** The log probability of a token in neutral form. */
function toToken(value: unknown) {
  const { top_logprobs: others, ...token } = toObject(value);
  const alternatives = Array.isArray(others)
    ? others.map((other) => toProbability(toObject(other)))
    : [];
  return { ...toProbability(token), alternatives };
}

function toProbability({ token, logprob, bytes }: JsonObject) {
  return {
    token: String(token ?? ""),
    logprob: typeof logprob === "number" ? logprob : 0,
    bytes: Array.isArray(bytes) ? (bytes as readonly number[]) : null,
  };
}
