import type { StopReason } from "../../../conversation/events.js";
import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { badReply } from "../../../errors/bad-reply.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { fromFinishReason } from "../wire/stop-reason.js";
import type { ReplyContent } from "./content.js";
import { toInBandError } from "./error.js";
import { losses } from "./rules.js";

/** How a reply ended: complete as JSON, by its terminal event, or only by the end of the body. */
export type Terminal = "answer" | "done" | "end_of_body";

/** Why a reply ended, as far as it is known. */
export interface Finish {
  readonly word: string;
  /** `undefined` if the word is unknown to the format. */
  readonly reason: StopReason | undefined;
}

/** A reply at its end. */
export interface EndedReply {
  readonly begun: boolean;
  readonly hasFinish: boolean;
  readonly content: Pick<ReplyContent, "incomplete" | "hasOutput">;
}

/** What a finish reason means. @throws ServiceError for one that reports a failure */
export function readFinish(
  word: string,
  { finishReasons }: ChatCompletionsUpstreamCapabilities,
  mayHaveRun: boolean,
): Finish {
  const reason = fromFinishReason(word, finishReasons);
  if (reason === "failed") throw toInBandError({ error: { code: word } }, mayHaveRun);
  return { word, reason };
}

/** The first reason counts, but a special reason replaces a plain `stop`. */
export function laterFinish(known: Finish | undefined, next: Finish): Finish {
  if (!known) return next;
  const isSpecial = next.reason !== "end" && next.reason !== undefined;
  return known.reason === "end" && isSpecial ? next : known;
}

/** @throws ServiceError `upstream_bad_response` for a reply that may be incomplete */
export function assertWhole(
  terminal: Terminal,
  { begun, hasFinish, content }: EndedReply,
  { missingDoneOk, eofWithoutFinishOk }: ChatCompletionsUpstreamCapabilities,
): void {
  if (!begun) throw badReply("The stream ended before it began.");
  if (hasFinish) {
    if (terminal === "end_of_body" && !missingDoneOk) {
      throw badReply("The stream ended without its terminal event.");
    }
    return;
  }
  if (!eofWithoutFinishOk || content.incomplete() || !content.hasOutput()) {
    throw badReply("The reply ended without a finish reason.");
  }
}

/** Adds notes about an end with missing or unknown information. */
export function noteEnd(
  terminal: Terminal,
  finish: Finish | undefined,
  hasCalls: boolean,
  note: NoteLoss,
): void {
  const at = "/choices/0/finish_reason";
  if (!finish) note(losses.missingFinish, at);
  else if (finish.reason === undefined) note(losses.unknownFinish, at, { from: finish.word });
  else if (finish.reason === "tool_calls" && !hasCalls) note(losses.missingCalls, at);
  if (finish && terminal === "end_of_body") note(losses.missingDone, "");
}
