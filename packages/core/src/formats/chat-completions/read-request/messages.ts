import type { Block, ToolResultBlock, Turn } from "../../../conversation/conversation.js";
import { toPointer } from "../../../json/pointer.js";
import type { JsonObject } from "../../../json/value.js";
import { endsStep, type Steps } from "../../../runtime/steps.js";
import type { RequestMessage } from "../schemas/messages.js";
import { cacheNameOf, cacheOf } from "../wire/cache-control.js";
import { toAssistantTurn } from "./assistant.js";
import { extraOf, parseContent, restOf, withCachePlace } from "./content.js";
import { toFunctionResult } from "./functions.js";
import { type CacheControlledBlocks, nameOf, setLastCacheControl } from "./message.js";
import { below, type Scope } from "./scope.js";

/** Roles whose content has the known form. */
const instructionRoles: ReadonlySet<string> = new Set(["system", "developer"]);

/** The messages in neutral form: leading instructions, then turns. */
export interface ParsedMessages {
  readonly system: readonly Block[];
  readonly turns: readonly Turn[];
}

/**
 * Reads the messages. The messages of tools and functions in a row become the results of one user
 * turn; instructions after the first other message stay where they are, as system turns.
 */
export function* parseMessages(
  messages: readonly RequestMessage[],
  scope: Scope,
): Steps<ParsedMessages> {
  const firstOther = messages.findIndex(({ role }) => !instructionRoles.has(role));
  const leading = firstOther < 0 ? messages.length : firstOther;
  const turns: Turn[] = [];
  let results: ToolResultBlock[] | undefined;
  for (const [index, message] of messages.entries()) {
    if (index < leading) continue;
    if (endsStep(index)) yield;
    const inner = below(scope, index);
    const isResult = message.role === "tool" || message.role === "function";
    const result = isResult ? readResult(message, inner, messages[index - 1]) : undefined;
    if (!result) {
      results = undefined;
      turns.push(toTurn(message, inner));
      continue;
    }
    if (!results) {
      results = [];
      turns.push({ role: "user", blocks: results, at: inner.at });
    }
    results.push(result);
  }
  const system = messages
    .slice(0, leading)
    .flatMap((message, index) => toInstructions(message, below(scope, index)));
  return { system, turns };
}

/** The result in a message, if there is one. @param before the message before it */
function readResult(
  message: RequestMessage,
  scope: Scope,
  before: RequestMessage | undefined,
): ToolResultBlock | undefined {
  return message.role === "tool"
    ? toResult(message, scope)
    : toFunctionResult(message, scope, before);
}

/**
 * The blocks of a leading instruction. Other members of the message stay with the first block, or with
 * an empty text if there is no block.
 */
function toInstructions(message: RequestMessage, scope: Scope): readonly Block[] {
  const { blocks, used } = toCacheControlledBlocks(message, scope);
  const rest = restOf(message, ["role", "content", ...used]);
  if (!rest) return blocks;
  const [first, ...others] = blocks;
  if (first && first.type !== "native") return [withRest(first, rest, scope), ...others];
  const empty = { type: "text", text: "", at: below(scope, "content").at } as const;
  return [withRest(empty, rest, scope), ...blocks];
}

function withRest(block: WrittenBlock, rest: JsonObject, { at }: Scope): Block {
  const places = Object.keys(rest).map((name) => [name, at + toPointer([name])] as const);
  return {
    ...block,
    places: { ...Object.fromEntries(places), ...block.places },
    extra: { ...rest, ...block.extra },
  };
}

type WrittenBlock = Exclude<Block, { readonly type: "native" }>;

/** The blocks of a message's content; cache control of the message is on the last of them. */
function toCacheControlledBlocks(message: RequestMessage, scope: Scope): CacheControlledBlocks {
  const blocks = parseContent(message.content, below(scope, "content"));
  return setLastCacheControl(blocks, message, scope);
}

function toResult(message: RequestMessage, scope: Scope): ToolResultBlock {
  const { is_error: isError } = message;
  const cacheControl = cacheNameOf(message);
  const used = ["role", "content", "tool_call_id"];
  if (typeof isError === "boolean") used.push("is_error");
  if (cacheControl) used.push(cacheControl);
  return {
    type: "tool_result",
    callId: message.tool_call_id ?? "",
    content: parseContent(message.content, below(scope, "content")),
    isError: isError === true,
    at: scope.at,
    places: withCachePlace(resultPlaces, cacheControl),
    ...cacheOf(message, scope),
    ...extraOf(message, used),
  };
}

const resultPlaces = { callId: "tool_call_id", isError: "is_error" } as const;

function toTurn(message: RequestMessage, scope: Scope): Turn {
  if (message.role === "assistant") return toAssistantTurn(message, scope);
  const role = instructionRoles.has(message.role) ? "system" : message.role;
  return { role, ...nameOf(message), ...toContent(message, scope), at: scope.at };
}

/** A role of another service may have content of any form. */
function toContent(message: RequestMessage, scope: Scope): Pick<Turn, "blocks" | "extra"> {
  const { content } = message;
  const known =
    typeof content === "string" ||
    content === null ||
    content === undefined ||
    (Array.isArray(content) && content.every((part) => typeof part?.type === "string"));
  const names = typeof message.name === "string" ? ["role", "name"] : ["role"];
  if (!known) return { blocks: [], ...extraOf(message, names) };
  const { blocks, used } = toCacheControlledBlocks(message, scope);
  return { blocks, ...extraOf(message, [...names, "content", ...used]) };
}
