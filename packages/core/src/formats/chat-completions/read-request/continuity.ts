import { isObject, type JsonObject } from "../../../json/value.js";
import type { Continuity } from "../../../models/continuity.js";

/** What this format knows of the requests of one conversation. */
export const continuity: Continuity = { beginning };

/** The key of the vendor's prompt cache, if the caller has one: it names what begins alike. */
function beginning({ prompt_cache_key: key, messages }: JsonObject): readonly unknown[] {
  if (typeof key === "string" && key !== "") return [key];
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const first = list.findIndex((message) => isObject(message) && message.role === "user");
  return list.slice(0, first + 1);
}
