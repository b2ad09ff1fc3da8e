import type { StopEvent } from "@diglot/core";
import { refusalCategory, stopSequence } from "@diglot/core/formats";
import type { ResponseObject } from "../schemas/response.js";
import type { AnswerContext } from "./context.js";
import { otherReason, paused } from "./rules.js";

/** How a reply ends: the status of the response, and why it is not whole. */
export type ResponseEnd = Pick<ResponseObject, "incomplete_details"> & {
  readonly status: "completed" | "incomplete";
};

const whole: ResponseEnd = { status: "completed", incomplete_details: null };
const cut: ResponseEnd = {
  status: "incomplete",
  incomplete_details: { reason: "max_output_tokens" },
};
const filtered: ResponseEnd = {
  status: "incomplete",
  incomplete_details: { reason: "content_filter" },
};

/**
 * The end of a reply. This format has no reason to stop: clients see calls and refusals by themselves. A
 * refusal without words is a filtered answer, so that no client takes the empty one for a good one.
 * @param saysRefusal whether the answer contains a refusal
 */
export function toEnd({ reason }: StopEvent, saysRefusal: boolean): ResponseEnd {
  switch (reason) {
    case "max_tokens":
    case "context_window":
      return cut;
    case "content_filter":
      return filtered;
    case "refusal":
      return saysRefusal ? whole : filtered;
    default:
      return whole;
  }
}

/** Notes what this format cannot say about the end. */
export function noteStop(
  { reason, sequence, native, refusal }: StopEvent,
  { receipt }: AnswerContext,
): void {
  if (sequence !== undefined) receipt.noteReply(stopSequence, "/stop_sequence");
  if (refusal?.category) receipt.noteReply(refusalCategory, "/stop_details/category");
  if (reason === "pause") receipt.noteReply(paused, "/stop_reason", { from: native });
  if (reason === "other") receipt.noteReply(otherReason, "/stop_reason", { from: native });
}
