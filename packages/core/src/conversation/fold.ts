import type {
  BlockDelta,
  ConversationEvent,
  OpenedBlock,
  StartEvent,
  StopEvent,
} from "./events.js";
import type { TokenLogprob } from "./logprobs.js";
import type { FinalUsage } from "./usage.js";

/** A citation of a text block. */
export type Citation = Omit<Extract<BlockDelta, { readonly type: "citation" }>, "type">;

/** A block with all its pieces joined. */
export interface FoldedBlock {
  readonly opened: OpenedBlock;
  /** Text of `text`, `thinking` and `refusal` blocks; JSON text of a tool call's arguments. */
  readonly text: string;
  readonly signature: string | undefined;
  readonly citations: readonly Citation[];
  /** The log probabilities of its tokens; absent if there are none. */
  readonly logprobs?: readonly TokenLogprob[] | undefined;
  /** Whether the block was closed; a truncated tool call is not. */
  readonly closed: boolean;
}

/** A complete reply, assembled from its events. */
export interface FoldedReply {
  readonly model: string;
  /** What the upstream said about the whole reply, if anything. */
  readonly id: string | undefined;
  readonly serviceTier: string | undefined;
  readonly blocks: readonly FoldedBlock[];
  readonly stop: StopEvent;
  readonly usage: FinalUsage;
}

interface OpenFold {
  opened: OpenedBlock;
  /** Texts that were joined from pieces already, so that the end of a long reply has little to join. */
  joined: string[];
  pieces: string[];
  signature: string | undefined;
  citations: Citation[];
  logprobs: TokenLogprob[];
  closed: boolean;
}

/**
 * Assembles a reply from its events. JSON answers are made this way, so they cannot differ from
 * streams.
 */
export interface Fold {
  push(event: ConversationEvent): void;
  /** The reply; call it after the `end` event. */
  result(): FoldedReply;
}

/** A fold over one reply. Expects events that the grammar allows. */
export function createFold(): Fold {
  const blocks: OpenFold[] = [];
  let start: StartEvent | undefined;
  let stop: StopEvent | undefined;
  let usage: FinalUsage | undefined;

  return {
    push(event) {
      switch (event.type) {
        case "start":
          start = event;
          return;
        case "open":
          blocks.push({
            opened: event.block,
            joined: [],
            pieces: [],
            signature: undefined,
            citations: [],
            logprobs: [],
            closed: false,
          });
          return;
        case "delta":
          addDelta(blocks[event.index], event.delta);
          return;
        case "close": {
          const block = blocks[event.index];
          if (block) block.closed = true;
          return;
        }
        case "usage":
          return;
        case "stop":
          stop = event;
          return;
        case "end":
          usage = event.usage;
          return;
      }
    },
    result() {
      if (!start || !stop || !usage) throw new Error("A reply was folded before its end.");
      const { model, id, serviceTier } = start;
      return { model, id, serviceTier, stop, usage, blocks: blocks.map(toFoldedBlock) };
    },
  };
}

function addDelta(block: OpenFold | undefined, delta: BlockDelta): void {
  if (!block) return;
  switch (delta.type) {
    case "text":
      addPiece(block, delta.text);
      for (const token of delta.logprobs ?? []) block.logprobs.push(token);
      return;
    case "arguments":
      addPiece(block, delta.json);
      return;
    case "signature":
      block.signature = delta.signature;
      return;
    case "citation":
      block.citations.push({ format: delta.format, value: delta.value, web: delta.web });
      return;
  }
}

/** Pieces that are joined together. */
const joinedPieces = 1_024;

function addPiece({ pieces, joined }: OpenFold, piece: string): void {
  pieces.push(piece);
  if (pieces.length === joinedPieces) joined.push(pieces.splice(0).join(""));
}

function toFoldedBlock(block: OpenFold): FoldedBlock {
  const { opened, joined, pieces, signature, citations, logprobs, closed } = block;
  const text = [...joined, ...pieces].join("");
  const tokens = logprobs.length > 0 ? { logprobs } : {};
  return { opened, text, signature, citations, ...tokens, closed };
}
