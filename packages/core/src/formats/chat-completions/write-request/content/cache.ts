import type { Block, CacheControl, Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { blockCacheRules as rules } from "../rules/content.js";
import { cacheRules } from "../rules/parameters.js";
import { toolCacheRules } from "../rules/tools.js";

/** The most cache control markers that any known service accepts. */
const maxCacheControls = 4;

/** The member of a part for its cache control, or nothing. */
export function toCacheControl(
  cache: CacheControl | undefined,
  { capabilities }: Pick<WriteRequestContext, "capabilities">,
): JsonObject {
  if (!cache) return {};
  switch (capabilities.promptCache) {
    case "cache_control":
      return { cache_control: cache };
    case "breakpoints":
      return { prompt_cache_breakpoint: { mode: "explicit" } };
    case "auto":
    case "none":
      return {};
  }
}

/** As `toCacheControl`, for values that are not content, where only one of the two forms is allowed. */
export function toOuterCacheControl(
  cache: CacheControl | undefined,
  context: Pick<WriteRequestContext, "capabilities">,
): JsonObject {
  return context.capabilities.promptCache === "cache_control" ? toCacheControl(cache, context) : {};
}

/** Applies the rules to all cache control at once, and returns the request's own members for it. */
export function writeCache(conversation: Conversation, context: WriteRequestContext): JsonObject {
  const { capabilities, receipt } = context;
  const cacheControls = collectCacheControl(conversation, context);
  const [first] = cacheControls;
  if (first === undefined) return {};
  switch (capabilities.promptCache) {
    case "none":
      receipt.apply(rules.unsupported, first);
      return {};
    case "auto":
      receipt.apply(rules.automatic, first);
      return {};
    case "cache_control":
      limitCacheControl(cacheControls, context);
      noteLost(conversation, context);
      return toCacheControl(conversation.cache, context);
    case "breakpoints":
      limitCacheControl(cacheControls, context);
      noteLost(conversation, context);
      noteTools(conversation, context);
      receipt.apply(conversation.cache ? cacheRules.breakpoint : rules.breakpoint, first);
      return { prompt_cache_options: { mode: conversation.cache ? "implicit" : "explicit" } };
  }
}

function limitCacheControl(
  cacheControls: readonly string[],
  { receipt }: WriteRequestContext,
): void {
  const extra = cacheControls[maxCacheControls];
  if (extra === undefined) return;
  const reason = `${rules.tooMany.reason.slice(0, -1)}; this request has ${cacheControls.length}.`;
  receipt.apply(rules.tooMany, extra, { reason });
}

/** The places of all cache control, in the order of the prompt. */
function collectCacheControl(
  conversation: Conversation,
  context: WriteRequestContext,
): readonly string[] {
  const { tools, system, turns, cache } = conversation;
  const places: string[] = [];
  for (const tool of tools) {
    if (tool.type === "function" && tool.cache) places.push(placeOf(tool, "cache"));
  }
  addCacheControl(system, places, context);
  for (const { blocks } of turns) addCacheControl(blocks, places, context);
  if (cache) places.push(placeOf(conversation, "cache"));
  return places;
}

/** Adds the places of the cache control on blocks and on the blocks in them. */
function addCacheControl(
  blocks: readonly Block[],
  places: string[],
  context: WriteRequestContext,
): void {
  for (const block of blocks) {
    if (block.type === "native") {
      if (context.native.block(block.value).cache) places.push(block.at ?? "");
      continue;
    }
    const inner = innerBlocks(block);
    if (inner.length > 0) addCacheControl(inner, places, context);
    if (block.cache) places.push(placeOf(block, "cache"));
  }
}

function innerBlocks(block: Block): readonly Block[] {
  if (block.type === "tool_result") return block.content;
  return block.type === "document" && block.source.type === "blocks" ? block.source.blocks : none;
}

const none: readonly Block[] = [];

/** Reasoning is not content, and a document is one text, so cache control on or in them is lost. */
function noteLost({ turns }: Conversation, { receipt }: WriteRequestContext): void {
  for (const block of turns.flatMap(({ blocks }) => blocks).flatMap(unmarkable)) {
    if (block.type !== "native" && block.cache) receipt.apply(rules.lost, placeOf(block, "cache"));
  }
}

function unmarkable(block: Block): readonly Block[] {
  if (block.type === "tool_result") return block.content.flatMap(unmarkable);
  if (block.type === "document") return innerBlocks(block);
  return block.type === "thinking" || block.type === "redacted_thinking" ? [block] : [];
}

function noteTools({ tools, turns }: Conversation, { receipt }: WriteRequestContext): void {
  for (const tool of tools) {
    if (tool.type === "function" && tool.cache) {
      receipt.apply(toolCacheRules.lost, placeOf(tool, "cache"));
    }
  }
  for (const block of turns.flatMap(({ blocks }) => blocks)) {
    if (block.type === "tool_call" && block.cache) {
      receipt.apply(rules.lost, placeOf(block, "cache"));
    }
  }
}
