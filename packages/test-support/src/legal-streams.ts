import assert from "node:assert/strict";
import { framesOf } from "./answers.js";
import type { FormatName } from "./requests.js";

/** The grammar of a Messages stream, over the names of its events. */
const legalMessages =
  /^message_start (?:(?:content_block_start (?:content_block_delta |ping )*content_block_stop |ping ))*(?:content_block_start (?:content_block_delta |ping )*)?(?:message_delta message_stop|error)$/;

/**
 * Checks a stream that was written here: each frame, their order, and that there is one end, which is
 * either the format's normal end or one error.
 * @throws AssertionError for any other stream
 */
export function assertLegalStream(format: FormatName, text: string): void {
  if (format === "messages") assertLegalMessages(text);
  else assertLegalChatCompletions(text);
}

/** Whether a stream ends as one that succeeded. */
export function isComplete(format: FormatName, text: string): boolean {
  const last = framesOf(text).at(-1);
  return format === "messages" ? last?.event === "message_stop" : last?.data === "[DONE]";
}

function assertLegalMessages(text: string): void {
  const frames = framesOf(text);
  for (const { event, data } of frames) assert.equal(JSON.parse(data).type, event);
  assert.match(frames.map(({ event }) => event).join(" "), legalMessages);
}

function assertLegalChatCompletions(text: string): void {
  const frames = framesOf(text);
  assert.ok(
    frames.every(({ event }) => event === undefined),
    "A chunk has an event line.",
  );
  const done = frames.at(-1)?.data === "[DONE]";
  const chunks = frames.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data));
  const errors = chunks.filter((chunk) => "error" in chunk);
  assert.equal(errors.length, done ? 0 : 1);
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  const indexes = [...new Set(choices.map(({ index }) => index))];
  if (done) assert.ok(indexes.length > 0, "There is no choice.");
  // A choice has its first chunk after those of the choices before it.
  assert.deepEqual(indexes, [...indexes.keys()]);
  for (const index of indexes) {
    assertLegalChoice(
      choices.filter((choice) => choice.index === index),
      done,
    );
  }
}

interface ChunkedChoice {
  readonly delta?: { readonly role?: string };
  readonly finish_reason?: string | null;
}

/** One role first, and one finish reason last; a choice of a stream that fails may have none. */
function assertLegalChoice(choices: readonly ChunkedChoice[], done: boolean): void {
  const roles = choices.flatMap(({ delta }, place) => (delta?.role ? [place] : []));
  assert.deepEqual(roles, [0]);
  const ends = choices.flatMap((choice, place) => (choice.finish_reason ? [place] : []));
  if (done || ends.length > 0) assert.deepEqual(ends, [choices.length - 1]);
}
