import { isObject, type JsonObject, toObject } from "../../../json/value.js";
import type { Continuity } from "../../../models/continuity.js";
import { carriers, proofOf } from "../wire/reasoning-details.js";

/** What this format knows of the requests of one conversation. */
export const continuity: Continuity = { beginning, boundValues, mayBind };

/** The key of the vendor's prompt cache, if the caller has one: it names what begins alike. */
function beginning({ prompt_cache_key: key, messages }: JsonObject): readonly unknown[] {
  if (typeof key === "string" && key !== "") return [key];
  const list = toList(messages);
  const first = list.findIndex((message) => isObject(message) && message.role === "user");
  return list.slice(0, first + 1);
}

function boundValues({ messages }: JsonObject): readonly string[] {
  const values: string[] = [];
  for (const message of toList(messages)) {
    for (const name of carriers) {
      for (const entry of toList(toObject(message)[name])) {
        const proof = proofOf(entry);
        if (proof !== undefined) values.push(proof);
      }
    }
  }
  return values;
}

function mayBind({ reasoning_effort: effort, reasoning, thinking }: JsonObject): boolean {
  if (typeof effort === "string" && effort !== "none") return true;
  return [reasoning, thinking].some((asked) => isObject(asked) && asked.type !== "disabled");
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
