import type { StopEvent } from "../../../conversation/events.js";
import type { FinishReason } from "../schemas/response.js";
import { requestOf } from "../wire/request-of.js";
import { type ShownContent, toFinishReason } from "../wire/stop-reason.js";
import type { AnswerContext } from "./context.js";

/** The finish reason of a reply with this content; in the strict profile, the vendor's. */
export function finishReasonOf(
  { reason }: StopEvent,
  content: ShownContent,
  { request, settings }: AnswerContext,
): FinishReason {
  const finish = toFinishReason(reason, content);
  return settings.strict?.replies?.toFinishReason(finish, requestOf(request)) ?? finish;
}
