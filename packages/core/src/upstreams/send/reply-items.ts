import { badReply } from "../../errors/bad-reply.js";
import { replyTooLarge } from "../../errors/reply-too-large.js";
import type { ServiceError } from "../../errors/service-error.js";
import type { ItemList } from "../../formats/upstream-format.js";

/**
 * Items of one kind in a JSON reply: blocks, calls, choices, citations. A model writes a few, and
 * every one costs far more than its bytes, all of it at once.
 */
const mostItems = 2_000;

/**
 * Checks the lists of a JSON reply before anything looks at their items. Lists with the same name
 * count together.
 * @param maxBlocks the most that a reply of any form may have, if that is fewer
 * @throws ServiceError `upstream_bad_response`
 */
export function assertFewItems(lists: Iterable<ItemList>, maxBlocks: number): void {
  const most = Math.min(mostItems, maxBlocks);
  const counts = new Map<string, number>();
  for (const { name, list } of lists) {
    const count = (counts.get(name) ?? 0) + (Array.isArray(list) ? list.length : 0);
    if (count > most) throw badReply(`The reply has more than ${most} ${name}.`);
    counts.set(name, count);
  }
}

/**
 * The error of a stream with more characters than that in events that say nothing yet. Its reader keeps
 * them, so all of them together are limited like what a reply says.
 */
export function tooMuchUnsaid(maxCharacters: number): ServiceError {
  return replyTooLarge(`More than ${maxCharacters} characters arrived that say nothing yet.`);
}
