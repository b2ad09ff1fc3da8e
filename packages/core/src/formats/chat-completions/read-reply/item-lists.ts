import { type JsonObject, toObject } from "../../../json/value.js";
import type { ItemList } from "../../upstream-format.js";
import { detailsField } from "../wire/reasoning-details.js";
import { toObjects } from "../wire/value.js";
import { messageOf, toChunk } from "./chunk.js";

/** The lists of a complete answer; see `UpstreamFormat.itemLists`. */
export function* itemLists(body: unknown): Iterable<ItemList> {
  const { choices } = toObject(toChunk(body));
  yield { name: "choices", list: choices };
  for (const choice of toObjects(choices)) yield* listsOfMessage(messageOf(choice) ?? {});
}

function* listsOfMessage(message: JsonObject): Iterable<ItemList> {
  yield { name: "tool calls", list: message.tool_calls };
  yield { name: "tool calls", list: message.function_call };
  yield { name: "reasoning details", list: message[detailsField] };
  yield { name: "annotations", list: message.annotations };
  yield { name: "content parts", list: message.content };
  for (const { thinking } of toObjects(message.content)) {
    yield { name: "content parts", list: thinking };
  }
}
