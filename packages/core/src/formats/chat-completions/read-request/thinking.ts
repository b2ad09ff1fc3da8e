import type { Block } from "../../../conversation/conversation.js";
import type { ReasoningBlock } from "../../../conversation/reasoning-block.js";
import { isObject } from "../../../json/value.js";
import type { RequestMessage } from "../schemas/messages.js";
import {
  carriers,
  isMessagesProof,
  type ReasoningType,
  reasoningTypes,
} from "../wire/reasoning-details.js";
import { below, type Scope } from "./scope.js";

/** Reasoning of an earlier reply, and which block of that reply it was, if the carrier says so. */
export interface CarriedReasoning {
  readonly block: ReasoningBlock;
  readonly position?: number | undefined;
}

/** The reasoning of an assistant message, and the members that were read for it. */
export interface ParsedReasoning {
  readonly reasoning: readonly CarriedReasoning[];
  readonly used: readonly string[];
}

/** Members with reasoning as plain text; services use different names. */
const plainNames = ["reasoning_content", "reasoning"] as const;

/**
 * The reasoning that a message returns. Entries take precedence over plain text, which repeats them
 * without their proof. If an entry is not known, its member is left unread.
 */
export function parseReasoning(message: RequestMessage, scope: Scope): ParsedReasoning {
  for (const name of carriers) {
    const reasoning = toReasoning(message[name], scope, name);
    if (reasoning) return { reasoning, used: [name] };
  }
  const parts = partReasoning(message, scope);
  return parts.length > 0 ? { reasoning: parts, used: [] } : parsePlain(message, scope);
}

/** Whether a part of an assistant message's content is reasoning. */
export function isReasoningPart(part: unknown): boolean {
  return toReasoningEntry(part, "") !== undefined;
}

function partReasoning({ content }: RequestMessage, scope: Scope): readonly CarriedReasoning[] {
  if (!Array.isArray(content)) return [];
  const { at } = below(scope, "content");
  return content.flatMap((part, index) => toReasoningEntry(part, `${at}/${index}`) ?? []);
}

function parsePlain(message: RequestMessage, scope: Scope): ParsedReasoning {
  const name = plainNames.find((candidate) => isText(message[candidate]));
  if (!name) return nothing;
  const { at } = below(scope, name);
  return {
    reasoning: [{ block: { type: "thinking", text: String(message[name]), at } }],
    used: [name],
  };
}

const nothing: ParsedReasoning = { reasoning: [], used: [] };

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** All entries of a carrier, or `undefined` unless each of them is known. */
function toReasoning(
  entries: unknown,
  scope: Scope,
  name: string,
): readonly CarriedReasoning[] | undefined {
  if (!Array.isArray(entries) || entries.length === 0) return undefined;
  const { at } = below(scope, name);
  const reasoning = entries.flatMap(
    (entry, index) => toReasoningEntry(entry, `${at}/${index}`) ?? [],
  );
  return reasoning.length === entries.length ? reasoning : undefined;
}

function toReasoningEntry(entry: unknown, at: string): CarriedReasoning | undefined {
  if (!isObject(entry)) return undefined;
  const { position } = entry;
  const block = toReasoningBlock(entry);
  if (!block) return undefined;
  return {
    block: { ...block, at },
    ...(typeof position === "number" ? { position } : {}),
  };
}

type Entry = Readonly<Record<string, unknown>>;

const readers: Readonly<Record<ReasoningType, (entry: Entry) => ReasoningBlock | undefined>> = {
  "reasoning.text": ({ text, format, signature }) =>
    toThinking(text, isForeign(format) ? undefined : signature),
  "reasoning.summary": ({ summary }) => toThinking(summary, undefined),
  "reasoning.encrypted": ({ data, format }) => (isForeign(format) ? undefined : toRedacted(data)),
  thinking: ({ thinking, signature }) => toThinking(thinking, signature),
  redacted_thinking: ({ data }) => toRedacted(data),
};

function toReasoningBlock(entry: Entry): ReasoningBlock | undefined {
  const type = reasoningTypes.find((known) => known === entry.type);
  return type && readers[type](entry);
}

function toThinking(text: unknown, signature: unknown): ReasoningBlock | undefined {
  if (typeof text !== "string" && text !== undefined && text !== null) return undefined;
  const proof = typeof signature === "string" && signature !== "" ? { signature } : {};
  return { type: "thinking", text: text ?? "", ...proof };
}

function toRedacted(data: unknown): ReasoningBlock | undefined {
  return typeof data === "string" ? { type: "redacted_thinking", data } : undefined;
}

/** Whether another vendor made an entry's proof; entries without a `format` come from this service. */
function isForeign(format: unknown): boolean {
  return typeof format === "string" && !isMessagesProof(format);
}

/**
 * Puts reasoning among the other blocks of its turn: at its original position, or first if that is
 * unknown. Reasoning is never last, because its result follows it.
 */
export function placeReasoning(
  reasoning: readonly CarriedReasoning[],
  others: readonly Exclude<Block, ReasoningBlock>[],
): readonly Block[] {
  if (reasoning.length === 0) return others;
  const blocks: Block[] = [];
  let taken = 0;
  for (const [index, { block, position = 0 }] of reasoning.entries()) {
    const before = Math.min(position - index, others.length - 1);
    while (taken < before) blocks.push(...others.slice(taken, ++taken));
    blocks.push(block);
  }
  return [...blocks, ...others.slice(taken)];
}
