import type { FormatName } from "@diglot/core";
import type { Answer } from "../http/ask.js";
import { isObject } from "../json/is-object.js";

/** A model that a server lists. */
export interface ListedModel {
  readonly id: string;
}

/** A list of models, and the format in whose shape it is. */
export interface ModelList {
  readonly shape: FormatName;
  readonly models: readonly ListedModel[];
}

/** Reads a list of models; absent: the answer holds none. Entries without an id are left out. */
export function readModelList(answer: Answer): ModelList | undefined {
  if (answer.outcome !== "answered" || answer.status !== 200) return undefined;
  const { json } = answer;
  const data = isObject(json) ? json.data : json;
  if (!Array.isArray(data)) return undefined;
  return { shape: shapeOf(json, data), models: listIds(data) };
}

/** Lists of Messages say whether more follows; those of Chat Completions call themselves a list. */
function shapeOf(json: unknown, data: readonly unknown[]): FormatName {
  const isMessages =
    isObject(json) &&
    json.object !== "list" &&
    ("has_more" in json || data.some((entry) => isObject(entry) && entry.type === "model"));
  return isMessages ? "messages" : "chat-completions";
}

function listIds(data: readonly unknown[]): readonly ListedModel[] {
  const ids = data.flatMap((entry) =>
    isObject(entry) && typeof entry.id === "string" && entry.id !== "" ? entry.id : [],
  );
  return [...new Set(ids)].map((id) => ({ id }));
}
