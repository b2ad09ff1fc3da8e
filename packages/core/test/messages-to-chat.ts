import type { ConversationEvent } from "../src/conversation/events.js";
import { ServiceError } from "../src/errors/service-error.js";
import {
  chunksOf,
  completionOf,
  contextOf,
} from "../src/formats/chat-completions/__fixtures__/make.js";
import { createStreamWriter } from "../src/formats/chat-completions/write-reply/stream.js";
import { parseContextOf, readEvents } from "../src/formats/messages/__fixtures__/reply.js";
import { createStreamParser } from "../src/formats/messages/read-reply/stream.js";

export type Fields = Readonly<Record<string, unknown>>;

/** The stream that a caller of Chat Completions gets for a stream of Messages, also if it fails. */
export function translate(
  events: readonly Fields[],
  { context = contextOf(), parse = parseContextOf() } = {},
): string {
  const parser = createStreamParser(parse);
  const encoder = createStreamWriter(context);
  const encode = (read: readonly ConversationEvent[]) =>
    read.map((event) => encoder.write(event)).join("");
  let text = "";
  try {
    for (const event of events) {
      text += encode(parser.push({ event: String(event.type), data: JSON.stringify(event) }));
    }
    return text + encode(parser.end());
  } catch (error) {
    if (!ServiceError.is(error)) throw error;
    return text + encoder.fail(error, "req_1");
  }
}

/** What each chunk of a stream adds. */
export const deltasOf = (stream: string) =>
  chunksOf(stream).map(({ choices }) => choices[0]?.delta);
/** All finish reasons of a stream. */
export const finishesOf = (stream: string) =>
  chunksOf(stream).flatMap(({ choices }) => choices[0]?.finish_reason ?? []);

/** The message of the JSON answer for the same stream. */
export const messageOf = (events: readonly Fields[]) =>
  completionOf(readEvents(events), contextOf()).choices[0]?.message;

/** A caller who asks for usage. */
export const withUsage = () => contextOf({ stream: true, stream_options: { include_usage: true } });
/** A citation of a web page, as a delta. */
export const webCitation = (url: string, title: string) => ({
  type: "citations_delta",
  citation: { type: "web_search_result_location", url, title, encrypted_index: "x" },
});
