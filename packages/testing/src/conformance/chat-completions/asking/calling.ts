import { isJson, isString, type Json } from "../../expect.js";
import type { Probe } from "../../probing/probe.js";
import { askForWeather, saying, weather } from "./bodies.js";
import { type Completion, completeOrSkip } from "./completion.js";

/** A completion with calls; a model that makes fewer ends the check as skipped. */
export async function calling(probe: Probe, change: Json = {}, least = 1): Promise<Completion> {
  const body = { ...saying(askForWeather), tools: [weather], ...change };
  const completion = await completeOrSkip(probe, body, "a call of a tool");
  if (completion.calls.length < least) {
    probe.skip(`the model made ${completion.calls.length} calls, and the check needs ${least}`);
  }
  return completion;
}

/** The name of a call. */
export function nameOf(call: Json): unknown {
  return isJson(call[String(call.type)], "the function of the call").name;
}

/** The arguments of a call of a function. */
export function argumentsOf(call: Json | undefined): string {
  return isString(isJson(call?.function, "the function of the call").arguments, "its arguments");
}
