import {
  type BlockSequencer,
  createBlockSequencer,
} from "../../../conversation/block-sequencer.js";
import type { ConversationEvent } from "../../../conversation/events.js";
import { badReply } from "../../../errors/bad-reply.js";
import type { JsonObject } from "../../../json/value.js";
import { addDelta, createReplyBlock, isWhole, type ReplyBlock, stopBlock } from "./block.js";
import type { ReplyBlockContext } from "./opened-block.js";

/**
 * Translates the content of one reply from blocks of the wire to neutral blocks. The vendor sends
 * its blocks one after another, but some servers (llama.cpp) stop all of them at the end.
 */
export interface ReplyContent {
  /**
   * Takes a `content_block_start`. @throws ServiceError `upstream_bad_response` if the block is already
   * open, or one more than a reply may have
   */
  start(key: unknown, value: JsonObject): readonly ConversationEvent[];
  /**
   * Takes a delta. @throws ServiceError `upstream_bad_response` if no such block is open or the
   * delta does not fit it
   */
  add(key: unknown, delta: JsonObject): readonly ConversationEvent[];
  stop(key: unknown): readonly ConversationEvent[];
  /**
   * Completes the blocks that are still open. If the reply was `clipped`, an incomplete last call
   * stays open.
   */
  finish(clipped: boolean): readonly ConversationEvent[];
}

/**
 * What is needed to read the content: what its blocks need, and the notes that record unknown
 * deltas.
 */
export interface ReplyContentContext extends ReplyBlockContext {
  readonly maxBlocks: number;
  onUnknownDelta(type: unknown): void;
}

interface Content {
  readonly context: ReplyContentContext;
  /** The open block of each index on the wire; a stopped one is forgotten. */
  readonly blocks: Map<unknown, ReplyBlock>;
  readonly sequencer: BlockSequencer<ReplyBlock>;
}

/** A reply without content. */
export function createReplyContent(context: ReplyContentContext): ReplyContent {
  const content: Content = {
    context,
    blocks: new Map(),
    sequencer: createBlockSequencer(context.maxBlocks),
  };
  return {
    start: (key, value) => start(content, key, value),
    add: (key, delta) => add(content, key, delta),
    stop: (key) => stop(content, key),
    finish: (clipped) => finishContent(content, clipped),
  };
}

function start(content: Content, key: unknown, value: JsonObject): readonly ConversationEvent[] {
  const { blocks, sequencer, context } = content;
  if (blocks.has(key)) throw badReply("A block began twice.");
  const block = createReplyBlock(value, context);
  blocks.set(key, block);
  sequencer.push(block);
  return advance(content);
}

function add(content: Content, key: unknown, delta: JsonObject): readonly ConversationEvent[] {
  const block = content.blocks.get(key);
  if (!block) throw badReply("A delta belongs to no open block.");
  if (!addDelta(block, delta)) content.context.onUnknownDelta(delta.type);
  return advance(content);
}

function stop(content: Content, key: unknown): readonly ConversationEvent[] {
  const block = content.blocks.get(key);
  if (!block) return [];
  content.blocks.delete(key);
  stopBlock(block);
  return advance(content);
}

/**
 * The events that may be sent now. Incomplete arguments may have been truncated, which only the
 * stop reason shows.
 */
function advance(content: Content): readonly ConversationEvent[] {
  return send(content, (block, isLast) => block.stopped && (isWhole(block) || !isLast));
}

function finishContent(content: Content, clipped: boolean): readonly ConversationEvent[] {
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
