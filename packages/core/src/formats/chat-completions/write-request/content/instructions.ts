import { attribution, withoutAttribution } from "../../../../conversation/attribution.js";
import type { Block, TextBlock } from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { placeOf } from "../../../../conversation/places.js";
import type { WriteRequestContext } from "../context.js";
import { blockCacheRules, systemRules as rules } from "../rules/content.js";
import { toNativeText } from "./blocks.js";
import { toCacheControl } from "./cache.js";

/**
 * Instructions as texts, which are never empty; other content is not possible here, and the rules
 * decide about it.
 */
export function selectInstructions(
  blocks: readonly Block[],
  context: WriteRequestContext,
): readonly TextBlock[] {
  const selected: TextBlock[] = [];
  for (const block of blocks.map((one) => untag(one, context))) {
    const text = toText(block, context);
    if (!text) continue;
    if (text.text !== "") selected.push(text);
    else if (block.type !== "native") moveCacheControl(text, selected, context);
  }
  return selected;
}

/** The block without the line that tags the request; the text below that line is an instruction. */
function untag(block: Block, { receipt }: WriteRequestContext): Block {
  if (block.type !== "text" || !block.text.trimStart().startsWith(attribution)) return block;
  receipt.apply(rules.attribution, block.at ?? "");
  return { ...block, text: withoutAttribution(block.text) };
}

function toText(block: Block, context: WriteRequestContext): TextBlock | undefined {
  if (block.type === "native") return toNativeText(block, context);
  if (block.type !== "text") {
    context.receipt.apply(rules.notText, block.at ?? "");
    return undefined;
  }
  if (!block.extra) return block;
  takeExtra(block, context);
  const { extra, ...text } = block;
  return text;
}

/** An empty text is not an instruction; its cache control belongs to the text before it. */
function moveCacheControl(
  { cache, ...empty }: TextBlock,
  selected: TextBlock[],
  context: WriteRequestContext,
): void {
  if (!cache || Object.keys(toCacheControl(cache, context)).length === 0) return;
  const last = selected.pop();
  if (last) selected.push({ ...last, cache: last.cache ?? cache });
  else context.receipt.apply(blockCacheRules.lost, placeOf(empty, "cache"));
}
