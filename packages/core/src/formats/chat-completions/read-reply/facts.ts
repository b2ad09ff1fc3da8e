import { noReplyFacts, type ReplyFacts } from "../../../conversation/reply-facts.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { toObjects, toText } from "../wire/value.js";

/** What a completion says of itself. */
export function readReplyFacts(body: unknown): ReplyFacts {
  if (!isObject(body)) return noReplyFacts;
  return { ...readNames(body), finishReasons: readFinishReasons(toObjects(body.choices)) };
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

/** The finish reasons of those choices that have one. */
function readFinishReasons(choices: readonly JsonObject[]): readonly string[] {
  return choices.map(({ finish_reason: reason }) => toText(reason)).filter(Boolean);
}
