import type { ConversationEvent, ReadReplyContext } from "@diglot/core";
import {
  badReply,
  createBlockSequencer,
  isObject,
  type JsonObject,
  type NoteLoss,
  toObject,
  tooManyBlocks,
} from "@diglot/core/formats";
import { toCitation } from "./citation.js";
import { addReasoning, closeItem, openItem, partAt, type ReplyItem } from "./items.js";
import { toLogprobs } from "./logprobs.js";
import type { ReplyPart } from "./part.js";
import { losses } from "./rules.js";

/**
 * The output of a reply while it is read. Items may be mixed; they become blocks one after another, in the
 * order in which they began.
 */
export class ReplyContent {
  hasCalls = false;
  /** The text of the refusals that are complete. */
  refusal = "";
  readonly #context: ReadReplyContext;
  readonly #note: NoteLoss;
  readonly #sequence;
  readonly #items = new Map<number, ReplyItem>();
  /** The ids of complete items, for servers whose indexes have holes. */
  readonly #doneIds = new Set<string>();

  constructor(context: ReadReplyContext, note: NoteLoss) {
    this.#context = context;
    this.#note = note;
    this.#sequence = createBlockSequencer<ReplyPart>(context.maxBlocks);
  }

  /** Reads an event of an item; `false` for any other event. */
  read(event: JsonObject): boolean {
    const read = typeof event.type === "string" ? readers.get(event.type) : undefined;
    read?.(this, event);
    return read !== undefined;
  }

  /** The events that may be sent now. */
  advance(): readonly ConversationEvent[] {
    return this.#sequence.advance((part) => part.advance());
  }

  /** Completes the output with what only the last event contains. Calls that were cut stay open. */
  finish({ output, status }: JsonObject): readonly ConversationEvent[] {
    for (const [index, item] of (Array.isArray(output) ? output : []).entries()) {
      if (!isObject(item) || this.#items.get(index)?.isDone) continue;
      if (typeof item.id !== "string" || !this.#doneIds.has(item.id)) this.close(index, item);
    }
    for (const part of this.#sequence.waiting()) {
      part.done ||= part.opened.type !== "tool_call" || status === "completed";
    }
    return this.advance();
  }

  open(index: number, value: JsonObject): ReplyItem {
    const known = this.#items.get(index);
    if (known) return known;
    const { maxBlocks } = this.#context;
    if (this.#items.size >= maxBlocks) throw tooManyBlocks(maxBlocks);
    const item = openItem(value, this.#context, this.#push);
    this.#items.set(index, item);
    return item;
  }

  close(index: number, value: JsonObject): void {
    closeItem(this.open(index, value), value, this.#push, (part) => this.logprobsOf(part));
    const { id, phase, content } = value;
    if (typeof id === "string") this.#doneIds.add(id);
    if (typeof phase === "string") this.#note(losses.phase, `/output/${index}/phase`);
    for (const part of Array.isArray(content) ? content : []) {
      const { type, refusal } = toObject(part);
      if (type === "refusal" && typeof refusal === "string") this.refusal += refusal;
    }
  }

  /** The part of a message that an event adds to; none once the message is complete. */
  partOf(event: JsonObject, type: "text" | "refusal"): ReplyPart | undefined {
    const item = this.itemOf(event);
    return item.isDone
      ? undefined
      : partAt(item, Number(event.content_index ?? 0), type, this.#push);
  }

  /** The item of an event. Some servers send a delta before its item; it is a message then. */
  itemOf({ output_index: index, type }: JsonObject): ReplyItem {
    const known = this.#items.get(Number(index ?? 0));
    if (known) return known;
    if (/function_call|reasoning/.test(String(type))) {
      throw badReply("A piece of an item came before the item.");
    }
    return this.open(Number(index ?? 0), { type: "message" });
  }

  /** Log probabilities are read only for a caller who has asked for them. */
  logprobsOf({ logprobs }: JsonObject) {
    const tokens = this.#context.logprobs ? toLogprobs(logprobs) : [];
    return tokens.length > 0 ? { logprobs: tokens } : {};
  }

  readonly #push = (part: ReplyPart): void => {
    this.hasCalls ||= part.opened.type === "tool_call";
    this.#sequence.push(part);
  };
}

type Read = (content: ReplyContent, event: JsonObject) => void;

const textOf = ({ delta }: JsonObject) => String(delta ?? "");

const readReasoning: Read = (content, event) =>
  addReasoning(content.itemOf(event), textOf(event), false);

/** What each event of an item says. */
const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  [
    "response.output_item.added",
    (content, event) => void content.open(Number(event.output_index ?? 0), toObject(event.item)),
  ],
  [
    "response.output_item.done",
    (content, event) => content.close(Number(event.output_index ?? 0), toObject(event.item)),
  ],
  [
    "response.output_text.delta",
    (content, event) =>
      content
        .partOf(event, "text")
        ?.add({ type: "text", text: textOf(event), ...content.logprobsOf(event) }),
  ],
  [
    "response.output_text.done",
    (content, event) =>
      content.partOf(event, "text")?.addRest(event.text, content.logprobsOf(event).logprobs),
  ],
  [
    "response.output_text.annotation.added",
    (content, event) => {
      const citation = toCitation(event.annotation);
      if (citation) content.partOf(event, "text")?.add(citation);
    },
  ],
  [
    "response.refusal.delta",
    (content, event) =>
      content.partOf(event, "refusal")?.add({ type: "text", text: textOf(event) }),
  ],
  [
    "response.refusal.done",
    (content, event) => content.partOf(event, "refusal")?.addRest(event.refusal),
  ],
  [
    "response.function_call_arguments.delta",
    (content, event) =>
      content
        .itemOf(event)
        .parts.get(0)
        ?.add({ type: "arguments", json: textOf(event) }),
  ],
  [
    "response.function_call_arguments.done",
    (content, event) => content.itemOf(event).parts.get(0)?.addRest(event.arguments),
  ],
  [
    "response.reasoning_summary_part.added",
    (content, event) => addReasoning(content.itemOf(event), "", true),
  ],
  ["response.reasoning_summary_text.delta", readReasoning],
  ["response.reasoning_text.delta", readReasoning],
  ["response.reasoning.delta", readReasoning],
]);
