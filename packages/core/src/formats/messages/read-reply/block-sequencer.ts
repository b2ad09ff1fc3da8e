import type { JsonObject } from "../../../conversation/conversation.js";
import type { ConversationEvent } from "../../../conversation/events.js";
import { badReply } from "../../../errors/bad-reply.js";
import { addDelta, createReplyBlock, isWhole, type ReplyBlock, stopBlock } from "./block.js";
import type { ReplyBlockContext } from "./opened-block.js";

/**
 * Puts the blocks of a stream in a row. The vendor sends them one after another, but some servers
 * (llama.cpp) stop them all at the end. The first open block is live; what belongs to later ones
 * waits until all before them are complete.
 */
export interface BlockQueue {
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

/** What a queue needs: what its blocks need, and who hears of deltas that are not known. */
export interface BlockQueueContext extends ReplyBlockContext {
  onUnknownDelta(type: unknown): void;
}

/** An empty queue for one reply. */
export function createBlockQueue(context: BlockQueueContext): BlockQueue {
  const blocks = new Map<unknown, ReplyBlock>();
  const waiting: ReplyBlock[] = [];
  let nextIndex = 0;
  let headIsOpen = false;
  let hasCalls = false;

  function flush(isDone: (head: ReplyBlock) => boolean): readonly ConversationEvent[] {
    const due: ConversationEvent[] = [];
    for (let head = waiting[0]; head?.opened; head = waiting[0]) {
      const index = nextIndex;
      if (!headIsOpen) due.push({ type: "open", index, block: head.opened });
      headIsOpen = true;
      for (const delta of head.pending) due.push({ type: "delta", index, delta });
      head.pending = [];
      if (!isDone(head)) break;
      due.push({ type: "close", index });
      waiting.shift();
      headIsOpen = false;
      nextIndex += 1;
    }
    return due;
  }

  // Arguments that end too early were perhaps clipped, which only the stop reason tells.
  const flushWhole = () => flush((head) => head.stopped && (isWhole(head) || waiting.length > 1));

  return {
    hasCalls: () => hasCalls,
    start(key, value) {
      if (blocks.get(key)?.stopped === false) throw badReply("A block began twice.");
      const block = createReplyBlock(value, context);
      hasCalls ||= block.kind === "tool_call";
      blocks.set(key, block);
      waiting.push(block);
      return flushWhole();
    },
    add(key, delta) {
      const block = blocks.get(key);
      if (!block || block.stopped) throw badReply("A delta belongs to no open block.");
      if (!addDelta(block, delta)) context.onUnknownDelta(delta.type);
      return flushWhole();
    },
    stop(key) {
      const block = blocks.get(key);
      if (!block) return [];
      stopBlock(block);
      return flushWhole();
    },
    finish(clipped) {
      const last = waiting.at(-1);
      const kept =
        clipped && last?.kind === "tool_call" && !isStoppedWhole(last) ? last : undefined;
      for (const block of waiting) stopBlock(block);
      return flush((head) => head !== kept);
    },
  };
}

function isStoppedWhole(block: ReplyBlock): boolean {
  return block.stopped && isWhole(block);
}
