import type {
  Block,
  RedactedThinkingBlock,
  ThinkingBlock,
} from "../../../conversation/conversation.js";
import { isObject } from "../../../json/value.js";
import type { RequestMessage } from "../wire/types.js";
import { below, type Scope } from "./scope.js";

type Thought = ThinkingBlock | RedactedThinkingBlock;

/** A thought of an earlier reply, and which block of that reply it was, where the carrier says it. */
export interface CarriedThought {
  readonly block: Thought;
  readonly position?: number | undefined;
}

/** The thoughts of an assistant message, and the members that were used for them. */
export interface ParsedThoughts {
  readonly thoughts: readonly CarriedThought[];
  readonly used: readonly string[];
}

/** Members with thoughts as entries that can hold a proof, best first. */
const carriers = ["reasoning_details", "thinking_blocks"] as const;
/** Members with thoughts as plain text; services disagree about the name. */
const plainNames = ["reasoning_content", "reasoning"] as const;

/**
 * The thoughts that a message brings back. Entries count before plain text, which repeats them
 * without their proof. Entries that make no sense leave their member to the rest.
 */
export function parseThoughts(message: RequestMessage, scope: Scope): ParsedThoughts {
  for (const name of carriers) {
    const thoughts = toThoughts(message[name], below(scope, name));
    if (thoughts) return { thoughts, used: [name] };
  }
  const parts = partThoughts(message, below(scope, "content"));
  return parts.length > 0 ? { thoughts: parts, used: [] } : parsePlain(message, scope);
}

/** Whether a part of an assistant message's content is a thought. */
export function isThoughtPart(part: unknown): boolean {
  return toThought(part, "") !== undefined;
}

function partThoughts({ content }: RequestMessage, scope: Scope): readonly CarriedThought[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part, index) => toThought(part, below(scope, index).at) ?? []);
}

function parsePlain(message: RequestMessage, scope: Scope): ParsedThoughts {
  const name = plainNames.find((candidate) => isText(message[candidate]));
  if (!name) return { thoughts: [], used: [] };
  const { at } = below(scope, name);
  return {
    thoughts: [{ block: { type: "thinking", text: String(message[name]), at } }],
    used: [name],
  };
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** All entries of a carrier, or `undefined` unless each of them is known. */
function toThoughts(entries: unknown, scope: Scope): readonly CarriedThought[] | undefined {
  if (!Array.isArray(entries) || entries.length === 0) return undefined;
  const thoughts = entries.flatMap(
    (entry, index) => toThought(entry, below(scope, index).at) ?? [],
  );
  return thoughts.length === entries.length ? thoughts : undefined;
}

function toThought(entry: unknown, at: string): CarriedThought | undefined {
  if (!isObject(entry)) return undefined;
  const { position } = entry;
  const block = toThoughtBlock(entry);
  if (!block) return undefined;
  return {
    block: { ...block, at },
    ...(typeof position === "number" ? { position } : {}),
  };
}

function toThoughtBlock(entry: Readonly<Record<string, unknown>>): Thought | undefined {
  switch (entry.type) {
    case "reasoning.text":
      return toThinking(entry.text, isForeign(entry.format) ? undefined : entry.signature);
    case "reasoning.summary":
      return toThinking(entry.summary, undefined);
    case "reasoning.encrypted":
      return isForeign(entry.format) ? undefined : toRedacted(entry.data);
    case "thinking":
      return toThinking(entry.thinking, entry.signature);
    case "redacted_thinking":
      return toRedacted(entry.data);
    default:
      return undefined;
  }
}

function toThinking(text: unknown, signature: unknown): Thought | undefined {
  if (typeof text !== "string" && text !== undefined && text !== null) return undefined;
  const proof = typeof signature === "string" && signature !== "" ? { signature } : {};
  return { type: "thinking", text: text ?? "", ...proof };
}

function toRedacted(data: unknown): Thought | undefined {
  return typeof data === "string" ? { type: "redacted_thinking", data } : undefined;
}

/** The entry's `format` names who can check its proof; entries without one come from here. */
function isForeign(format: unknown): boolean {
  return typeof format === "string" && !/^(anthropic|messages)\b/.test(format);
}

/**
 * Puts thoughts among the other blocks of their turn: at the position that they had, and first
 * where none is known. A thought is never last, since what it led to follows it.
 */
export function placeThoughts(
  thoughts: readonly CarriedThought[],
  others: readonly Exclude<Block, Thought>[],
): readonly Block[] {
  const blocks: Block[] = [];
  let taken = 0;
  for (const [index, { block, position = 0 }] of thoughts.entries()) {
    const before = Math.min(position - index, others.length - 1);
    while (taken < before) blocks.push(...others.slice(taken, ++taken));
    blocks.push(block);
  }
  return [...blocks, ...others.slice(taken)];
}
