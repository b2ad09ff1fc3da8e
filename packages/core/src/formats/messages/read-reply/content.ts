import {
  type BlockSequencer,
  createBlockSequencer,
} from "../../../conversation/block-sequencer.js";
import type { JsonObject } from "../../../conversation/conversation.js";
import type { ConversationEvent } from "../../../conversation/events.js";
import { badReply } from "../../../errors/bad-reply.js";
import { addDelta, createReplyBlock, isWhole, type ReplyBlock, stopBlock } from "./block.js";
import type { ReplyBlockContext } from "./opened-block.js";

/**
 * The content of one reply: blocks of the wire in, neutral blocks out. The vendor sends its blocks one
 * after another, but some servers (llama.cpp) stop them all at the end.
 */
export interface ReplyContent {
  /** Takes a `content_block_start`. @throws ServiceError `upstream_bad_response` if the block is open already */
  start(key: unknown, value: JsonObject): readonly ConversationEvent[];
  /** Takes a delta. @throws ServiceError `upstream_bad_response` if no such block is open or it does not fit */
  add(key: unknown, delta: JsonObject): readonly ConversationEvent[];
  stop(key: unknown): readonly ConversationEvent[];
  /** Completes what is still open. If the reply was `clipped`, a last call that is not whole stays open. */
  finish(clipped: boolean): readonly ConversationEvent[];
  /** Whether any block was a tool call. */
  hasCalls(): boolean;
}

/** What the content needs: what its blocks need, and who hears of unknown deltas. */
export interface ReplyContentContext extends ReplyBlockContext {
  onUnknownDelta(type: unknown): void;
}

interface Content {
  readonly context: ReplyContentContext;
  /** The block that each index of the wire meant last. */
  readonly blocks: Map<unknown, ReplyBlock>;
  readonly sequencer: BlockSequencer<ReplyBlock>;
  hasCalls: boolean;
}

/** A reply without content. */
export function createReplyContent(context: ReplyContentContext): ReplyContent {
  const content: Content = {
    context,
    blocks: new Map(),
    sequencer: createBlockSequencer(),
    hasCalls: false,
  };
  return {
    hasCalls: () => content.hasCalls,
    start: (key, value) => start(content, key, value),
    add: (key, delta) => add(content, key, delta),
    stop: (key) => stop(content, key),
    finish: (clipped) => finish(content, clipped),
  };
}

function start(content: Content, key: unknown, value: JsonObject): readonly ConversationEvent[] {
  const { blocks, sequencer, context } = content;
  if (blocks.get(key)?.stopped === false) throw badReply("A block began twice.");
  const block = createReplyBlock(value, context);
  content.hasCalls ||= block.kind === "tool_call";
  blocks.set(key, block);
  sequencer.push(block);
  return advance(content);
}

function add(content: Content, key: unknown, delta: JsonObject): readonly ConversationEvent[] {
  const block = content.blocks.get(key);
  if (!block || block.stopped) throw badReply("A delta belongs to no open block.");
  if (!addDelta(block, delta)) content.context.onUnknownDelta(delta.type);
  return advance(content);
}

function stop(content: Content, key: unknown): readonly ConversationEvent[] {
  const block = content.blocks.get(key);
  if (!block) return [];
  stopBlock(block);
  return advance(content);
}

/** What may be sent now. Arguments that end too early were perhaps clipped, which only the stop reason tells. */
function advance(content: Content): readonly ConversationEvent[] {
  return send(content, (block, isLast) => block.stopped && (isWhole(block) || !isLast));
}

function finish(content: Content, clipped: boolean): readonly ConversationEvent[] {
  const waiting = content.sequencer.waiting();
  const last = waiting.at(-1);
  const kept = clipped && last?.kind === "tool_call" && !isStoppedWhole(last) ? last : undefined;
  for (const block of waiting) stopBlock(block);
  return send(content, (block) => block !== kept);
}

function send(
  { sequencer }: Content,
  isDone: (block: ReplyBlock, isLast: boolean) => boolean,
): readonly ConversationEvent[] {
  return sequencer.advance((block, isLast) => {
    const { opened, pending } = block;
    if (!opened) return { deltas: [], done: false };
    block.pending = [];
    return { opened, deltas: pending, done: isDone(block, isLast) };
  });
}

function isStoppedWhole(block: ReplyBlock): boolean {
  return block.stopped && isWhole(block);
}
