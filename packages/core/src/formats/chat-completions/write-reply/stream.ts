import type { ConversationEvent, EndEvent, StopEvent } from "../../../conversation/events.js";
import { branchForEach, type ReceiptBranch } from "../../../conversation/receipt/receipt.js";
import { type FinalUsage, usageOfChoices } from "../../../conversation/usage/usage.js";
import { encodeComment, encodeJsonEvent } from "../../../sse/encode.js";
import type { StreamWriter } from "../../format.js";
import { toErrorBody } from "../answers/errors.js";
import {
  startWriting,
  type Writing,
  writeClose,
  writeDelta,
  writeFirst,
  writeOpen,
} from "./block.js";
import { createStreamFrames, type StreamFrames } from "./chunk-frames.js";
import type { AnswerContext } from "./context.js";
import { finishReasonOf } from "./finish.js";

const frameDone = "data: [DONE]\n\n";

/**
 * Turns a reply into chunks: one with the role, one for each delta, one with what is written once, one
 * with the finish reason, one with the usage if it was requested, and `[DONE]`. The form of the first
 * chunk depends on what the reply begins with, so it is written when the first visible block opens.
 * The joined deltas equal the message of the same reply as JSON.
 *
 * Each chunk has one choice. The chunks of several choices are mixed as their events come.
 */
export function createStreamWriter(context: AnswerContext, choices = 1): StreamWriter {
  const stream: StreamWriting = {
    context,
    openReceipt: choices > 1 ? branchForEach(context.receipt) : undefined,
    frames: undefined,
    choices: Array.from({ length: choices }, () => undefined),
    usages: [],
    open: choices,
  };
  return {
    write: (event, choice = 0) => writeChoiceEvent(stream, event, choice),
    ping: () => encodeComment("keep-alive"),
    fail: (error) => encodeJsonEvent(toErrorBody(error)),
  };
}

/** The state of writing a reply with all its choices. */
interface StreamWriting {
  readonly context: AnswerContext;
  /** Opens the receipt of one of several choices. */
  readonly openReceipt: (() => ReceiptBranch) | undefined;
  /** The frames of the stream; they have the head of the choice that begins first. */
  frames: StreamFrames | undefined;
  /** By their indexes. */
  readonly choices: (Writing | undefined)[];
  /** The usage of each choice that has ended. */
  readonly usages: FinalUsage[];
  /** How many choices have not ended. */
  open: number;
}

function writeChoiceEvent(stream: StreamWriting, event: ConversationEvent, choice: number): string {
  if (event.type === "start") stream.frames ??= createStreamFrames(stream.context, event);
  const { frames } = stream;
  if (!frames) return "";
  if (event.type === "end") return writeEnd(stream, frames, event, choice);
  const writing = writingOf(stream, frames, choice);
  const hadBegun = writing.begun;
  const text = writeEvent(writing, event);
  return writing.begun && !hadBegun ? beginBefore(stream, frames, choice) + text : text;
}

function writingOf(stream: StreamWriting, frames: StreamFrames, choice: number): Writing {
  const { context, openReceipt, choices } = stream;
  const known = choices[choice];
  if (known) return known;
  const receipt = openReceipt?.();
  receipt?.keep();
  const own = receipt ? { ...context, receipt } : context;
  const writing = startWriting(own, frames.choice(choice));
  choices[choice] = writing;
  return writing;
}

/**
 * The first chunks of the choices before this one that have none yet. An official client fails if the
 * first chunk of a choice comes before that of an earlier one.
 */
function beginBefore(stream: StreamWriting, frames: StreamFrames, choice: number): string {
  return Array.from({ length: choice }, (_, index) => writingOf(stream, frames, index))
    .filter(({ begun }) => !begun)
    .map((writing) => writeFirst(writing, { content: null, refusal: null }))
    .join("");
}

/** The last choice that ends ends the stream. */
function writeEnd(
  stream: StreamWriting,
  frames: StreamFrames,
  { usage }: EndEvent,
  choice: number,
): string {
  stream.usages[choice] = usage;
  stream.open -= 1;
  return stream.open > 0 ? "" : frames.usage(usageOfChoices(stream.usages)) + frameDone;
}

function writeEvent(writing: Writing, event: ConversationEvent): string {
  switch (event.type) {
    case "open":
      return writeOpen(writing, event);
    case "delta":
      return writeDelta(writing, event.delta);
    case "close":
      return writeClose(writing);
    case "stop":
      return writeStop(writing, event);
    case "end":
    case "start":
    case "usage":
      return "";
  }
}

/** Writes what the JSON form contains and no delta has written yet, then the finish reason. */
function writeStop(writing: Writing, stop: StopEvent): string {
  const { context, frames, extras, hasRefusal, asFunction } = writing;
  extras.addStop(stop);
  const first = writing.begun ? "" : writeFirst(writing, { content: "", refusal: null });
  const hasCalls = writing.calls > 0;
  const owed = !writing.contentSent && (writing.hasText || !(hasCalls || hasRefusal));
  const explanation = hasRefusal ? undefined : stop.refusal?.explanation;
  return [
    first,
    owed ? frames.chunk({ content: "" }) : "",
    writeExtras(writing),
    explanation ? frames.chunk({ refusal: explanation }) : "",
    frames.chunk({}, finishReasonOf(stop, { hasRefusal, hasCalls, asFunction }, context)),
  ].join("");
}

function writeExtras({ frames, extras: { annotations, details } }: Writing): string {
  if (annotations.length === 0 && details.length === 0) return "";
  return frames.chunk({
    ...(details.length > 0 && { reasoning_details: details }),
    ...(annotations.length > 0 && { annotations }),
  });
}
