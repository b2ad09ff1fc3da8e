import type { Continuity, JsonObject } from "@diglot/core";
import { isObject } from "@diglot/core/formats";

/** What this format knows of the requests of one conversation. */
export const continuity: Continuity = { beginning };

/** The key of the vendor's prompt cache, if the caller has one: it names what begins alike. */
function beginning({
  prompt_cache_key: key,
  instructions,
  prompt,
  input,
}: JsonObject): readonly unknown[] {
  if (typeof key === "string" && key !== "") return [key];
  const items: readonly unknown[] = Array.isArray(input)
    ? input
    : [{ role: "user", content: input }];
  const first = items.findIndex((item) => isObject(item) && item.role === "user");
  return [instructions, prompt, ...items.slice(0, first + 1).map(toContent)];
}

/** What a first item says: as a text, as a message, or as a message that a store has given an id, it is the same. */
function toContent(item: unknown): unknown {
  return isObject(item) && "content" in item ? toTexts(item.content) : item;
}

function toTexts(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part) =>
    isObject(part) && typeof part.text === "string" ? part.text : part,
  );
}
