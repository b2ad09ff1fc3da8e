import { at, isAnswer, isJsonList, isStream, type Json } from "../../expect.js";
import type { Probe, ProbedAnswer, ProbeRequest } from "../../probing/probe.js";
import { skipRefused } from "../define-checks.js";
import { talk, tool } from "./bodies.js";
import { type GatheredStream, gather } from "./gather.js";

/** What a call is asked for with, in words that models and scripted servers both understand. */
const callText = 'call get_weather {"city":"Oslo"}';

/** The arguments of a call that does not fit into a few tokens. */
export const longInput: Json = {
  city: "Oslo",
  note: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
};

/** The blocks of one type of a message. */
export function blocksOf(message: Json, type: string): readonly Json[] {
  return isJsonList(message.content, "content").filter((block) => block.type === type);
}

/**
 * The answer to a request for a call, made by force where the model can be forced.
 * @throws what ends the check as skipped if the model takes no tools
 */
export async function askForCall(probe: Probe, change: Json = {}): Promise<ProbedAnswer> {
  const body = { max_tokens: 512, tools: [tool()], ...talk(["user", callText]), ...change };
  const forced = await probe.send({ body: { ...body, tool_choice: { type: "any" } } });
  const answer = forced.status === 400 ? await probe.send({ body }) : forced;
  skipRefused(probe, answer, /tool/i);
  return answer;
}

/**
 * The answer to a request for two calls after a word of text, which nobody can be forced to.
 * @throws what ends the check as skipped if the model takes no tools
 */
export async function askForTwoCalls(probe: Probe, change: Json = {}): Promise<ProbedAnswer> {
  const prompt = `Hello.\n${callText}\n${callText.replace("Oslo", "Rome")}`;
  const answer = await probe.send({
    body: { max_tokens: 512, tools: [tool()], ...talk(["user", prompt]), ...change },
  });
  skipRefused(probe, answer, /tool/i);
  return answer;
}

/** The answer to a request for a call that is cut short within its arguments. */
export function askForClippedCall(probe: Probe, change: Json = {}): Promise<ProbedAnswer> {
  const prompt = `call get_weather ${JSON.stringify(longInput)}`;
  return askForCall(probe, { max_tokens: 12, ...talk(["user", prompt]), ...change });
}

/**
 * The answer to a request to think, in the way that the model knows.
 * @throws what ends the check as skipped if it knows none
 */
export async function askToThink(probe: Probe, display: string, request: ProbeRequest = {}) {
  const body = { max_tokens: 2048, ...talk(["user", "What is 27 times 453?"]), ...request.body };
  const manual = { type: "enabled", budget_tokens: 1024, display };
  const first = await probe.send({ ...request, body: { ...body, thinking: manual } });
  if (first.status !== 400) return first;
  const adaptive = { type: "adaptive", display };
  const second = await probe.send({ ...request, body: { ...body, thinking: adaptive } });
  skipRefused(probe, second, /thinking|adaptive/i);
  return second;
}

/** A stream, read by its grammar. @throws an error unless it is a whole one */
export function isWholeStream(answer: ProbedAnswer): GatheredStream {
  return gather(isStream(answer));
}

/** The blocks of one type of a message. @throws an error that ends the check as skipped if there is no such block */
export function needBlocks(probe: Probe, answer: ProbedAnswer, type: string): readonly Json[] {
  const blocks = blocksOf(isAnswer(answer), type);
  return blocks.length > 0 ? blocks : probe.skip(`the model gave no ${type} block`);
}

/** @throws what ends the check as skipped unless the answer stopped for this reason */
export function needStop(probe: Probe, message: Json, reason: string): void {
  const stopped = message.stop_reason ?? at(message, "delta", "stop_reason");
  if (stopped !== reason) probe.skip(`the model stopped with ${String(stopped)}, not ${reason}`);
}
