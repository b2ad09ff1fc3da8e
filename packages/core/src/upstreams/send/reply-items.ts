import { badReply } from "../../errors/bad-reply.js";
import type { ItemList } from "../../formats/upstream-format.js";

/**
 * Items of one kind in a JSON reply: blocks, calls, choices, citations. A model writes a few, and
 * every one costs far more than its bytes.
 */
const maxItems = 2_000;

/**
 * Checks the lists of a JSON reply before anything looks at their items. Lists with the same name
 * count together.
 * @throws ServiceError `upstream_bad_response`
 */
export function assertFewItems(lists: Iterable<ItemList>): void {
  const counts = new Map<string, number>();
  for (const { name, list } of lists) {
    const count = (counts.get(name) ?? 0) + (Array.isArray(list) ? list.length : 0);
    if (count > maxItems) throw badReply(`The reply has more than ${maxItems} ${name}.`);
    counts.set(name, count);
  }
}
