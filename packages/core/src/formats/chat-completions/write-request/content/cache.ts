import type {
  Block,
  CacheMark,
  Conversation,
  JsonObject,
} from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import { casesOf } from "../../../../conversation/slots.js";
import type { EmitContext } from "../../../upstream-format.js";
import { contentRules } from "../rules/content.js";
import { parameterRules } from "../rules/parameters.js";
import { toolRules } from "../rules/tools.js";

const rules = /* @__PURE__ */ casesOf(contentRules, "block.cache");

/** The most marks that any service is known to take. */
const mostMarks = 4;

/** The member of a part that says the mark, or nothing. */
export function toMark(
  cache: CacheMark | undefined,
  { capabilities }: Pick<EmitContext, "capabilities">,
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

/** As `toMark`, for what is no content: only one of the two forms has a place there. */
export function toOuterMark(
  cache: CacheMark | undefined,
  context: Pick<EmitContext, "capabilities">,
): JsonObject {
  return context.capabilities.promptCache === "cache_control" ? toMark(cache, context) : {};
}

/** Applies the rules of all marks at once, and gives what the whole request says of them. */
export function emitCache(conversation: Conversation, context: EmitContext): JsonObject {
  const { capabilities, receipt } = context;
  const marks = collectMarks(conversation, context);
  const [first] = marks;
  if (first === undefined) return {};
  switch (capabilities.promptCache) {
    case "none":
      receipt.apply(rules.unsupported, first);
      return {};
    case "auto":
      receipt.apply(rules.automatic, first);
      return {};
    case "cache_control":
      limitMarks(marks, context);
      noteLost(conversation, context);
      return toMark(conversation.cache, context);
    case "breakpoints":
      limitMarks(marks, context);
      noteLost(conversation, context);
      noteTools(conversation, context);
      receipt.apply(conversation.cache ? parameterRules.cache.breakpoint : rules.breakpoint, first);
      return { prompt_cache_options: { mode: conversation.cache ? "implicit" : "explicit" } };
  }
}

function limitMarks(marks: readonly string[], { receipt }: EmitContext): void {
  const extra = marks[mostMarks];
  if (extra === undefined) return;
  const reason = `${rules.tooMany.reason.slice(0, -1)}; this request has ${marks.length}.`;
  receipt.apply(rules.tooMany, extra, { reason });
}

/** Where all marks stand, in the order of the prompt. */
function collectMarks(conversation: Conversation, context: EmitContext): readonly string[] {
  const { tools, system, turns, cache } = conversation;
  return [
    ...tools.flatMap((tool) =>
      tool.type === "function" && tool.cache ? [placeOf(tool, "cache")] : [],
    ),
    ...system.flatMap((block) => marksOf(block, context)),
    ...turns.flatMap(({ blocks }) => blocks.flatMap((block) => marksOf(block, context))),
    ...(cache ? [placeOf(conversation, "cache")] : []),
  ];
}

function marksOf(block: Block, context: EmitContext): readonly string[] {
  if (block.type === "native") return context.own.block(block.value).cache ? [block.at ?? ""] : [];
  const inner = innerBlocks(block).flatMap((child) => marksOf(child, context));
  return block.cache ? [...inner, placeOf(block, "cache")] : inner;
}

function innerBlocks(block: Block): readonly Block[] {
  if (block.type === "tool_result") return block.content;
  return block.type === "document" && block.source.type === "blocks" ? block.source.blocks : [];
}

/** Thoughts are not content, and a document is one text, so marks on them or in them have no place. */
function noteLost({ turns }: Conversation, { receipt }: EmitContext): void {
  for (const block of turns.flatMap(({ blocks }) => blocks).flatMap(unmarkable)) {
    if (block.type !== "native" && block.cache) receipt.apply(rules.lost, placeOf(block, "cache"));
  }
}

function unmarkable(block: Block): readonly Block[] {
  if (block.type === "tool_result") return block.content.flatMap(unmarkable);
  if (block.type === "document") return innerBlocks(block);
  return block.type === "thinking" || block.type === "redacted_thinking" ? [block] : [];
}

function noteTools({ tools, turns }: Conversation, { receipt }: EmitContext): void {
  for (const tool of tools) {
    if (tool.type === "function" && tool.cache) {
      receipt.apply(toolRules["tool.cache"].lost, placeOf(tool, "cache"));
    }
  }
  for (const block of turns.flatMap(({ blocks }) => blocks)) {
    if (block.type === "tool_call" && block.cache) {
      receipt.apply(rules.lost, placeOf(block, "cache"));
    }
  }
}
