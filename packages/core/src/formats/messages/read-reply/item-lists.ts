import { toObject } from "../../../json/value.js";
import type { ItemList } from "../../upstream-format.js";

/** The lists of a complete message; see `UpstreamFormat.itemLists`. */
export function* itemLists(body: unknown): Iterable<ItemList> {
  const { content } = toObject(body);
  yield { name: "content blocks", list: content };
  for (const block of Array.isArray(content) ? content : []) {
    yield { name: "citations", list: toObject(block).citations };
  }
}
