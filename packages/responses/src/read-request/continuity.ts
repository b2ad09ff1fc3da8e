import type { Continuity, JsonObject } from "@diglot/core";
import { isObject } from "@diglot/core/formats";
import { boundValueOf, containerOf } from "../wire/bound-values.js";

/** What this format knows of the requests of one conversation. */
export const continuity: Continuity = { beginning, boundValues, mayBind };

/** The key of the vendor's prompt cache, if the caller has one: it names what begins alike. */
function beginning({
  prompt_cache_key: key,
  instructions,
  prompt,
  input,
}: JsonObject): readonly unknown[] {
  if (typeof key === "string" && key !== "") return [key];
  const items = Array.isArray(input) ? input : [{ role: "user", content: input }];
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

function boundValues({ input, tools }: JsonObject): readonly string[] {
  const containers = toList(tools).map(containerOf);
  const values = toList(input).map(boundValueOf);
  return [...containers, ...values].filter((value) => value !== undefined);
}

function mayBind({ reasoning, include, tools }: JsonObject): boolean {
  if (isObject(reasoning) || toList(include).includes("reasoning.encrypted_content")) return true;
  return toList(tools).some((tool) => isObject(tool) && tool.type === "code_interpreter");
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
