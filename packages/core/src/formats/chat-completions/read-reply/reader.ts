import type { ConversationEvent } from "../../../conversation/events.js";
import { createLossNotes, type NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { completeUsage, type FinalUsage, type Usage } from "../../../conversation/usage/usage.js";
import { badReply } from "../../../errors/bad-reply.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import type { ReportedUsage } from "../../upstream-format.js";
import { toNeutralTier } from "../wire/service-tier.js";
import { toStopEvent } from "../wire/stop-reason.js";
import { toText } from "../wire/value.js";
import { isFailure, type ReadChoice, readChoice, readId, toChunk } from "./chunk.js";
import { createReplyContent, type ReplyContent } from "./content.js";
import type { ReadReplyContext } from "./context.js";
import { toInBandError } from "./error.js";
import {
  assertWhole,
  type Finish,
  laterFinish,
  noteEnd,
  readFinish,
  type Terminal,
} from "./finish.js";
import { addLogprobs } from "./logprobs.js";
import { type Piece, readMessage } from "./message.js";
import { noteMembers, places } from "./notes.js";
import { losses } from "./rules.js";
import type { Ending } from "./segment-progress.js";
import {
  contradicts,
  noCounts,
  readCounts,
  type StreamCounts,
  toReported,
  toUsage,
  updateCounts,
} from "./usage.js";

/** Converts the chunks of one reply to events; a JSON answer is a single chunk. */
export interface ReplyReader {
  /**
   * `isWhole`: the chunk is the complete reply, whatever its finish reason.
   * @throws ServiceError for a chunk that reports a failure or is malformed
   */
  read(chunk: unknown, isWhole?: boolean): readonly ConversationEvent[];
  /** The last events, at the end. @throws ServiceError `upstream_bad_response` if the reply is incomplete */
  conclude(terminal: Terminal): readonly ConversationEvent[];
  begun(): boolean;
  /** Whether the finish reason is known. */
  finished(): boolean;
  /** The usage that the upstream has reported so far. */
  reported(): ReportedUsage;
}

/** The state of reading a reply. */
interface Reading {
  readonly context: ReadReplyContext;
  readonly note: NoteLoss;
  readonly content: ReplyContent;
  begun: boolean;
  /** The usage that the upstream has reported. */
  counts: StreamCounts;
  finish: Finish | undefined;
  /** The stop sequence that the reply ended with. */
  sequence: string | undefined;
  plain: PlainChunk | undefined;
}

/** A chunk that only adds a text. A parser returns it again for another text: nothing else has changed. */
interface PlainChunk {
  readonly chunk: JsonObject;
  readonly message: JsonObject;
  /** The member of the message that holds the text. */
  readonly member: string;
  readonly piece: Extract<Piece, { readonly type: "prose" }>;
}

/** The reader of one reply. */
export function createReplyReader(context: ReadReplyContext): ReplyReader {
  const reading = startReading(context);
  return {
    read: (item, isWhole = false) => read(reading, item, isWhole),
    conclude: (terminal) => conclude(reading, terminal),
    begun: () => reading.begun,
    finished: () => reading.finish !== undefined,
    reported: () => toReported(reading.counts, context.capabilities),
  };
}

function startReading(context: ReadReplyContext): Reading {
  const note = createLossNotes(context.receipt);
  return {
    context,
    note,
    content: createReplyContent(context, note),
    begun: false,
    counts: noCounts,
    finish: undefined,
    sequence: undefined,
    plain: undefined,
  };
}

function read(reading: Reading, item: unknown, isWhole: boolean): readonly ConversationEvent[] {
  const chunk = toChunk(item);
  if (reading.plain && chunk === reading.plain.chunk) return repeatText(reading, reading.plain);
  if (!isObject(chunk)) throw badReply("A chunk is no object.");
  if (isFailure(chunk)) throw toInBandError(chunk, reading.begun);
  noteMembers(chunk, places.reply, reading.note);
  const events = readChunk(reading, chunk, isWhole);
  reading.context.outputEstimate.add(events);
  return events;
}

function repeatText(
  { content, context }: Reading,
  { message, member, piece }: PlainChunk,
): readonly ConversationEvent[] {
  content.add([{ ...piece, text: toText(message[member]) }]);
  const events = content.advance("running");
  context.outputEstimate.add(events);
  return events;
}

function readChunk(
  reading: Reading,
  chunk: JsonObject,
  isWhole: boolean,
): readonly ConversationEvent[] {
  const hasCounts = readUsage(reading, chunk);
  const events: ConversationEvent[] = [];
  if (!reading.begun) events.push(begin(reading, chunk));
  else if (hasCounts) events.push({ type: "usage", usage: usageOf(reading) });
  const choice = readChoice(chunk, reading.note);
  reading.plain = undefined;
  if (choice) {
    const pieces = readPieces(reading, choice, isWhole);
    for (const event of readContent(reading, choice, pieces, isWhole)) events.push(event);
    if (!hasCounts && !isWhole) reading.plain = toPlain(reading, chunk, choice, pieces);
  }
  if (hasCounts && reading.finish !== undefined)
    reading.counts = { ...reading.counts, final: true };
  return events;
}

/** Reads the counts of a chunk. Returns whether it has any. */
function readUsage(reading: Reading, chunk: JsonObject): boolean {
  const { context, note } = reading;
  if (isObject(chunk.usage)) noteMembers(chunk.usage, places.usage, note);
  const counts = readCounts(chunk);
  if (!counts) return false;
  reading.counts = updateCounts(reading.counts, counts, false);
  if (counts.repaired || contradicts(reading.counts.counts, context.capabilities))
    note(losses.repairedUsage, "/usage");
  return true;
}

function begin(reading: Reading, chunk: JsonObject): ConversationEvent {
  reading.begun = true;
  const id = readId(chunk);
  const serviceTier = toNeutralTier(toText(chunk.service_tier) || undefined);
  return {
    type: "start",
    model: toText(chunk.model) || reading.context.model,
    ...(id !== undefined && { id }),
    usage: totalsOf(reading),
    ...(serviceTier !== undefined && { serviceTier }),
  };
}

function readPieces(
  { note, context }: Reading,
  { message, logprobs }: ReadChoice,
  isWhole: boolean,
) {
  const pieces = readMessage(message, context.capabilities.reasoningFields, note, isWhole);
  return context.logprobs ? addLogprobs(pieces, logprobs) : pieces;
}

/** The chunk, if it adds nothing but a text. */
function toPlain(
  { context }: Reading,
  chunk: JsonObject,
  { message, finish, stopText }: ReadChoice,
  [piece, ...others]: readonly Piece[],
): PlainChunk | undefined {
  if (piece?.type !== "prose" || others.length > 0 || context.logprobs) return undefined;
  if (finish !== "" || stopText !== "") return undefined;
  const [member, another] = Object.keys(message).filter((name) => message[name] === piece.text);
  if (member === undefined || another !== undefined) return undefined;
  return { chunk, message, member, piece };
}

function readContent(
  reading: Reading,
  choice: ReadChoice,
  pieces: readonly Piece[],
  isWhole: boolean,
): readonly ConversationEvent[] {
  const { content } = reading;
  const wasFinished = reading.finish !== undefined;
  content.add(pieces);
  readEnd(reading, choice);
  const ends = isWhole || (reading.finish !== undefined && !wasFinished);
  return content.advance(ends ? endingOf(reading) : "running");
}

function readEnd(reading: Reading, { finish: word, stopText }: ReadChoice): void {
  const { begun, context } = reading;
  if (stopText !== "" && context.stopSequences.includes(stopText)) reading.sequence = stopText;
  if (word === "") return;
  reading.finish = laterFinish(reading.finish, readFinish(word, context.capabilities, begun));
}

function endingOf({ finish }: Reading): Ending {
  return finish?.reason === "max_tokens" ? "clipped" : "ended";
}

function conclude(reading: Reading, terminal: Terminal): readonly ConversationEvent[] {
  const { content, context, counts, finish, note } = reading;
  assertWhole(terminal, { ...reading, hasFinish: finish !== undefined }, context.capabilities);
  const rest = content.advance(endingOf(reading));
  context.outputEstimate.add(rest);
  noteEnd(terminal, finish, content.hasCalls(), note);
  if (counts.counts.completion === undefined) note(losses.missingUsage, "/usage");
  const last = [toStop(reading), { type: "end", usage: totalsOf(reading) }] as const;
  context.outputEstimate.add(last);
  return [...rest, ...last];
}

function toStop({ content, finish, sequence }: Reading): ConversationEvent {
  const hasCalls = content.hasCalls();
  const stop = toStopEvent(finish?.reason, { hasCalls, refusal: content.refusal(), sequence });
  const native = finish && finish.reason === undefined ? finish.word : undefined;
  return { ...stop, ...(native !== undefined && { native }) };
}

function usageOf({ counts, context }: Reading): Usage {
  return toUsage(counts.counts, context.capabilities);
}

/** The reported usage, completed by the service's own counts. */
function totalsOf(reading: Reading): FinalUsage {
  const { context } = reading;
  return completeUsage(usageOf(reading), {
    input: context.inputTokens,
    output: context.outputEstimate.output(),
    reasoning: context.outputEstimate.reasoning(),
  });
}
