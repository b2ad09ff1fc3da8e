import type { Format } from "../shared/formats.ts";
import type { Place } from "../shared/services.ts";

/** One kind of exchange. */
export interface Kind {
  readonly id: string;
  /** What a table calls it. */
  readonly title: string;
  readonly caller: Format;
  readonly model: Place;
  readonly form: Form;
  /** Whether the service is asked as a fetch handler, with Web objects. */
  readonly web?: true;
}

/** How a reply comes: whole, one delta with each block, or all deltas in one block. */
export type Form = "json" | "deltas" | "block";

/** The exchanges that are counted. */
export const kinds: readonly Kind[] = [
  kindOf("chat", "chat", "json"),
  kindOf("messages", "messages", "json"),
  kindOf("chat", "messages", "json"),
  kindOf("messages", "chat", "json"),
  kindOf("chat", "own", "json"),
  kindOf("messages", "own", "json"),
  {
    ...kindOf("chat", "own", "json"),
    id: "fetch-chat-own",
    title: "`fetch`, chat, own model",
    web: true,
  },
  {
    ...kindOf("chat", "chat", "json"),
    id: "fetch-chat-relay",
    title: "`fetch`, chat relay",
    web: true,
  },
  ...(["deltas", "block"] as const).flatMap((form) => [
    kindOf("chat", "chat", form),
    kindOf("messages", "messages", form),
    kindOf("chat", "messages", form),
    kindOf("messages", "chat", form),
  ]),
  kindOf("messages", "own", "deltas"),
];

function kindOf(caller: Format, model: Place, form: Form): Kind {
  const ways = model === "own" ? `${caller}, own model` : `${caller} → ${model}`;
  const way = caller === model ? `${caller} relay` : ways;
  const id = model === caller ? `${caller}-relay` : `${caller}-${model}`;
  if (form === "json") return { id, title: way, caller, model, form };
  const how = form === "deltas" ? "one delta per block" : "deltas in one block";
  return { id: `${id}-${form}`, title: `${way} stream, ${how}`, caller, model, form };
}
