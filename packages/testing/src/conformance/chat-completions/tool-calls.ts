import type { Check } from "../check.js";
import { equal, holds, isFilled, isJson, isOneOf, isString, type Json } from "../expect.js";
import type { Probe } from "../probe.js";
import { toJson } from "../to-json.js";
import { askForWeather, chosen, clock, functionTool, saying, weather } from "./bodies.js";
import { type Completion, completeOrSkip } from "./completion.js";
import { defineChecks } from "./define-checks.js";
import { isEnvelope } from "./envelope.js";

const longestId = 40;
const twoCalls = `${askForWeather}\ncall weather {"city":"Rome"}`;

/** The calls that a model makes. */
export const toolCallChecks: readonly Check[] = defineChecks("Tools", [
  [
    "C031",
    "A function call has null content, an item with id, type and function, arguments that parse, and finish_reason tool_calls.",
    async (probe) => {
      const { message, content, calls, finish } = await calling(probe, { tool_choice: "required" });
      holds(content !== "", "message.content is empty; beside calls without text it is null");
      if (message.content !== null) isFilled(message.content, "message.content");
      equal(calls[0]?.type, "function", "the type of the call");
      equal(finish, "tool_calls", "finish_reason");
      isJson(toJson(argumentsOf(calls[0])), "the arguments, parsed");
    },
  ],
  [
    "C032",
    "Text plus a call has both in the message and finish_reason tool_calls.",
    async (probe) => {
      const body = saying(`Say that you will look it up.\n${askForWeather}`);
      const { content, finish } = await calling(probe, body);
      if (!content) probe.skip("the model said nothing beside its call");
      equal(finish, "tool_calls", "finish_reason");
    },
  ],
  [
    "C033",
    "Two parallel calls come as two items with distinct ids.",
    async (probe) => {
      const { calls } = await calling(probe, saying(twoCalls), 2);
      equal(new Set(calls.map(({ id }) => id)).size, calls.length, "the number of distinct ids");
    },
  ],
  [
    "C034",
    "With parallel_tool_calls false the answer has at most one call.",
    async (probe) => {
      await calling(probe, saying(twoCalls), 2);
      const one = await calling(probe, saying(twoCalls, { parallel_tool_calls: false }));
      equal(one.calls.length, 1, "the number of calls");
    },
  ],
  [
    "C035a",
    "tool_choice none yields no call.",
    async (probe) => {
      await calling(probe);
      const body = { ...saying(askForWeather), tools: [weather], tool_choice: "none" };
      const { message, finish } = await completeOrSkip(probe, body, "tool_choice none");
      equal(message.tool_calls, undefined, "message.tool_calls");
      holds(finish !== "tool_calls", "finish_reason is tool_calls");
    },
  ],
  [
    "C035b",
    "A named function yields calls of it, with finish_reason tool_calls or stop.",
    async (probe) => {
      const body = { tools: [weather, clock], tool_choice: chosen("clock") };
      const { calls, finish } = await calling(probe, body);
      for (const call of calls) equal(nameOf(call), "clock", "the name of the call");
      isOneOf(finish, ["tool_calls", "stop"], "finish_reason");
    },
  ],
  [
    "C036",
    "allowed_tools with mode auto offers the model only the listed tools.",
    async (probe) => {
      await calling(probe, { tools: [weather, clock] });
      const allowed = { mode: "auto", tools: [chosen("clock")] };
      const tool_choice = { type: "allowed_tools", allowed_tools: allowed };
      const body = { ...saying(askForWeather), tools: [weather, clock], tool_choice };
      const { calls } = await completeOrSkip(probe, body, "allowed_tools");
      for (const call of calls) equal(nameOf(call), "clock", "the name of the call");
    },
  ],
  [
    "C037",
    "A call of a custom tool is an item of type custom with its input.",
    async (probe) => {
      const tools = [{ type: "custom", custom: { name: "note", description: "Takes a note." } }];
      const tool_choice = { type: "custom", custom: { name: "note" } };
      const { calls } = await calling(probe, { ...saying("Note: hello."), tools, tool_choice });
      equal(calls[0]?.type, "custom", "the type of the call");
    },
  ],
  [
    "C038",
    'A call of a tool without parameters has the arguments "{}".',
    async (probe) => {
      const body = {
        ...saying("Ping."),
        tools: [functionTool("ping")],
        tool_choice: chosen("ping"),
      };
      const { calls } = await calling(probe, body);
      equal(toJson(argumentsOf(calls[0])), {}, "the arguments, parsed");
    },
  ],
  [
    "C049",
    "Legacy functions yield message.function_call with finish_reason function_call, or a 400.",
    legacyCall,
  ],
  [
    "C050b",
    "The id of a call has at most 40 characters.",
    async (probe) => {
      for (const { id } of (await calling(probe)).calls) {
        const length = isFilled(id, "the id of the call").length;
        holds(length <= longestId, "the id is too long for clients that send it back", length);
      }
    },
  ],
]);

/** A completion with calls; a model that makes fewer ends the check as skipped. */
async function calling(probe: Probe, change: Json = {}, least = 1): Promise<Completion> {
  const body = { ...saying(askForWeather), tools: [weather], ...change };
  const completion = await completeOrSkip(probe, body, "a call of a tool");
  if (completion.calls.length < least) {
    probe.skip(`the model made ${completion.calls.length} calls, and the check needs ${least}`);
  }
  return completion;
}

function nameOf(call: Json): unknown {
  return isJson(call[String(call.type)], "the function of the call").name;
}

function argumentsOf(call: Json | undefined): string {
  return isString(isJson(call?.function, "the function of the call").arguments, "its arguments");
}

async function legacyCall(probe: Probe): Promise<void> {
  const functions = [weather.function];
  const body = saying(askForWeather, { functions, function_call: { name: "weather" } });
  const answer = await probe.send({ body });
  if (answer.status === 400) return void isEnvelope(answer);
  const { message, finish } = await completeOrSkip(probe, body, "functions");
  equal(message.tool_calls, undefined, "message.tool_calls, where functions were asked for");
  if (message.function_call === undefined) return probe.skip("the model made no call");
  const call = isJson(message.function_call, "message.function_call");
  equal(call.name, "weather", "the name of the call");
  isString(call.arguments, "the arguments of the call");
  equal(finish, "function_call", "finish_reason");
}
