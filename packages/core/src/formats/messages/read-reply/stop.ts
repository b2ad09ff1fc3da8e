import type { StopEvent } from "../../../conversation/events.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { fromStopReason } from "../wire/stop-reason.js";
import { readText } from "../wire/value.js";

/** The known facts about the end of a reply. */
export type Stop = Omit<StopEvent, "type">;

/** Whether a message or a message delta gives a reason for the end. */
export function hasStop({ stop_reason: reason }: JsonObject): boolean {
  return typeof reason === "string" && reason !== "";
}

/**
 * The end that a message or a message delta reports; `undefined` if it reports none.
 * @param stopSequences the stop sequences of the request
 * @throws ServiceError `upstream_bad_response` for a reason that is not a string
 */
export function readStop(value: JsonObject, stopSequences: readonly string[]): Stop | undefined {
  const native = readText(value.stop_reason);
  if (native === "") return undefined;
  const sequence = readText(value.stop_sequence);
  const reported = fromStopReason(native);
  // Some servers report a matched sequence together with the reason of a plain end.
  const matched = reported === "end" && stopSequences.includes(sequence);
  return {
    reason: matched ? "stop_sequence" : reported,
    native,
    ...(sequence !== "" && { sequence }),
    ...(isObject(value.stop_details) && { refusal: toRefusal(value.stop_details) }),
  };
}

function toRefusal({ category, explanation }: JsonObject): NonNullable<Stop["refusal"]> {
  return { category: readText(category) || null, explanation: readText(explanation) || null };
}
