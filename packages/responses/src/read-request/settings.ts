import type { ResponsesRequest } from "../schemas/request.js";
import type { ToPlace } from "../wire/tool-table.js";

/** What the request sets, with the places where it does. */
export interface EffectiveSettings {
  readonly reasoning: ResponsesRequest["reasoning"];
  readonly text: ResponsesRequest["text"];
  readonly reasoningAt: string;
  readonly textAt: string;
}

/** The reasoning and the form of the text that are in force: those of the last item that changes them. */
export function readSettings(
  { reasoning, text, input }: ResponsesRequest,
  toPlace: ToPlace,
): EffectiveSettings {
  let found: EffectiveSettings = { reasoning, text, reasoningAt: "/reasoning", textAt: "/text" };
  if (typeof input === "string") return found;
  for (const [index, item] of input.entries()) {
    if (item.type !== "configuration_update") continue;
    const update = item as Partial<Pick<ResponsesRequest, "reasoning" | "text">>;
    const at = toPlace(index);
    if (update.reasoning) {
      found = { ...found, reasoning: update.reasoning, reasoningAt: `${at}/reasoning` };
    }
    if (update.text) found = { ...found, text: update.text, textAt: `${at}/text` };
  }
  return found;
}
