import type {
  Block,
  RedactedThinkingBlock,
  ThinkingBlock,
  ToolResultBlock,
  Turn,
} from "../conversation/conversation.js";
import { cacheNameOf, cacheOf, extraOf, placesBelow, restOf, toBlocks } from "./parse-content.js";
import { below, type Scope } from "./parse-scope.js";
import { isThoughtPart, parseThoughts, placeThoughts } from "./parse-thinking.js";
import { type Content, formatName, type RequestMessage, type RequestToolCall } from "./types.js";

/** Roles whose content has the form that blocks are made of. */
const instructionRoles: ReadonlySet<string> = new Set(["system", "developer"]);

/** The messages in neutral words: leading instructions, then turns. */
export interface ParsedMessages {
  readonly system: readonly Block[];
  readonly turns: readonly Turn[];
}

/**
 * Reads the messages. Tool messages in a row become the results of one user turn; instructions
 * after the first other message stay where they are, as system turns.
 */
export function parseMessages(messages: readonly RequestMessage[], scope: Scope): ParsedMessages {
  const firstOther = messages.findIndex(({ role }) => !instructionRoles.has(role));
  const leading = firstOther < 0 ? messages.length : firstOther;
  const turns: Turn[] = [];
  let results: ToolResultBlock[] | undefined;
  for (const [index, message] of messages.entries()) {
    if (index < leading) continue;
    const inner = below(scope, index);
    if (message.role !== "tool") {
      results = undefined;
      turns.push(toTurn(message, inner));
      continue;
    }
    if (!results) {
      results = [];
      turns.push({ role: "user", blocks: results, at: inner.at });
    }
    results.push(toResult(message, inner));
  }
  const system = messages
    .slice(0, leading)
    .flatMap((message, index) => toInstructions(message, below(scope, index)));
  return { system, turns };
}

/** The blocks of a leading instruction; what else the message holds stays with the first of them. */
function toInstructions(message: RequestMessage, scope: Scope): readonly Block[] {
  const { blocks, used } = toMarkedBlocks(message, scope);
  const [first, ...others] = blocks;
  const rest = restOf(message, ["role", "content", ...used]);
  if (!first || !rest || first.type === "native") return first ? [first, ...others] : [];
  const { places } = placesBelow(scope, Object.fromEntries(Object.keys(rest).map((n) => [n, n])));
  return [
    { ...first, places: { ...places, ...first.places }, extra: { ...rest, ...first.extra } },
    ...others,
  ];
}

/** The blocks of a message's content; a cache mark of the message stands on the last of them. */
function toMarkedBlocks(
  message: RequestMessage,
  scope: Scope,
): { readonly blocks: readonly Block[]; readonly used: readonly string[] } {
  const blocks = toBlocks(message.content, below(scope, "content"));
  return markLast(blocks, message, scope);
}

function markLast(
  blocks: readonly Block[],
  message: RequestMessage,
  scope: Scope,
): { readonly blocks: readonly Block[]; readonly used: readonly string[] } {
  const name = cacheNameOf(message);
  const last = blocks.at(-1);
  if (!name || !last || last.type === "native" || last.cache) return { blocks, used: [] };
  const { places } = placesBelow(scope, { cache: name });
  const marked = {
    ...last,
    ...cacheOf(message, scope),
    places: { ...last.places, ...places },
  };
  return { blocks: [...blocks.slice(0, -1), marked], used: [name] };
}

function toResult(message: RequestMessage, scope: Scope): ToolResultBlock {
  const { is_error: isError } = message;
  const mark = cacheNameOf(message);
  const used = ["role", "content", "tool_call_id"];
  if (typeof isError === "boolean") used.push("is_error");
  if (mark) used.push(mark);
  return {
    type: "tool_result",
    callId: message.tool_call_id ?? "",
    content: toBlocks(message.content, below(scope, "content")),
    isError: isError === true,
    at: scope.at,
    ...placesBelow(scope, {
      callId: "tool_call_id",
      isError: "is_error",
      ...(mark ? { cache: mark } : {}),
    }),
    ...cacheOf(message, scope),
    ...extraOf(message, used),
  };
}

function toTurn(message: RequestMessage, scope: Scope): Turn {
  if (message.role === "assistant") return toAssistantTurn(message, scope);
  const role = instructionRoles.has(message.role) ? "system" : message.role;
  return { role, ...nameOf(message), ...toContent(message, scope), at: scope.at };
}

function nameOf({ name }: RequestMessage): { name?: string } {
  return typeof name === "string" ? { name } : {};
}

/** A role that only another service knows may have content of any form. */
function toContent(message: RequestMessage, scope: Scope): Pick<Turn, "blocks" | "extra"> {
  const { content } = message;
  const known =
    typeof content === "string" ||
    content === null ||
    content === undefined ||
    (Array.isArray(content) && content.every((part) => typeof part?.type === "string"));
  const names = typeof message.name === "string" ? ["role", "name"] : ["role"];
  if (!known) return { blocks: [], ...extraOf(message, names) };
  const { blocks, used } = toMarkedBlocks(message, scope);
  return { blocks, ...extraOf(message, [...names, "content", ...used]) };
}

/** Thoughts, words, a refusal and calls, in the order in which a model produces them. */
function toAssistantTurn(message: RequestMessage, scope: Scope): Turn {
  const { refusal, tool_calls: calls } = message;
  const { thoughts, used } = parseThoughts(message, scope);
  const blocks = placeThoughts(thoughts, [
    ...toWords(message.content, below(scope, "content")),
    ...(refusal
      ? [{ type: "refusal", text: refusal, at: below(scope, "refusal").at } as const]
      : []),
    ...(calls ?? []).map((call, index) => toCall(call, below(scope, "tool_calls", index))),
  ]);
  const marked = markLast(blocks, message, scope);
  const names = typeof message.name === "string" ? ["role", "name"] : ["role"];
  return {
    role: "assistant",
    ...nameOf(message),
    blocks: marked.blocks,
    at: scope.at,
    ...extraOf(message, [...names, "content", "refusal", "tool_calls", ...used, ...marked.used]),
  };
}

type Word = Exclude<Block, ThinkingBlock | RedactedThinkingBlock>;

/** What an assistant message says, without the thoughts among its parts. */
function toWords(content: Content | null | undefined, scope: Scope): readonly Word[] {
  return toBlocks(content, scope).filter(
    (block): block is Word => block.type !== "native" || !isThoughtPart(block.value),
  );
}

function toCall(call: RequestToolCall, scope: Scope): Word {
  const { id, function: called, custom } = call;
  const at = { at: scope.at };
  if (called && (call.type ?? "function") === "function") {
    const inner = restOf(called, ["name", "arguments"]);
    const mark = cacheNameOf(call);
    const rest = restOf(call, ["id", "type", "function", ...(mark ? [mark] : [])]);
    const extra = inner ? { ...rest, function: inner } : rest;
    const { name, arguments: written } = called;
    const places = placesBelow(scope, {
      name: "function/name",
      arguments: "function/arguments",
      ...(mark ? { cache: mark } : {}),
    });
    const around = { ...at, ...places, ...cacheOf(call, scope), ...(extra ? { extra } : {}) };
    return { type: "tool_call", id, name, arguments: written, ...around };
  }
  if (custom && call.type === "custom") {
    const { name, input } = custom;
    const rest = extraOf(call, ["id", "custom"]);
    return { type: "tool_call", id, name, arguments: input, ...at, ...rest };
  }
  return { type: "native", format: formatName, value: call, ...at };
}
