import type { JsonObject } from "../../../conversation/conversation.js";
import type { ConversationEvent } from "../../../conversation/events.js";
import { createOutputEstimate } from "../../../conversation/output-estimate.js";
import { completeUsage } from "../../../conversation/usage.js";
import { badReply } from "../../../errors/bad-reply.js";
import { isObject } from "../../../json/value.js";
import type { ReadReplyContext, ReportedUsage } from "../../upstream-format.js";
import { toNeutralTier } from "../wire/service-tier.js";
import { toStopEvent } from "../wire/stop-reason.js";
import { toText } from "../wire/value.js";
import { isFailure, type ReadChoice, readChoice, readId } from "./chunk.js";
import { createReplyContent } from "./content.js";
import { toInBandError } from "./error.js";
import {
  assertWhole,
  type Finish,
  laterFinish,
  noteEnd,
  readFinish,
  type Terminal,
} from "./finish.js";
import { readMessage } from "./message.js";
import { createReplyNotes, noteMembers, places } from "./notes.js";
import { losses } from "./rules.js";
import { contradicts, noCounts, readCounts, toReported, toUsage, updateCounts } from "./usage.js";

/** Makes events of the chunks of one reply; a whole answer is a single chunk. */
export interface ReplyReader {
  /**
   * `isWhole`: the chunk is all of the reply, whatever it says of its end.
   * @throws ServiceError for a chunk that tells of a failure, or that makes no sense
   */
  read(chunk: unknown, isWhole?: boolean): readonly ConversationEvent[];
  /** What is owed at the end. @throws ServiceError `upstream_bad_response` if the reply is not whole */
  conclude(terminal: Terminal): readonly ConversationEvent[];
  begun(): boolean;
  /** Whether the reason for the end is known. */
  finished(): boolean;
  /** What the upstream has told of its usage so far. */
  reported(): ReportedUsage;
}

/** The reader of one reply. */
export function createReplyReader(context: ReadReplyContext): ReplyReader {
  const { capabilities } = context;
  const note = createReplyNotes(context.receipt);
  const content = createReplyContent(context, note);
  const estimate = createOutputEstimate();
  let begun = false;
  let stream = noCounts;
  let finish: Finish | undefined;
  let sequence: string | undefined;

  const usage = () => toUsage(stream.counts, capabilities);
  const totals = () =>
    completeUsage(usage(), {
      input: context.inputTokens,
      output: estimate.output(),
      reasoning: estimate.reasoning(),
    });

  /** Whether the chunk told counts. */
  function readUsage(chunk: JsonObject): boolean {
    if (isObject(chunk.usage)) noteMembers(chunk.usage, places.usage, note);
    const read = readCounts(chunk);
    if (!read) return false;
    stream = updateCounts(stream, read, false);
    if (read.repaired || contradicts(stream.counts, capabilities))
      note(losses.repairedUsage, "/usage");
    return true;
  }

  function begin(chunk: JsonObject): ConversationEvent {
    begun = true;
    const id = readId(chunk);
    const serviceTier = toNeutralTier(toText(chunk.service_tier) || undefined);
    return {
      type: "start",
      model: toText(chunk.model) || context.model,
      ...(id !== undefined && { id }),
      usage: totals(),
      ...(serviceTier !== undefined && { serviceTier }),
    };
  }

  function takeFinish({ finish: word, stopText }: ReadChoice): void {
    if (stopText !== "" && context.stopSequences.includes(stopText)) sequence = stopText;
    if (word !== "") finish = laterFinish(finish, readFinish(word, capabilities, begun));
  }

  function readContent(choice: ReadChoice, isWhole: boolean): readonly ConversationEvent[] {
    const wasFinished = finish !== undefined;
    content.add(readMessage(choice.message, capabilities.reasoningFields, note, isWhole));
    takeFinish(choice);
    const ends = isWhole || (finish !== undefined && !wasFinished);
    return content.advance(ends ? ending() : "running");
  }

  const ending = () => (finish?.reason === "max_tokens" ? "clipped" : "ended");

  return {
    read(item, isWhole = false) {
      // Gemini's layer wraps an error in a list.
      const chunk = Array.isArray(item) ? item[0] : item;
      if (!isObject(chunk)) throw badReply("A chunk is no object.");
      if (isFailure(chunk)) throw toInBandError(chunk, begun);
      noteMembers(chunk, places.reply, note);
      const reported = readUsage(chunk);
      const events: ConversationEvent[] = [];
      if (!begun) events.push(begin(chunk));
      else if (reported) events.push({ type: "usage", usage: usage() });
      const choice = readChoice(chunk, note);
      if (choice) events.push(...readContent(choice, isWhole));
      if (reported && finish !== undefined) stream = { ...stream, final: true };
      estimate.add(events);
      return events;
    },
    conclude(terminal) {
      assertWhole(terminal, { begun, finish, content }, capabilities);
      const events = [...content.advance(ending())];
      estimate.add(events);
      const hasCalls = content.hasCalls();
      noteEnd(terminal, finish, hasCalls, note);
      if (stream.counts.completion === undefined) note(losses.missingUsage, "/usage");
      const refusal = content.refusal();
      const stop = toStopEvent(finish?.reason, { hasCalls, refusal, sequence });
      const native = finish && finish.reason === undefined ? finish.word : undefined;
      events.push({ ...stop, ...(native !== undefined && { native }) });
      events.push({ type: "end", usage: totals() });
      return events;
    },
    begun: () => begun,
    finished: () => finish !== undefined,
    reported: () => toReported(stream, capabilities),
  };
}
