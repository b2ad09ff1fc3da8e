import { withoutAttribution } from "../../../conversation/attribution.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import type { Continuity } from "../../../models/continuity.js";

/** What this format knows of the requests of one conversation. */
export const continuity: Continuity = { beginning };

function beginning({ system, messages }: JsonObject): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const first = list.findIndex((message) => isObject(message) && message.role === "user");
  return [toInstructions(system), ...list.slice(0, first + 1)];
}

/** The instructions without what tags each request. */
function toInstructions(system: unknown): unknown {
  return Array.isArray(system) ? system.map(toInstruction) : system;
}

function toInstruction(block: unknown): unknown {
  const text = isObject(block) && typeof block.text === "string" ? block.text : undefined;
  return (text !== undefined && withoutAttribution(text)) ?? block;
}
