import type { FormatName } from "@diglot/core/translation";
import { isJsonObject } from "../common/json.js";
import { messageOf } from "../common/message-of.js";
import { ask } from "./create-probe.js";
import type { Target } from "./probe.js";

/**
 * The model to ask in each format: the target's own, else the first of its models list.
 * @throws an error if the server cannot be reached, or if it names no model and has no list
 */
export async function reachModels(
  target: Target,
  formats: readonly FormatName[],
): Promise<ReadonlyMap<FormatName, string>> {
  const models = await Promise.all(formats.map(async (format) => modelOf(target, format)));
  return new Map(formats.map((format, index) => [format, models[index] ?? ""]));
}

async function modelOf(target: Target, format: FormatName): Promise<string> {
  const first = await firstListed(target, format);
  const named = typeof target.model === "string" ? target.model : target.model?.[format];
  const model = named ?? first;
  if (model !== undefined) return model;
  throw new Error(
    `${target.baseUrl} lists no models at /v1/models: name a model to ask for (${format})`,
  );
}

/** The list is asked for even if a model is named: it shows whether anybody answers at all. */
async function firstListed(target: Target, format: FormatName): Promise<string | undefined> {
  const answer = await ask(target, format, "", { method: "GET", path: "/v1/models" }).catch(
    (cause: unknown) => {
      const reason = messageOf(cause);
      throw new Error(`Cannot reach ${target.baseUrl}: ${reason}`, { cause });
    },
  );
  const data = answer.json?.data;
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  return isJsonObject(first) && typeof first.id === "string" ? first.id : undefined;
}
