import type { ConversationEvent } from "../../../conversation/events.js";
import { createLossNotes, type NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { completeUsage } from "../../../conversation/usage/usage.js";
import { badReply } from "../../../errors/bad-reply.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import type { StreamParser } from "../../upstream-format.js";
import { isFailure, readObject, readText } from "../wire/value.js";
import { createReplyContent, type ReplyContent } from "./content.js";
import type { ReadReplyContext } from "./context.js";
import { toInBandError } from "./error.js";
import { noteMembers, noteUnknownEvent } from "./notes.js";
import { losses } from "./rules.js";
import { readStop, type Stop } from "./stop.js";
import {
  beginUsage,
  hasNegative,
  noWireUsage,
  parseUsage,
  toReported,
  updateUsage,
  type WireUsage,
} from "./usage.js";

/** A reply while it is read. */
interface Reading {
  readonly context: ReadReplyContext;
  readonly note: NoteLoss;
  readonly content: ReplyContent;
  phase: "before" | "inside" | "over";
  wire: WireUsage;
  stop: Stop | undefined;
}

/** Reads events of the wire as objects, for streams and complete replies. */
export interface ReplyReader extends Pick<StreamParser, "end" | "reportedUsage"> {
  /** Translates one event. @throws ServiceError as `StreamParser.push` does */
  read(event: unknown): readonly ConversationEvent[];
  /** These two return the values of the parser's members with the same names. */
  done(): boolean;
  awaitsUsage(): boolean;
}

/** A reader for the events of one reply. */
export function createReplyReader(context: ReadReplyContext): ReplyReader {
  const reading = startReading(context);
  return {
    read(event) {
      if (reading.phase === "over") return [];
      try {
        const events = readEvent(reading, event);
        // The last events were counted for the usage among them.
        if (events.at(-1)?.type !== "end") reading.context.outputEstimate.add(events);
        return events;
      } catch (error) {
        reading.phase = "over";
        throw error;
      }
    },
    end: () => readEnd(reading),
    done: () => reading.phase === "over",
    // If an upstream is known to leave out the last event, a long wait for it is not justified.
    awaitsUsage: () => reading.stop !== undefined && context.capabilities.missingDoneOk,
    reportedUsage: () => toReported(reading.wire, reading.stop !== undefined, context.capabilities),
  };
}

function startReading(context: ReadReplyContext): Reading {
  const note = createLossNotes(context.receipt);
  return {
    context,
    note,
    content: createReplyContent({
      names: context.names,
      maxBlocks: context.maxBlocks,
      createToolCallId: () => context.createToolCallId(),
      onUnknownDelta: (type) => noteUnknownEvent(note, type),
    }),
    phase: "before",
    wire: noWireUsage,
    stop: undefined,
  };
}

function readEvent(reading: Reading, event: unknown): readonly ConversationEvent[] {
  if (!isObject(event)) throw badReply("The data of an event is not a JSON object.");
  if (isFailure(event)) throw toInBandError(event, reading.phase === "inside");
  if (event.type === "message_start") return readStart(reading, event);
  if (reading.phase === "before") return [];
  switch (event.type) {
    case "ping":
      return [];
    case "content_block_start":
      return reading.content.start(event.index, readObject(event.content_block));
    case "content_block_delta":
      return reading.content.add(event.index, readObject(event.delta));
    case "content_block_stop":
      return reading.content.stop(event.index);
    case "message_delta":
      return readMessageDelta(reading, event);
    case "message_stop":
      return finishReading(reading);
    default:
      noteUnknownEvent(reading.note, event.type);
      return [];
  }
}

/** Begins the reply. The message may already have content and an end, as complete replies do. */
function readStart(reading: Reading, event: JsonObject): readonly ConversationEvent[] {
  if (reading.phase !== "before") throw badReply("A reply began twice.");
  reading.phase = "inside";
  const message = readObject(event.message);
  noteMembers(reading.note, message);
  noteUsage(reading, message.usage);
  reading.wire = beginUsage(message.usage);
  noteStop(reading, message);
  const content = Array.isArray(message.content) ? message.content : [];
  return [
    toStart(reading, message),
    ...content.flatMap((block: unknown, index) => [
      ...reading.content.start(index, readObject(block)),
      ...reading.content.stop(index),
    ]),
  ];
}

function toStart(reading: Reading, message: JsonObject): ConversationEvent {
  const { context } = reading;
  const usage = parseUsage(reading.wire.usage, context.capabilities);
  const id = readText(message.id).replace(/^msg_/, "");
  const tier = reading.wire.usage.service_tier;
  return {
    type: "start",
    model: readText(message.model) || context.model,
    ...(id !== "" && { id }),
    ...(typeof tier === "string" && { serviceTier: tier }),
    usage: completeUsage(usage, { input: context.inputTokens, output: 0, reasoning: 0 }),
  };
}

function readMessageDelta(reading: Reading, event: JsonObject): readonly ConversationEvent[] {
  const { delta, usage, ...others } = event;
  if (isObject(delta)) {
    noteMembers(reading.note, delta);
    noteStop(reading, delta);
  }
  noteMembers(reading.note, others);
  if (!isObject(usage)) return [];
  noteUsage(reading, usage);
  reading.wire = updateUsage(reading.wire, usage);
  return [{ type: "usage", usage: parseUsage(reading.wire.usage, reading.context.capabilities) }];
}

function noteUsage({ note }: Reading, usage: unknown): void {
  if (!isObject(usage)) return;
  noteMembers(note, usage, "usage");
  if (hasNegative(usage)) note(losses.repairedUsage, "/usage");
}

/** Takes the reason for the end if it is reported; a later one replaces an earlier one. */
function noteStop(reading: Reading, value: JsonObject): void {
  reading.stop = readStop(value, reading.context.stopSequences) ?? reading.stop;
}

/**
 * The body has ended. A stream without its last event is incomplete, unless its upstream is known
 * to leave the event out.
 */
function readEnd(reading: Reading): readonly ConversationEvent[] {
  if (reading.phase === "over") return [];
  if (!reading.stop || !reading.context.capabilities.missingDoneOk) {
    reading.phase = "over";
    throw badReply("The stream ended without its last event.");
  }
  reading.note(losses.missingEnd, "");
  return finishReading(reading);
}

function finishReading(reading: Reading): readonly ConversationEvent[] {
  const { content, context, stop } = reading;
  reading.phase = "over";
  if (!stop) throw badReply("The reply ended without a stop reason.");
  const rest = content.finish(stop.reason === "max_tokens");
  context.outputEstimate.add(rest);
  const usage = completeUsage(parseUsage(reading.wire.usage, context.capabilities), {
    input: context.inputTokens,
    output: context.outputEstimate.output(),
    reasoning: context.outputEstimate.reasoning(),
  });
  const last = [
    { type: "stop", ...stop },
    { type: "end", usage },
  ] as const;
  context.outputEstimate.add(last);
  return [...rest, ...last];
}
