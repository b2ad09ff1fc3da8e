import type { JsonObject } from "../conversation/conversation.js";
import type { ConversationEvent, StopReason } from "../conversation/events.js";
import { createOutputEstimate } from "../conversation/output-estimate.js";
import { completeUsage, type Usage } from "../conversation/usage.js";
import { badReply } from "../errors/bad-reply.js";
import { isObject } from "../json/value.js";
import type { ParseContext } from "../upstream-format.js";
import { toInBandError } from "./parse-error.js";
import { contradicts, mergeCounts, readCounts, toUsage, type WireCounts } from "./parse-usage.js";
import { isFailure, type ReadChoice, readChoice, readId } from "./read-chunk.js";
import { readMessage } from "./read-message.js";
import { createReplyNotes, noteMembers, places } from "./reply-notes.js";
import { losses } from "./reply-rules.js";
import { toNeutralTier } from "./service-tier.js";
import { fromFinishReason, toStopEvent } from "./stop-reason.js";
import { createReplyContent } from "./stream-content.js";
import { toText } from "./wire-value.js";

/** How a reply came to its end: whole, by its terminal event, or by the end of the body alone. */
export type Terminal = "answer" | "done" | "end_of_body";

/** Why a reply ended, as far as it said so. */
interface Finish {
  readonly word: string;
  /** `undefined`: the word is none of the wire's. */
  readonly reason: StopReason | undefined;
}

/** Makes events of the chunks of one reply; a whole answer is a single chunk. */
export interface ReplyMachine {
  /**
   * `isWhole`: the chunk is all of the reply, whatever it says of its end.
   * @throws ServiceError for a chunk that tells of a failure, or that makes no sense
   */
  read(chunk: unknown, isWhole?: boolean): readonly ConversationEvent[];
  /** What is owed at the end. @throws ServiceError `upstream_bad_response` if the reply is not whole */
  conclude(terminal: Terminal): readonly ConversationEvent[];
  readonly begun: boolean;
  /** Whether the reason for the end is known. */
  readonly finished: boolean;
  readonly usage: Usage;
}

/** The machine of one reply. */
export function createReplyMachine(context: ParseContext): ReplyMachine {
  const { capabilities } = context;
  const note = createReplyNotes(context.receipt);
  const content = createReplyContent(context, note);
  const estimate = createOutputEstimate();
  let begun = false;
  let counts: WireCounts = {};
  let finish: Finish | undefined;
  let sequence: string | undefined;

  const usage = () => toUsage(counts, capabilities);
  const totals = () =>
    completeUsage(usage(), {
      input: context.inputTokens,
      output: estimate.output,
      reasoning: estimate.reasoning,
    });

  /** Whether the chunk told counts. */
  function readUsage(chunk: JsonObject): boolean {
    if (isObject(chunk.usage)) noteMembers(chunk.usage, places.usage, note);
    const read = readCounts(chunk);
    if (!read) return false;
    counts = mergeCounts(counts, read.counts);
    if (read.repaired || contradicts(counts, capabilities)) note(losses.repairedUsage, "/usage");
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

  /** The first reason counts, but a special one says more than a plain `stop`. */
  function readFinish({ finish: word, stopText }: ReadChoice): void {
    if (stopText !== "" && context.stopSequences.includes(stopText)) sequence = stopText;
    if (word === "") return;
    const reason = fromFinishReason(word, capabilities.finishReasons);
    if (reason === "failed") throw toInBandError({ error: { code: word } }, begun);
    if (!finish || (finish.reason === "end" && reason !== "end" && reason !== undefined)) {
      finish = { word, reason };
    }
  }

  function readContent(choice: ReadChoice, isWhole: boolean): readonly ConversationEvent[] {
    const wasFinished = finish !== undefined;
    content.add(readMessage(choice.message, capabilities.reasoningFields, note, isWhole));
    readFinish(choice);
    const ends = isWhole || (finish !== undefined && !wasFinished);
    return content.advance(ends ? ending() : "running");
  }

  const ending = () => (finish?.reason === "max_tokens" ? "clipped" : "ended");

  function assertWhole(terminal: Terminal): void {
    if (!begun) throw badReply("The stream ended before it began.");
    if (finish) {
      if (terminal === "end_of_body" && !capabilities.missingDoneOk) {
        throw badReply("The stream ended without its terminal event.");
      }
      return;
    }
    if (terminal === "answer") return;
    const isKnownFor = terminal === "done" || capabilities.eofWithoutFinishOk;
    if (!isKnownFor || content.incomplete || !content.hasOutput) {
      throw badReply("The stream ended without a finish reason.");
    }
  }

  function noteEnd(terminal: Terminal): void {
    const at = "/choices/0/finish_reason";
    const word = finish?.word ?? "";
    if (!finish) note(losses.missingFinish, at);
    else if (finish.reason === undefined) note(losses.unknownFinish, at, toDetail(word));
    else if (finish.reason === "tool_calls" && !content.hasCalls) note(losses.missingCalls, at);
    if (finish && terminal === "end_of_body") note(losses.missingDone, "");
    if (counts.completion === undefined) note(losses.missingUsage, "/usage");
  }

  return {
    read(item, isWhole = false) {
      // Gemini's layer wraps an error in a list.
      const chunk = Array.isArray(item) ? item[0] : item;
      if (!isObject(chunk)) throw badReply("A chunk is no object.");
      if (isFailure(chunk)) throw toInBandError(chunk, begun);
      noteMembers(chunk, places.reply, note);
      const told = readUsage(chunk);
      const events: ConversationEvent[] = [];
      if (!begun) events.push(begin(chunk));
      else if (told) events.push({ type: "usage", usage: usage() });
      const choice = readChoice(chunk, note);
      if (choice) events.push(...readContent(choice, isWhole));
      estimate.add(events);
      return events;
    },
    conclude(terminal) {
      assertWhole(terminal);
      const events = [...content.advance(ending())];
      estimate.add(events);
      noteEnd(terminal);
      const { hasCalls, refusal } = content;
      const stop = toStopEvent(finish?.reason, { hasCalls, refusal, sequence });
      const native = finish && finish.reason === undefined ? finish.word : undefined;
      events.push({ ...stop, ...(native !== undefined && { native }) });
      events.push({ type: "end", usage: totals() });
      return events;
    },
    get begun() {
      return begun;
    },
    get finished() {
      return finish !== undefined;
    },
    get usage() {
      return usage();
    },
  };
}

/** A reason is told only if it is a word; receipts hold no texts. */
function toDetail(word: string): { readonly from: string } | undefined {
  return /^[\w-]{1,64}$/.test(word) ? { from: word } : undefined;
}
