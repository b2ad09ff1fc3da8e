import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { turnsRules as rules } from "../rules/content.js";
import { type Part, toTextPart } from "./parts.js";

/**
 * The messages in an order that the upstream accepts: adjacent user messages are joined, and an
 * assistant message is put between a tool result and a user message, if the upstream requires that.
 */
export function alternate(
  messages: readonly JsonObject[],
  at: string,
  { capabilities, receipt }: WriteRequestContext,
): readonly JsonObject[] {
  const { strictAlternation, toolResultFiller } = capabilities;
  const ordered: JsonObject[] = [];
  const found = { joined: false, filled: false };
  for (const message of messages) {
    const last = ordered.at(-1);
    if (strictAlternation && last?.role === "user" && message.role === "user") {
      found.joined = true;
      ordered.splice(-1, 1, joinMessages(last, message));
      continue;
    }
    if (toolResultFiller !== undefined && last?.role === "tool" && message.role === "user") {
      found.filled = true;
      ordered.push({ role: "assistant", content: toolResultFiller });
    }
    ordered.push(message);
  }
  if (found.joined) receipt.apply(rules.joined, at);
  if (found.filled) receipt.apply(rules.filled, at);
  return ordered;
}

function joinMessages(first: JsonObject, second: JsonObject): JsonObject {
  const { content: before } = first;
  const { content: after } = second;
  if (typeof before === "string" && typeof after === "string") {
    return { ...first, content: `${before}\n\n${after}` };
  }
  return { ...first, content: [...toPartList(before), ...toPartList(after)] };
}

function toPartList(content: unknown): readonly Part[] {
  return typeof content === "string" ? [toTextPart(content)] : (content as readonly Part[]);
}
