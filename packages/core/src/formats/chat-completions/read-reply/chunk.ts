import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { isObject, type JsonObject, toNumber } from "../../../json/value.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { toObjects, toText } from "../wire/value.js";
import { noteMembers, places } from "./notes.js";
import { losses } from "./rules.js";

/** The first choice of a chunk or of a JSON answer. */
export interface ReadChoice {
  /** What it adds; the message of a JSON answer counts as one delta. */
  readonly message: JsonObject;
  /** The log probabilities of what it adds, as they came. */
  readonly logprobs: unknown;
  /** Why it ended; empty if it has not ended or gives no reason. */
  readonly finish: string;
  /** The text that stopped it, as vLLM and SGLang report it. */
  readonly stopText: string;
}

/** A chunk or an answer without its list: Gemini's layer wraps an error in one. */
export function toChunk(item: unknown): unknown {
  return Array.isArray(item) ? item[0] : item;
}

/** Reads the first choice, if there is one. */
export function readChoice(chunk: JsonObject, note: NoteLoss): ReadChoice | undefined {
  const choices = toObjects(chunk.choices);
  if (choices.some((choice) => !isFirst(choice))) note(losses.otherChoices, "/choices");
  const first = choices.find(isFirst);
  if (!first) return undefined;
  noteMembers(first, places.choice, note);
  return {
    message: messageOf(first) ?? {},
    logprobs: first.logprobs,
    finish: toText(first.finish_reason),
    stopText: toText(first.stop_reason) || toText(first.matched_stop),
  };
}

/** Whether there is a first choice with a message. */
export function hasMessage(chunk: JsonObject): boolean {
  const first = toObjects(chunk.choices).find(isFirst);
  return first !== undefined && messageOf(first) !== undefined;
}

/** Whether a JSON answer is a complete reply: each of its choices has a finish reason. */
export function isReply(
  body: unknown,
  { eofWithoutFinishOk }: ChatCompletionsUpstreamCapabilities,
): boolean {
  const choices = isObject(body) ? toObjects(body.choices) : [];
  const isWhole = (choice: JsonObject) => eofWithoutFinishOk || hasFinish(choice);
  return choices.length > 0 && choices.every(isWhole);
}

/** Whether a choice has a finish reason; some servers send an empty one until the end. */
export function hasFinish({ finish_reason: reason }: JsonObject): boolean {
  return toText(reason) !== "";
}

/** What a choice adds, or its whole message: some servers send messages in streams. */
export function messageOf({ delta, message }: JsonObject): JsonObject | undefined {
  return [delta, message].find(isObject);
}

/** The choice with the index 0, or without an index. Its place in the list has no meaning. */
function isFirst({ index }: JsonObject): boolean {
  return index === undefined || index === null || toNumber(index) === 0;
}

/** Whether a chunk or an answer reports a failure. Some servers send the error without its envelope. */
export function isFailure(chunk: JsonObject): boolean {
  if (chunk.error || chunk.object === "error") return true;
  if (toObjects(chunk.choices).some((choice) => choice.error)) return true;
  return chunk.choices === undefined && ("detail" in chunk || typeof chunk.message === "string");
}

/** The id without the prefix of this format; `undefined` if callers could not use it. */
export function readId(chunk: JsonObject): string | undefined {
  const id = toText(chunk.id).replace(/^chatcmpl-/, "");
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : undefined;
}
