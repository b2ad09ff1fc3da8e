import type { Block, CacheMark } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import { casesOf } from "../../../../conversation/slots.js";
import type { EmitContext } from "../../../upstream-format.js";
import { formatName } from "../../wire/types.js";
import { contentRules } from "../rules/content.js";

const rules = /* @__PURE__ */ casesOf(contentRules, "block.cache");

function cacheOf(block: Block, { own }: EmitContext): CacheMark | undefined {
  if (block.type !== "native") return block.cache;
  return block.format === formatName ? undefined : own.block(block.value).cache;
}

/** Whether a block still bears its mark. */
export function isMarked(block: Block | undefined): boolean {
  return block !== undefined && block.type !== "native" && block.cache !== undefined;
}

/** Moves the mark of a block, if it has one, to the last block of the lists that takes marks. */
export function moveMark(from: Block, lists: readonly Block[][], context: EmitContext): void {
  const cache = cacheOf(from, context);
  if (!cache) return;
  const { receipt } = context;
  const at = from.type === "native" ? (from.at ?? "") : placeOf(from, "cache");
  const list = lists.findLast((blocks) => blocks.some(takesMark));
  const index = list?.findLastIndex(takesMark) ?? -1;
  const target = list?.[index];
  if (!list || !target || target.type === "native") {
    receipt.apply(rules.lost, at);
    return;
  }
  receipt.apply(rules.moved, at);
  if (target.cache) return;
  list[index] = { ...target, cache, places: { ...target.places, cache: at } };
}

function takesMark({ type }: Block): boolean {
  return type !== "native" && type !== "thinking" && type !== "redacted_thinking";
}
