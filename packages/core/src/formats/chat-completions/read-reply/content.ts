import {
  type BlockSequencer,
  createBlockSequencer,
} from "../../../conversation/block-sequencer.js";
import type { ConversationEvent } from "../../../conversation/events.js";
import type { TokenLogprob } from "../../../conversation/logprobs.js";
import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { detailsField } from "../wire/reasoning-details.js";
import type { Piece } from "./message.js";
import { messageAt } from "./notes.js";
import type { ReasoningPiece } from "./reasoning.js";
import { createRepeatedReasoning, type RepeatedReasoning } from "./repeated-reasoning.js";
import { losses } from "./rules.js";
import type { ProseSegment, Segment } from "./segment.js";
import { type Ending, toProgress } from "./segment-progress.js";
import { type CallContext, createToolCallTracker, type ToolCallTracker } from "./tools.js";

/** The content of one reply: pieces in, blocks out. */
export interface ReplyContent {
  /**
   * @throws ServiceError `upstream_bad_response` for more arguments of a call whose arguments are
   * complete, and for more parts than a reply may have blocks
   */
  add(pieces: readonly Piece[]): void;
  /** @throws ServiceError `upstream_bad_response` for a call that has arguments but no name */
  advance(ending: Ending): readonly ConversationEvent[];
  /** Whether any block has opened. */
  hasOutput(): boolean;
  hasCalls(): boolean;
  /** Whether some call lacks arguments. */
  incomplete(): boolean;
  /** The text of the refusal; empty if there is no refusal. */
  refusal(): string;
}

type Prose = Extract<Piece, { readonly type: "prose" }>;
type Reasoning = Extract<Prose, { readonly kind: "thinking" }>;
type Signature = Extract<ReasoningPiece, { readonly type: "signature" }>;
type Part = ProseSegment["part"];

interface Content {
  readonly note: NoteLoss;
  readonly calls: ToolCallTracker;
  readonly segments: BlockSequencer<Segment>;
  readonly repeated: RepeatedReasoning;
  /** The parts of the reasoning that have arrived. */
  readonly reasoningParts: Set<Part>;
  /** The parts that share a block with others: a signature over one of them proves nothing. */
  readonly mergedParts: Set<Part>;
  refusal: string;
  hasOutput: boolean;
}

/** A reply without content. */
export function createReplyContent(context: CallContext, note: NoteLoss): ReplyContent {
  const content = startContent(context, note);
  return {
    add(pieces) {
      for (const piece of pieces) addPiece(content, piece);
    },
    advance: (ending) => advance(content, ending),
    hasOutput: () => content.hasOutput,
    hasCalls: content.calls.opened,
    incomplete: content.calls.incomplete,
    refusal: () => content.refusal,
  };
}

function startContent(context: CallContext, note: NoteLoss): Content {
  return {
    note,
    calls: createToolCallTracker(context, note),
    segments: createBlockSequencer(context.maxBlocks),
    repeated: createRepeatedReasoning(),
    reasoningParts: new Set(),
    mergedParts: new Set(),
    refusal: "",
    hasOutput: false,
  };
}

function addPiece(content: Content, piece: Piece): void {
  const { calls, segments } = content;
  switch (piece.type) {
    case "prose":
      addProse(content, piece);
      return;
    case "signature":
      addSignature(content, piece);
      return;
    case "whole":
      segments.push({ kind: "whole", block: piece.block, state: "queued" });
      return;
    case "call": {
      const call = calls.add(piece);
      if (call) segments.push(call);
    }
  }
}

function addProse(content: Content, piece: Prose): void {
  if (piece.kind === "thinking" && !isNewReasoning(content, piece)) return;
  const part = piece.kind === "thinking" ? piece.part : undefined;
  if (piece.kind === "refusal") content.refusal += piece.text;
  const logprobs = piece.kind === "thinking" ? undefined : piece.logprobs;
  const last = lastSegment(content);
  if (last && goesOn(last, piece.kind, part)) {
    last.pending += piece.text;
    if (logprobs) addTokens(last, logprobs);
    return;
  }
  const segment = { kind: piece.kind, part, state: "queued", pending: piece.text } as const;
  content.segments.push({ ...segment, logprobs: logprobs && [...logprobs] });
}

/** Text may have to wait behind a call, so its list grows in place. */
function addTokens(segment: ProseSegment, logprobs: readonly TokenLogprob[]): void {
  segment.logprobs ??= [];
  for (const token of logprobs) segment.logprobs.push(token);
}

/** Whether reasoning is new, and not an entry of a list that came as plain text before. */
function isNewReasoning(content: Content, { text, part, listed }: Reasoning): boolean {
  const { reasoningParts, mergedParts, repeated } = content;
  reasoningParts.add(part);
  if (!listed) {
    repeated.add(text);
    return true;
  }
  const repeat = repeated.repeat(text);
  if (repeat === "one") mergedParts.add(part);
  return repeat === "none";
}

/** A signature closes the open reasoning; a signature of reasoning without text is a block of its own. */
function addSignature(content: Content, { signature, part }: Signature): void {
  const { note, segments, reasoningParts, mergedParts } = content;
  const last = lastSegment(content);
  const isMerged = mergedParts.has(part);
  if (last && !isMerged && goesOn(last, "thinking", part)) last.signature = signature;
  else if (isMerged || reasoningParts.has(part)) {
    note(losses.foreignSignature, `${messageAt}/${detailsField}`);
  } else {
    reasoningParts.add(part);
    segments.push({ kind: "thinking", part, state: "queued", pending: "", signature });
  }
}

function lastSegment({ segments }: Content): Segment | undefined {
  return segments.waiting().at(-1);
}

/** Whether a piece belongs to the segment that came last. Signed reasoning is complete. */
function goesOn(last: Segment, kind: ProseSegment["kind"], part: Part): last is ProseSegment {
  return (
    last.kind === kind &&
    last.signature === undefined &&
    (part === undefined || last.part === undefined || part === last.part)
  );
}

function advance(content: Content, ending: Ending): readonly ConversationEvent[] {
  const { calls, note, segments } = content;
  const events = segments.advance((segment, isLast) =>
    toProgress(segment, { calls, note, ending, isLast }),
  );
  content.hasOutput ||= events.length > 0;
  return events;
}
