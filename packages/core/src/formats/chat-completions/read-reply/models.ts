import { isObject, isPositiveInteger, type JsonObject, toObject } from "../../../json/value.js";
import type { ListedModel } from "../../upstream-format.js";

/**
 * The models in the body of `GET /v1/models`; entries without an id are left out. Some servers answer
 * with the bare list. The limits are extras of OpenRouter, vLLM, llama.cpp, Groq and Mistral.
 */
export function parseModels(body: unknown): readonly ListedModel[] {
  const list = isObject(body) ? body.data : body;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => parseModel(entry) ?? []);
}

function parseModel(entry: unknown): ListedModel | undefined {
  if (!isObject(entry) || typeof entry.id !== "string" || entry.id === "") return undefined;
  const { id, name, created, owned_by: ownedBy } = entry;
  const provider = toObject(entry.top_provider);
  const maxOutputTokens = firstCount(provider.max_completion_tokens, entry.max_completion_tokens);
  const contextWindow = firstCount(...contextWindows(entry));
  return {
    id,
    ...(typeof name === "string" && name !== "" && { displayName: name }),
    ...(isPositiveInteger(created) && { created }),
    ...(typeof ownedBy === "string" && ownedBy !== "" && { ownedBy }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(contextWindow !== undefined && { contextWindow }),
  };
}

function contextWindows(entry: JsonObject): readonly unknown[] {
  return [
    entry.context_length,
    entry.context_window,
    entry.max_model_len,
    entry.max_context_length,
    toObject(entry.meta).n_ctx,
  ];
}

function firstCount(...values: readonly unknown[]): number | undefined {
  return values.find(isPositiveInteger);
}
