import type { BlockProgress } from "../../../conversation/block-sequencer.js";
import type { BlockDelta } from "../../../conversation/events.js";
import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { badReply } from "../../../errors/bad-reply.js";
import { messageAt } from "./notes.js";
import { losses } from "./rules.js";
import {
  type CallSegment,
  type ProseSegment,
  placeOfCall,
  type Segment,
  type WholeSegment,
} from "./segment.js";
import type { ToolCallTracker } from "./tools.js";

/**
 * What is known about the end. `running`: nothing; `ended`: everything has arrived; `clipped`: everything
 * has arrived, and the token limit may have cut the last call.
 */
export type Ending = "running" | "ended" | "clipped";

/** What the progress of a segment depends on. */
export interface SegmentContext {
  /** Creates the blocks of calls, and forgets those that are over. */
  readonly calls: Pick<ToolCallTracker, "open" | "close">;
  readonly note: NoteLoss;
  readonly ending: Ending;
  /** Whether no other segment follows so far. */
  readonly isLast: boolean;
}

/**
 * The events of the segment whose turn it is; changes its state accordingly.
 * @throws ServiceError `upstream_bad_response` for a call that has arguments but no name
 */
export function toProgress(segment: Segment, context: SegmentContext): BlockProgress {
  switch (segment.kind) {
    case "whole":
      return toWholeProgress(segment);
    case "call":
      return toCallProgress(segment, context);
    default:
      return toProseProgress(segment, context);
  }
}

function toWholeProgress(segment: WholeSegment): BlockProgress {
  segment.state = "over";
  return { opened: segment.block, deltas: [], done: true };
}

function toProseProgress(
  segment: ProseSegment,
  { note, ending, isLast }: SegmentContext,
): BlockProgress {
  const { kind, signature } = segment;
  const opened = segment.state === "queued" && hasContent(segment) ? { type: kind } : undefined;
  if (opened) segment.state = "open";
  const deltas = takeText(segment);
  if (signature === undefined && isLast && ending === "running") {
    return { opened, deltas, done: false };
  }
  if (signature !== undefined) deltas.push({ type: "signature", signature });
  if (segment.state === "queued") note(losses.whiteSpace, placeOf(kind));
  segment.state = "over";
  return { opened, deltas, done: true };
}

function hasContent({ signature, pending }: ProseSegment): boolean {
  return signature !== undefined || /\S/.test(pending);
}

function takeText(segment: ProseSegment): BlockDelta[] {
  const { state, pending } = segment;
  if (state !== "open" || pending === "") return [];
  const { logprobs } = segment;
  segment.pending = "";
  segment.logprobs = undefined;
  return [{ type: "text", text: pending, ...(logprobs && { logprobs }) }];
}

/** The place of prose; reasoning has several names. */
function placeOf(kind: ProseSegment["kind"]): string {
  return kind === "text" ? `${messageAt}/content` : messageAt;
}

function toCallProgress(call: CallSegment, context: SegmentContext): BlockProgress {
  const { calls, ending, isLast } = context;
  if (!isLast || ending !== "running") call.nameSettled ||= call.name !== "";
  const opened = call.state === "queued" && call.nameSettled ? calls.open(call) : undefined;
  if (opened) call.state = "open";
  if (!isOver(call, context)) {
    const json = call.state === "open" ? call.arguments.take() : "";
    return { opened, deltas: toArguments(json), done: false };
  }
  const deltas = call.state === "queued" ? dropNameless(call, context) : finishCall(call, context);
  calls.close(call);
  return { opened, deltas, done: true };
}

/** Whether a call is complete. A call that the token limit cut stays open. */
function isOver(call: CallSegment, { ending, isLast }: SegmentContext): boolean {
  if (ending === "running") return !isLast && call.state === "open" && call.arguments.complete();
  const isClipped = isLast && ending === "clipped" && call.arguments.unfinished();
  return call.state === "queued" || !isClipped;
}

function dropNameless(call: CallSegment, { note }: SegmentContext): readonly BlockDelta[] {
  if (call.arguments.begun()) throw badReply("A call has arguments but no name.");
  note(losses.namelessCall, placeOfCall(call));
  return [];
}

function finishCall(call: CallSegment, { note }: SegmentContext): readonly BlockDelta[] {
  const { json, loss } = call.arguments.finish();
  if (loss) note(losses[`${loss}Arguments`], placeOfCall(call));
  return toArguments(json);
}

function toArguments(json: string): readonly BlockDelta[] {
  return json === "" ? [] : [{ type: "arguments", json }];
}
