import type { BlockDelta, ConversationEvent, OpenedBlock } from "../../../conversation/events.js";
import { badReply } from "../../../errors/bad-reply.js";
import { messageAt, type NoteLoss } from "./notes.js";
import { losses } from "./rules.js";
import type { CallSegment, ProseSegment, Segment, WholeSegment } from "./segment.js";

/**
 * What is known of the end: `running`: nothing; `ended`: all has come; `clipped`: all has come, and
 * the bound of tokens may have cut the last call.
 */
export type Ending = "running" | "ended" | "clipped";

/** Where a call gets its block from, once it opens. */
export interface CallOpener {
  open(call: CallSegment): OpenedBlock;
}

/** Segments in the order in which they came. Only the first one has a block that is open. */
export interface SegmentQueue {
  /** The segment that came last, unless it is over. */
  last(): Segment | undefined;
  push(segment: Segment): void;
  /**
   * The events that what has come allows. The first segment is sent as it comes; the others wait
   * until those before them are complete.
   * @throws ServiceError `upstream_bad_response` for a call that has arguments but no name
   */
  advance(ending: Ending): readonly ConversationEvent[];
}

/** Where prose stands; thoughts come under several names. */
function placeOf(kind: ProseSegment["kind"]): string {
  return kind === "text" ? `${messageAt}/content` : messageAt;
}

/** An empty queue. */
export function createSegmentQueue(opener: CallOpener, note: NoteLoss): SegmentQueue {
  const segments: Segment[] = [];
  let nextIndex = 0;
  let events: ConversationEvent[] = [];

  function open(segment: Segment, block: OpenedBlock): void {
    segment.state = "open";
    events.push({ type: "open", index: nextIndex++, block });
  }

  function send(delta: BlockDelta): void {
    events.push({ type: "delta", index: nextIndex - 1, delta });
  }

  function close(segment: Segment): void {
    if (segment.state === "open") events.push({ type: "close", index: nextIndex - 1 });
    segment.state = "over";
  }

  function advanceProse(segment: ProseSegment, isLast: boolean): boolean {
    const { kind, signature } = segment;
    if (segment.state === "queued" && hasContent(segment)) open(segment, { type: kind });
    if (segment.state === "open" && segment.pending !== "") {
      send({ type: "text", text: segment.pending });
      segment.pending = "";
    }
    if (isLast && signature === undefined) return false;
    if (signature !== undefined) send({ type: "signature", signature });
    if (segment.state === "queued") note(losses.whiteSpace, placeOf(kind));
    close(segment);
    return true;
  }

  function advanceCall(call: CallSegment, isLast: boolean, ending: Ending): boolean {
    if (!isLast || ending !== "running") call.nameSettled ||= call.name !== "";
    if (call.state === "queued" && call.nameSettled) open(call, opener.open(call));
    const isClipped = isLast && ending === "clipped" && call.arguments.unfinished();
    const isOver =
      ending !== "running" || (!isLast && call.state === "open" && call.arguments.complete());
    if (isOver && call.state === "queued") return dropNameless(call);
    if (!isOver || isClipped) {
      if (call.state === "open") sendArguments(call.arguments.take());
      return false;
    }
    finishArguments(call);
    close(call);
    return true;
  }

  function dropNameless(call: CallSegment): boolean {
    if (call.arguments.begun()) throw badReply("A call has arguments but no name.");
    note(losses.namelessCall, call.at);
    call.state = "over";
    return true;
  }

  function sendArguments(json: string): void {
    if (json !== "") send({ type: "arguments", json });
  }

  function finishArguments(call: CallSegment): void {
    const { json, loss } = call.arguments.finish();
    sendArguments(json);
    if (loss) note(losses[`${loss}Arguments`], call.at);
  }

  function advanceWhole(segment: WholeSegment): boolean {
    open(segment, segment.block);
    close(segment);
    return true;
  }

  /** Whether the segment is over and the next one may begin. */
  function step(segment: Segment, ending: Ending): boolean {
    const isLast = segments.length === 1;
    if (segment.kind === "whole") return advanceWhole(segment);
    if (segment.kind === "call") return advanceCall(segment, isLast, ending);
    return advanceProse(segment, isLast && ending === "running");
  }

  return {
    last: () => segments.at(-1),
    push: (segment) => segments.push(segment),
    advance(ending) {
      events = [];
      for (let head = segments[0]; head && step(head, ending); head = segments[0]) segments.shift();
      return events;
    },
  };
}

function hasContent({ signature, pending }: ProseSegment): boolean {
  return signature !== undefined || /\S/.test(pending);
}
