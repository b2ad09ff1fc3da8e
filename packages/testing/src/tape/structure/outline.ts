import type { Block, Turn } from "@diglot/core";
import { compactJson } from "../../common/json.js";

/** One thing in a turn: what it is, in words of the structure, and what it says. */
export interface OutlinedPart {
  readonly label: string;
  readonly content: string;
}

/** One turn as both formats can express it. */
export interface OutlinedTurn {
  readonly role: string;
  readonly parts: readonly OutlinedPart[];
}

interface RankedPart extends OutlinedPart {
  readonly rank: number;
}

/**
 * The turns without what only one of the formats can say, so that a conversation has the same
 * outline in both:
 * - consecutive turns of one role are one: Chat Completions has a message for each tool result;
 * - consecutive texts are one, empty texts are left out, and a refusal is a text;
 * - reasoning is left out: Chat Completions callers do not hand it back;
 * - a turn's text stands before the calls of the assistant, where Chat Completions has it, and the
 *   results before the rest of the user's turn;
 * - calls are numbered through the conversation, and results have the numbers of their calls, in
 *   ascending order: ids may be rewritten between formats, and tools end in any order. Where an id
 *   is used again, the latest call of it counts.
 */
export function outlineOf(turns: readonly Turn[]): readonly OutlinedTurn[] {
  const toParts = createPartReader();
  const merged: { role: string; parts: RankedPart[] }[] = [];
  for (const { role, blocks } of turns) {
    const last = merged.at(-1);
    const parts = blocks.flatMap((block) => toParts(block));
    if (last?.role === role) last.parts.push(...parts);
    else merged.push({ role, parts });
  }
  return merged.map(({ role, parts }) => ({ role, parts: joinTexts(inOrder(role, parts)) }));
}

const textRank = 0;
const otherRank = Number.MAX_SAFE_INTEGER;

/** Reads blocks in the order of the conversation, and counts its calls. */
function createPartReader(): (block: Block) => readonly RankedPart[] {
  const numbers = new Map<string, number>();
  let calls = 0;
  return (block) => {
    if (block.type === "tool_call") {
      const number = calls++;
      numbers.set(block.id, number);
      return [callPart(block, number)];
    }
    if (block.type === "tool_result") return [resultPart(block, numbers.get(block.callId))];
    return toPart(block);
  };
}

type CallBlock = Extract<Block, { readonly type: "tool_call" }>;
type ResultBlock = Extract<Block, { readonly type: "tool_result" }>;

function callPart({ name, arguments: json }: CallBlock, number: number): RankedPart {
  return { label: `call ${number} ${name}`, content: compactJson(json), rank: otherRank };
}

function resultPart({ content, isError }: ResultBlock, number: number | undefined): RankedPart {
  const call = number === undefined ? "result of no call" : `result ${number}`;
  return {
    label: isError ? `${call} (error)` : call,
    content: JSON.stringify(content),
    rank: number === undefined ? textRank : number + 1,
  };
}

function toPart(block: Exclude<Block, CallBlock | ResultBlock>): readonly RankedPart[] {
  switch (block.type) {
    case "text":
    case "refusal":
      return block.text === "" ? [] : [{ label: "text", content: block.text, rank: textRank }];
    case "thinking":
    case "redacted_thinking":
      return [];
    case "audio":
      return [{ label: "audio", content: block.data, rank: otherRank }];
    case "native":
      return [
        {
          label: `${block.format} ${String(block.value.type ?? "block")}`,
          content: JSON.stringify(block.value),
          rank: otherRank,
        },
      ];
    default:
      return [
        {
          label: `${block.type} (${block.source.type})`,
          content: JSON.stringify(block.source),
          rank: otherRank,
        },
      ];
  }
}

function inOrder(role: string, parts: readonly RankedPart[]): readonly RankedPart[] {
  if (role === "assistant") return [...parts].sort((a, b) => a.rank - b.rank);
  const isResult = ({ label }: RankedPart) => label.startsWith("result ");
  const results = parts.filter(isResult).sort((a, b) => a.rank - b.rank);
  return [...results, ...parts.filter((part) => !isResult(part))];
}

function joinTexts(parts: readonly RankedPart[]): readonly OutlinedPart[] {
  const joined: OutlinedPart[] = [];
  for (const { label, content } of parts) {
    const last = joined.at(-1);
    if (label === "text" && last?.label === "text") {
      joined[joined.length - 1] = { label, content: last.content + content };
    } else {
      joined.push({ label, content });
    }
  }
  return joined;
}
