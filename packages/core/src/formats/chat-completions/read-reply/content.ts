import type { ConversationEvent } from "../../../conversation/events.js";
import { createSegmentQueue, type Ending } from "./block-sequencer.js";
import type { Piece } from "./message.js";
import { messageAt, type NoteLoss } from "./notes.js";
import type { ReasoningPiece } from "./reasoning.js";
import { createRepeatedReasoning } from "./repeated-reasoning.js";
import { losses } from "./rules.js";
import type { ProseSegment, Segment } from "./segment.js";
import { type CallContext, createToolCallTracker } from "./tools.js";

/** The content of one reply: pieces in, blocks out. */
export interface ReplyContent {
  /** @throws ServiceError `upstream_bad_response` for arguments of a call that has all of them */
  add(pieces: readonly Piece[]): void;
  /** @throws ServiceError `upstream_bad_response` for a call that has arguments but no name */
  advance(ending: Ending): readonly ConversationEvent[];
  /** Whether any block has opened. */
  hasOutput(): boolean;
  hasCalls(): boolean;
  /** Whether some call lacks arguments. */
  incomplete(): boolean;
  /** The text of the refusal; empty: none. */
  refusal(): string;
}

type Prose = Extract<Piece, { readonly type: "prose" }>;
type Reasoning = Extract<Prose, { readonly kind: "thinking" }>;
type Signature = Extract<ReasoningPiece, { readonly type: "signature" }>;

/** A reply without content. */
export function createReplyContent(context: CallContext, note: NoteLoss): ReplyContent {
  const calls = createToolCallTracker(context, note);
  const queue = createSegmentQueue(calls, note);
  const reported = createRepeatedReasoning();
  const reasoningParts = new Set<number | undefined>();
  // A signature over one of several thoughts that have become one block proves nothing.
  const mergedParts = new Set<number | undefined>();
  let refusal = "";
  let hasOutput = false;

  /** Whether a thought is new, and not one in a list that came as plain text before. */
  function isNewReasoning({ text, part, listed }: Reasoning): boolean {
    reasoningParts.add(part);
    if (!listed) {
      reported.add(text);
      return true;
    }
    const repeat = reported.repeat(text);
    if (repeat === "one") mergedParts.add(part);
    return repeat === "none";
  }

  function addProse(piece: Prose): void {
    if (piece.kind === "thinking" && !isNewReasoning(piece)) return;
    const part = piece.kind === "thinking" ? piece.part : undefined;
    if (piece.kind === "refusal") refusal += piece.text;
    const last = queue.last();
    if (last && goesOn(last, piece.kind, part)) last.pending += piece.text;
    else queue.push({ kind: piece.kind, part, state: "queued", pending: piece.text });
  }

  /** A signature closes the thought that is open; one of a thought without words is a thought of its own. */
  function addSignature({ signature, part }: Signature): void {
    const last = queue.last();
    const isMerged = mergedParts.has(part);
    if (last && !isMerged && goesOn(last, "thinking", part)) last.signature = signature;
    else if (isMerged || reasoningParts.has(part)) {
      note(losses.foreignSignature, `${messageAt}/reasoning_details`);
    } else {
      reasoningParts.add(part);
      queue.push({
        kind: "thinking",
        part,
        state: "queued",
        pending: "",
        signature,
      });
    }
  }

  function addPiece(piece: Piece): void {
    switch (piece.type) {
      case "prose":
        addProse(piece);
        return;
      case "signature":
        addSignature(piece);
        return;
      case "whole":
        queue.push({ kind: "whole", block: piece.block, state: "queued" });
        return;
      case "call": {
        const call = calls.add(piece);
        if (call) queue.push(call);
      }
    }
  }

  return {
    add: (pieces) => pieces.forEach(addPiece),
    advance(ending) {
      const events = queue.advance(ending);
      hasOutput ||= events.length > 0;
      return events;
    },
    hasOutput: () => hasOutput,
    hasCalls: calls.opened,
    incomplete: calls.incomplete,
    refusal: () => refusal,
  };
}

/** Whether a piece belongs to the segment that came last. A signed thought is complete. */
function goesOn(
  last: Segment,
  kind: ProseSegment["kind"],
  part: number | undefined,
): last is ProseSegment {
  return (
    last.kind === kind &&
    last.signature === undefined &&
    (part === undefined || last.part === undefined || part === last.part)
  );
}
