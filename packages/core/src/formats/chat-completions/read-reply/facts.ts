import type { JsonObject } from "../../../conversation/conversation.js";
import { noReplyFacts, type ReplyFacts } from "../../../conversation/reply-facts.js";
import { isObject } from "../../../json/value.js";
import { toObjects, toText } from "../wire/value.js";

/** What a completion says of itself. */
export function readReplyFacts(body: unknown): ReplyFacts {
  return isObject(body) ? addFinishReasons(readNames(body), toObjects(body.choices)) : noReplyFacts;
}

/** The id and the model that a completion, or a chunk of one, names. */
export function readNames(body: unknown): ReplyFacts {
  if (!isObject(body)) return noReplyFacts;
  const { id, model } = body;
  return {
    ...noReplyFacts,
    ...(typeof id === "string" && { id }),
    ...(typeof model === "string" && { model }),
  };
}

/** The same with the finish reasons of further choices. */
export function addFinishReasons(said: ReplyFacts, choices: readonly JsonObject[]): ReplyFacts {
  const reasons = choices.map(({ finish_reason: reason }) => toText(reason)).filter(Boolean);
  if (reasons.length === 0) return said;
  return { ...said, finishReasons: [...said.finishReasons, ...reasons] };
}
