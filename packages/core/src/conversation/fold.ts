import type {
  BlockDelta,
  ConversationEvent,
  OpenedBlock,
  StartEvent,
  StopEvent,
} from "./events.js";
import type { TokenLogprob } from "./logprobs.js";
import type { FinalUsage } from "./usage/usage.js";

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

/** The pieces of the open block. */
interface OpenFold {
  readonly opened: OpenedBlock;
  /** Texts that were joined from pieces already, so that the end of a long reply has little to join. */
  joined: string[];
  pieces: string[];
  signature: string | undefined;
  citations: Citation[];
  logprobs: TokenLogprob[];
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
  return new ReplyFold();
}

class ReplyFold implements Fold {
  readonly #blocks: FoldedBlock[] = [];
  #open: OpenFold | undefined;
  #start: StartEvent | undefined;
  #stop: StopEvent | undefined;
  #usage: FinalUsage | undefined;

  push(event: ConversationEvent): void {
    switch (event.type) {
      case "start":
        this.#start = event;
        return;
      case "open":
        this.#open = {
          opened: event.block,
          joined: [],
          pieces: [],
          signature: undefined,
          citations: [],
          logprobs: [],
        };
        return;
      case "delta":
        if (this.#open) addDelta(this.#open, event.delta);
        return;
      case "close":
        if (this.#open) this.#take(this.#open, true);
        return;
      case "usage":
        return;
      case "stop":
        if (this.#open) this.#take(this.#open, false);
        this.#stop = event;
        return;
      case "end":
        this.#usage = event.usage;
        return;
    }
  }

  result(): FoldedReply {
    if (!this.#start || !this.#stop || !this.#usage) {
      throw new Error("A reply was folded before its end.");
    }
    const { model, id, serviceTier } = this.#start;
    const [blocks, stop, usage] = [this.#blocks, this.#stop, this.#usage];
    return { model, id, serviceTier, blocks, stop, usage };
  }

  /** Joins the pieces of the open block, which take several times the room of its text. */
  #take(block: OpenFold, closed: boolean): void {
    const { opened, joined, pieces, signature, citations, logprobs } = block;
    this.#open = undefined;
    this.#blocks.push({
      opened,
      signature,
      text: [...joined, ...pieces].join(""),
      citations: citations.length > 0 ? citations : noCitations,
      ...(logprobs.length > 0 && { logprobs }),
      closed,
    });
  }
}

const noCitations: readonly Citation[] = [];

function addDelta(block: OpenFold, delta: BlockDelta): void {
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
