import { attribution, withoutAttribution } from "../../../conversation/attribution.js";
import { isObject, type JsonObject, toObject } from "../../../json/value.js";
import type { Continuity } from "../../../models/continuity.js";
import { containerIdOf, proofOf } from "../wire/bound-values.js";

/** What this format knows of the requests of one conversation. */
export const continuity: Continuity = { beginning, boundValues, mayBind };

function beginning({ system, messages }: JsonObject): readonly unknown[] {
  const list = toList(messages);
  const first = list.findIndex((message) => isObject(message) && message.role === "user");
  return [toInstructions(system), ...list.slice(0, first + 1)];
}

/** The instructions without what tags each request. */
function toInstructions(system: unknown): unknown {
  return Array.isArray(system) ? system.map(toInstruction) : system;
}

function toInstruction(block: unknown): unknown {
  const text = isObject(block) && typeof block.text === "string" ? block.text : "";
  return text.trimStart().startsWith(attribution) ? withoutAttribution(text) : block;
}

function boundValues({ container, messages }: JsonObject): readonly string[] {
  const values: string[] = [];
  const id = containerIdOf(container);
  if (id !== undefined) values.push(id);
  for (const message of toList(messages)) {
    for (const block of toList(toObject(message).content)) {
      const proof = proofOf(block);
      if (proof !== undefined) values.push(proof);
    }
  }
  return values;
}

function mayBind({ thinking, container, tools }: JsonObject): boolean {
  if (container !== undefined && container !== null) return true;
  if (isObject(thinking) && thinking.type !== "disabled") return true;
  return toList(tools).some((tool) => /^code_execution/.test(String(toObject(tool).type)));
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
