import { isEnvelope } from "../../chat-completions/asking/envelope.js";
import { isAnswer, isCount, isErrorOf, isJsonList, type Json, toText } from "../../expect.js";
import type { Probe, ProbedAnswer } from "../../probing/probe.js";
import { message } from "./bodies.js";
import { itemsOf } from "./response.js";

const counter = "/v1/responses/input_tokens";
const compacter = "/v1/responses/compact";
const absent = [404, 405, 501];

/** The answer of an endpoint beside the main one. A server without it ends the check as skipped. */
async function sendIfServed(probe: Probe, path: string, body: Json): Promise<ProbedAnswer> {
  const answer = await probe.send({ path, body });
  return absent.includes(answer.status)
    ? probe.skip(`the server has no ${path}: it answers ${answer.status}`)
    : answer;
}

/** What the counter answers to a body. @throws an error unless it is a count */
export async function countTokens(probe: Probe, body: Json = {}): Promise<Json> {
  const count = isAnswer(await sendIfServed(probe, counter, body));
  isCount(count.input_tokens, "input_tokens");
  return count;
}

/** A conversation in a shorter form. */
export interface Compacted {
  readonly body: Json;
  /** What to send in the place of the conversation. */
  readonly output: readonly Json[];
  /** The compactions in `output`. */
  readonly compactions: readonly Json[];
}

/** Has a conversation compacted. A model that cannot do it ends the check as skipped. */
export async function compact(probe: Probe): Promise<Compacted> {
  const input = [
    message("user", "My name is Alice."),
    message("assistant", "Hello, Alice."),
    message("user", "I live in Paris."),
  ];
  const answer = await sendIfServed(probe, compacter, { input });
  if (answer.status === 400) {
    probe.skip(`compaction is refused: ${toText(isEnvelope(answer).message)}`);
  }
  const body = isAnswer(answer);
  const output = isJsonList(body.output, "output");
  return { body, output, compactions: itemsOf(output, "compaction") };
}

/** @throws an error unless compaction without a model is refused with one of these statuses */
export async function needsModel(probe: Probe, ...statuses: readonly number[]): Promise<void> {
  const answer = await sendIfServed(probe, compacter, { model: undefined });
  isErrorOf(answer, { status: statuses, names: "model" });
}
