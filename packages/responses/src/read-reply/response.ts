import type { ConversationEvent, ItemList, ReadReplyContext, ReplyFacts } from "@diglot/core";
import { badReply, byteLength, isObject, readNames, toObject } from "@diglot/core/formats";
import { ReplyReader } from "./reader.js";

/**
 * A complete response as events. It is read as the last event of a stream, which contains all of it.
 * @throws ServiceError `upstream_bad_response`, or the error that the body describes
 */
export function parseResponse(
  body: unknown,
  context: ReadReplyContext,
): readonly ConversationEvent[] {
  if (!isObject(body)) throw badReply("The body is not a JSON object.");
  const reader = new ReplyReader(context);
  if (isObject(body.error)) return reader.read({ type: "error", error: body.error });
  if (!isReply(body)) throw badReply("The body is not a response.");
  return reader.read({ type: `response.${String(body.status)}`, response: body });
}

/** Whether a body is a response that has ended and has not failed. */
export function isReply(body: unknown): boolean {
  const { output, status } = toObject(body);
  return Array.isArray(output) && (status === "completed" || status === "incomplete");
}

/** The lists of a response; see `UpstreamFormat.itemLists`. */
export function* itemLists(body: unknown): Iterable<ItemList> {
  const { output } = toObject(body);
  yield { name: "output items", list: output };
  for (const item of listOf(output)) {
    yield { name: "content parts", list: toObject(item).content };
    for (const part of listOf(toObject(item).content)) {
      yield { name: "annotations", list: toObject(part).annotations };
    }
  }
}

/** The bytes of the texts, names and arguments of a response. */
export function countOutput(body: unknown): number {
  const said = listOf(toObject(body).output).flatMap((value: unknown) => {
    const { name, arguments: json, input, content, summary } = toObject(value);
    const parts = [...listOf(content), ...listOf(summary)].map(toObject);
    return [name, json, input, ...parts.flatMap(({ text, refusal }) => [text, refusal])];
  });
  return byteLength(said.filter((each) => typeof each === "string").join(""));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a response says of itself. */
export function readReplyFacts(body: unknown): ReplyFacts {
  const { status } = toObject(body);
  return { ...readNames(body), finishReasons: typeof status === "string" ? [status] : [] };
}
