import type { Block, CacheControl } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import { formatName } from "../../wire/names.js";
import type { WriteRequestContext } from "../context.js";
import { blockCacheRules as rules } from "../rules/content.js";

function cacheOf(block: Block, { native }: WriteRequestContext): CacheControl | undefined {
  if (block.type !== "native") return block.cache;
  return block.format === formatName ? undefined : native.block(block.value).cache;
}

/** Whether a block still has its cache control. */
export function hasCacheControl(block: Block | undefined): boolean {
  return block !== undefined && block.type !== "native" && block.cache !== undefined;
}

/**
 * Moves the cache control of a block, if it has any, to the last block of the lists that can have
 * it.
 */
export function moveCacheControl(
  from: Block,
  lists: readonly Block[][],
  context: WriteRequestContext,
): void {
  const cache = cacheOf(from, context);
  if (!cache) return;
  const { receipt } = context;
  const at = from.type === "native" ? (from.at ?? "") : placeOf(from, "cache");
  const list = lists.findLast((blocks) => blocks.some(takesCacheControl));
  const index = list?.findLastIndex(takesCacheControl) ?? -1;
  const target = list?.[index];
  if (!list || !target || target.type === "native") {
    receipt.apply(rules.lost, at);
    return;
  }
  receipt.apply(rules.moved, at);
  if (target.cache) return;
  list[index] = { ...target, cache, places: { ...target.places, cache: at } };
}

function takesCacheControl({ type }: Block): boolean {
  return type !== "native" && type !== "thinking" && type !== "redacted_thinking";
}
