import { askForWeather } from "../../chat-completions/asking/bodies.js";
import { isEnvelope } from "../../chat-completions/asking/envelope.js";
import {
  equal,
  isAnswer,
  isCount,
  isFilled,
  isJsonList,
  isOneOf,
  isString,
  type Json,
  matches,
  toText,
} from "../../expect.js";
import type { Probe, ProbedAnswer } from "../../probing/probe.js";
import { weather } from "./bodies.js";

/** A response whose form is right. */
export interface ReadResponse {
  readonly body: Json;
  readonly output: readonly Json[];
  /** The joined text of all messages. */
  readonly text: string;
  /** The calls of functions and of tools with free text; may be empty. */
  readonly calls: readonly Json[];
}

const statuses = ["completed", "incomplete"];

/** The response in an answer. @throws an error unless it is one that has ended well, in the form of the wire */
export function isResponse(answer: ProbedAnswer): ReadResponse {
  const body = isAnswer(answer);
  matches(answer.headers.get("content-type"), /^application\/json\b/i, "content-type");
  return readResponse(body);
}

/** Reads a response. @throws an error unless it has ended well, in the form of the wire */
export function readResponse(body: Json): ReadResponse {
  equal(body.object, "response", "object");
  isFilled(body.id, "id");
  isCount(body.created_at, "created_at");
  isFilled(body.model, "model");
  isOneOf(body.status, statuses, "status");
  const output = isJsonList(body.output, "output");
  return {
    body,
    output,
    text: itemsOf(output, "message").map(textOf).join(""),
    calls: output.filter(({ type }) => /^(?:function|custom_tool)_call$/.test(String(type))),
  };
}

/** The items of one type. */
export function itemsOf(output: readonly Json[], type: string): readonly Json[] {
  return output.filter((item) => item.type === type);
}

/** The parts of a message. */
export function partsOf(item: Json): readonly Json[] {
  return isJsonList(item.content, "the content of a message");
}

function textOf(item: Json): string {
  return partsOf(item)
    .filter(({ type }) => type === "output_text")
    .map(({ text }) => isString(text, "the text of a part"))
    .join("");
}

/** Sends a body and reads the response. @throws an error unless it is a whole one */
export async function respond(probe: Probe, body: Json = {}): Promise<ReadResponse> {
  return isResponse(await probe.send({ body }));
}

/**
 * The same of a request that not every model can serve: a refusal in the right envelope ends the
 * check as skipped.
 */
export async function respondOrSkip(probe: Probe, body: Json, what: string): Promise<ReadResponse> {
  return isResponse(await sendOrSkip(probe, body, what));
}

/** The answer to a body. A refusal in the right envelope ends the check as skipped. */
export async function sendOrSkip(probe: Probe, body: Json, what: string): Promise<ProbedAnswer> {
  const answer = await probe.send({ body });
  if (answer.status !== 400) return answer;
  return probe.skip(`${what} is refused: ${toText(isEnvelope(answer).message)}`);
}

/** A response with calls; a model that makes fewer ends the check as skipped. */
export async function calling(probe: Probe, change: Json = {}, least = 1): Promise<ReadResponse> {
  const body = { input: askForWeather, tools: [weather], ...change };
  const read = await respondOrSkip(probe, body, "a call of a tool");
  if (read.calls.length < least) {
    probe.skip(`the model made ${read.calls.length} calls, and the check needs ${least}`);
  }
  return read;
}
