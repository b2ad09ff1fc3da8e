import type {
  Block,
  RedactedThinkingBlock,
  ThinkingBlock,
  Turn,
} from "../../../conversation/conversation.js";
import type { Content } from "../schemas/content.js";
import type { RequestMessage, RequestToolCall } from "../schemas/messages.js";
import { cacheNameOf, cacheOf } from "../wire/cache-control.js";
import { formatName } from "../wire/names.js";
import { extraOf, parseContent, restOf, withCachePlace } from "./content.js";
import { toFunctionCall } from "./functions.js";
import { nameOf, setLastCacheControl } from "./message.js";
import { below, type Scope } from "./scope.js";
import { isReasoningPart, parseReasoning, placeReasoning } from "./thinking.js";

/** Reasoning, text, a refusal and calls, in the order in which a model produces them. */
export function toAssistantTurn(message: RequestMessage, scope: Scope): Turn {
  const { refusal, tool_calls: calls } = message;
  const { reasoning, used } = parseReasoning(message, scope);
  const others = [...toWords(message.content, below(scope, "content"))];
  if (refusal) others.push({ type: "refusal", text: refusal, at: below(scope, "refusal").at });
  for (const [index, call] of (calls ?? []).entries()) {
    others.push(toCall(call, below(scope, `tool_calls/${index}`)));
  }
  if (message.function_call) others.push(toFunctionCall(message.function_call, scope));
  const marked = setLastCacheControl(placeReasoning(reasoning, others), message, scope);
  const names = typeof message.name === "string" ? ["role", "name"] : ["role"];
  return {
    role: "assistant",
    ...nameOf(message),
    blocks: marked.blocks,
    at: scope.at,
    ...extraOf(message, [
      ...names,
      "content",
      "refusal",
      "tool_calls",
      "function_call",
      ...used,
      ...marked.used,
    ]),
  };
}

type Word = Exclude<Block, ThinkingBlock | RedactedThinkingBlock>;

/** The content of an assistant message, without the reasoning among its parts. */
function toWords(content: Content | null | undefined, scope: Scope): readonly Word[] {
  return parseContent(content, scope).filter(
    (block): block is Word => block.type !== "native" || !isReasoningPart(block.value),
  );
}

const callPlaces = { name: "function/name", arguments: "function/arguments" } as const;
const customCallPlaces = { name: "custom/name", arguments: "custom/input" } as const;

function toCall(call: RequestToolCall, scope: Scope): Word {
  const { id, function: called, custom } = call;
  const at = { at: scope.at };
  if (called && (call.type ?? "function") === "function") {
    const inner = restOf(called, ["name", "arguments"]);
    const cacheControl = cacheNameOf(call);
    const rest = restOf(call, ["id", "type", "function", ...(cacheControl ? [cacheControl] : [])]);
    const extra = inner ? { ...rest, function: inner } : rest;
    const { name, arguments: written } = called;
    const places = withCachePlace(callPlaces, cacheControl);
    const around = { ...at, places, ...cacheOf(call, scope), ...(extra ? { extra } : {}) };
    return { type: "tool_call", id, name, arguments: written, ...around };
  }
  if (custom && call.type === "custom") {
    const { name, input } = custom;
    const around = { ...at, places: customCallPlaces, ...extraOf(call, ["id", "custom"]) };
    return { type: "tool_call", id, name, arguments: input, ...around };
  }
  return { type: "native", format: formatName, value: call, ...at };
}
