import { quote, refuse, refuseWord } from "@diglot/core/formats";
import type { InputItem } from "../schemas/items.js";
import type { Part } from "../schemas/parts.js";
import { defaultLimit, highestLimit, orders } from "../wire/item-page.js";

/** A page of items, as the vendor lists them. */
export interface ItemPage {
  readonly object: "list";
  readonly data: readonly InputItem[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
}

/**
 * The page of items that a query asks for: `limit` (1 to 100, 20 if absent), `order` (`desc` if absent) and
 * `after`, the id of an item.
 * @throws ServiceError `bad_request` that names the parameter
 */
export function listItems(items: readonly InputItem[], query: URLSearchParams): ItemPage {
  const limit = readLimit(query.get("limit"));
  const order = query.get("order") ?? "desc";
  if (!(orders as readonly string[]).includes(order)) throw refuseWord("order", order, orders);
  const ordered = order === "asc" ? items : items.toReversed();
  const start = findStart(ordered, query.get("after"));
  const data = ordered.slice(start, start + limit).map(toListed);
  return {
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: start + limit < ordered.length,
  };
}

function readLimit(text: string | null): number {
  if (text === null) return defaultLimit;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= highestLimit) return limit;
  throw refuse(
    `Invalid 'limit': expected an integer from 1 to ${highestLimit}, but got ${quote(text)} instead.`,
    "limit",
  );
}

function findStart(items: readonly InputItem[], after: string | null): number {
  if (after === null) return 0;
  const index = items.findIndex(({ id }) => id === after);
  if (index < 0) throw refuse(`Invalid 'after': no item has the id ${quote(after)}.`, "after");
  return index + 1;
}

/** A message is listed with its parts, also if it was sent as a text. */
function toListed(item: InputItem): InputItem {
  if (item.type !== "message" || typeof item.content !== "string") return item;
  const type = item.role === "assistant" ? "output_text" : "input_text";
  const annotations = item.role === "assistant" && { annotations: [] };
  const part = { type, text: item.content, ...annotations } as Part;
  return { status: "completed", ...item, content: [part] };
}
