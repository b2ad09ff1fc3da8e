import type { ResponsesRequest } from "../schemas/request.js";
import type { ToPlace } from "../wire/tool-table.js";

/** What the request sets, with the places where it does. */
export interface EffectiveSettings {
  readonly reasoning: ResponsesRequest["reasoning"];
  readonly text: ResponsesRequest["text"];
  /** JSON pointers. */
  readonly places: Readonly<Record<"effort" | "summary" | "format" | "verbosity", string>>;
}

/** The reasoning and the form of the text that are in force: each as the last item says that changes it. */
export function readSettings(
  { reasoning, text, input }: ResponsesRequest,
  toPlace: ToPlace,
): EffectiveSettings {
  let found: EffectiveSettings = {
    reasoning,
    text,
    places: {
      effort: "/reasoning/effort",
      summary: "/reasoning/summary",
      format: "/text/format",
      verbosity: "/text/verbosity",
    },
  };
  if (typeof input === "string") return found;
  for (const [index, item] of input.entries()) {
    if (item.type !== "configuration_update") continue;
    const update = item as Partial<Pick<ResponsesRequest, "reasoning" | "text">>;
    found = {
      reasoning: { ...found.reasoning, ...update.reasoning },
      text: { ...found.text, ...update.text },
      places: {
        ...found.places,
        ...placesIn(update.reasoning, `${toPlace(index)}/reasoning`),
        ...placesIn(update.text, `${toPlace(index)}/text`),
      },
    };
  }
  return found;
}

function placesIn(members: object | null | undefined, at: string) {
  return Object.fromEntries(Object.keys(members ?? {}).map((name) => [name, `${at}/${name}`]));
}
