import { isObject, isPositiveInteger } from "../../../json/value.js";
import type { ListedModel } from "../../upstream-format.js";

/** The models in the body of `GET /v1/models`; entries without an id are left out. */
export function parseModels(body: unknown): readonly ListedModel[] {
  if (!isObject(body) || !Array.isArray(body.data)) return [];
  return body.data.flatMap((entry: unknown) => parseModel(entry) ?? []);
}

function parseModel(entry: unknown): ListedModel | undefined {
  if (!isObject(entry) || typeof entry.id !== "string" || entry.id === "") return undefined;
  const { id, display_name: displayName, max_tokens, max_input_tokens } = entry;
  const created = toUnixTime(entry.created_at);
  return {
    id,
    ...(typeof displayName === "string" && { displayName }),
    ...(created !== undefined && { created }),
    ...(isPositiveInteger(max_tokens) && { maxOutputTokens: max_tokens }),
    ...(isPositiveInteger(max_input_tokens) && { contextWindow: max_input_tokens }),
  };
}

/** A date of the wire in seconds since 1970. The vendor writes 1970 for an unknown date. */
function toUnixTime(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) || time <= 0 ? undefined : Math.floor(time / 1000);
}
