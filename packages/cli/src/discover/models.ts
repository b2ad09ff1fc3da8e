import type { FormatName } from "@diglot/core";
import { parseModels } from "@diglot/core/formats";
import type { Answer } from "../http/ask.js";
import { isObject } from "../json/is-object.js";

/** A model that a server lists. */
export interface ListedModel {
  readonly id: string;
  /** The most tokens that it reads, if the list says so. */
  readonly contextWindow?: number | undefined;
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
  return { shape: shapeOf(json, data), models: listModels(data) };
}

/** Lists of Messages say whether more follows; those of Chat Completions call themselves a list. */
function shapeOf(json: unknown, data: readonly unknown[]): FormatName {
  const isMessages =
    isObject(json) &&
    json.object !== "list" &&
    ("has_more" in json || data.some((entry) => isObject(entry) && entry.type === "model"));
  return isMessages ? "messages" : "chat-completions";
}

/** Each model once. */
function listModels(data: readonly unknown[]): readonly ListedModel[] {
  const models = data.flatMap((entry) =>
    parseModels([entry]).map(({ id, contextWindow = readMessagesWindow(entry) }) => ({
      id,
      ...(contextWindow !== undefined && { contextWindow }),
    })),
  );
  const known = new Set<string>();
  return models.filter(({ id }) => !known.has(id) && known.add(id));
}

/** Lists of Messages have a member of their own for it. */
function readMessagesWindow(entry: unknown): number | undefined {
  const window = isObject(entry) ? entry.max_input_tokens : undefined;
  return Number.isSafeInteger(window) && Number(window) > 0 ? Number(window) : undefined;
}
