import { parseJsonObject } from "../../../common/json.js";
import type { Check } from "../../check.js";
import { equal, holds, isFilled, isJson, isOneOf, isString } from "../../expect.js";
import type { Probe } from "../../probing/probe.js";
import {
  askForWeather,
  chosen,
  functionTool,
  saying,
  twoCalls,
  weather,
} from "../asking/bodies.js";
import { argumentsOf, calling } from "../asking/calling.js";
import { completeOrSkip } from "../asking/completion.js";
import { isEnvelope } from "../asking/envelope.js";
import { defineChecks } from "../define-checks.js";

const longestId = 40;

/** The calls that a model makes. */
export const toolCallChecks: readonly Check[] = defineChecks("Tools", [
  [
    "C031",
    "A function call has null content, an item with id, type and function, arguments that parse, and finish_reason tool_calls.",
    async (probe) => {
      const { content, calls, finish } = await calling(probe, { tool_choice: "required" });
      holds(content !== "", "message.content is empty; beside calls without text it is null");
      equal(calls[0]?.type, "function", "the type of the call");
      equal(finish, "tool_calls", "finish_reason");
      isJson(parseJsonObject(argumentsOf(calls[0])), "the arguments, parsed");
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
      equal(parseJsonObject(argumentsOf(calls[0])), {}, "the arguments, parsed");
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
  // The vendor ends a call that was forced by its name with `stop`.
  isOneOf(finish, ["function_call", "stop"], "finish_reason");
}
