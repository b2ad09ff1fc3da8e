import { tooManyBlocks } from "../errors/reply-too-large.js";
import type { BlockDelta, ConversationEvent, OpenedBlock } from "./events.js";

/** What a part of a reply has received since it was last asked. */
export interface BlockProgress {
  /** Its block, once it is known; only the first one counts. A part that never has a block is dropped. */
  readonly opened?: OpenedBlock | undefined;
  /** New pieces of the block; only for a block that is open. */
  readonly deltas: readonly BlockDelta[];
  /** Whether the part is complete, so that the next one may begin. */
  readonly done: boolean;
}

/**
 * Puts the parts that an upstream interleaves into consecutive blocks. Only the first part is
 * written at once; each of the others waits until all parts before it are complete.
 */
export interface BlockSequencer<Part> {
  /** @throws ServiceError `upstream_bad_response` for more parts than a reply may have */
  push(part: Part): void;
  /** The parts that are not complete yet, in order of arrival. */
  waiting(): readonly Part[];
  /**
   * The events that may be sent now.
   * @param progress reports what the first part has received; `isLast`: no other part is waiting
   */
  advance(progress: (part: Part, isLast: boolean) => BlockProgress): readonly ConversationEvent[];
}

/** The parts of one reply, and the state of their blocks. */
interface Sequence<Part> {
  readonly parts: Part[];
  /** How many parts have come, those that are over included. */
  count: number;
  /** The index of the open block, or of the next one if none is open. */
  index: number;
  /** Whether the block of the first part is open. */
  isOpen: boolean;
}

/** A sequencer without parts, for a reply of at most so many. */
export function createBlockSequencer<Part>(maxBlocks: number): BlockSequencer<Part> {
  const sequence: Sequence<Part> = { parts: [], count: 0, index: 0, isOpen: false };
  return {
    push(part) {
      sequence.count += 1;
      if (sequence.count > maxBlocks) throw tooManyBlocks(maxBlocks);
      sequence.parts.push(part);
    },
    waiting: () => sequence.parts,
    advance: (progress) => advance(sequence, progress),
  };
}

function advance<Part>(
  sequence: Sequence<Part>,
  progress: (part: Part, isLast: boolean) => BlockProgress,
): readonly ConversationEvent[] {
  const { parts } = sequence;
  const events: ConversationEvent[] = [];
  let done = 0;
  for (const part of parts) {
    const made = progress(part, done === parts.length - 1);
    addEvents(events, sequence, made);
    if (!made.done) break;
    done += 1;
  }
  // All at once: to remove them one by one would move all later ones each time.
  if (done > 0) parts.splice(0, done);
  return events;
}

function addEvents<Part>(
  events: ConversationEvent[],
  sequence: Sequence<Part>,
  { opened, deltas, done }: BlockProgress,
): void {
  const { index } = sequence;
  if (opened && !sequence.isOpen) {
    events.push({ type: "open", index, block: opened });
    sequence.isOpen = true;
  }
  for (const delta of deltas) events.push({ type: "delta", index, delta });
  if (done && sequence.isOpen) {
    events.push({ type: "close", index });
    sequence.isOpen = false;
    sequence.index += 1;
  }
}
