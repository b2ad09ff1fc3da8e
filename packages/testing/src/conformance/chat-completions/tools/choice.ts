import type { Check } from "../../check.js";
import { equal, holds, isOneOf } from "../../expect.js";
import { askForWeather, chosen, clock, saying, twoCalls, weather } from "../asking/bodies.js";
import { calling, nameOf } from "../asking/calling.js";
import { completeOrSkip } from "../asking/completion.js";
import { defineChecks } from "../define-checks.js";

/** What a caller may say about the calls that a model makes. */
export const toolChoiceChecks: readonly Check[] = defineChecks("Tools", [
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
]);
