import type { Check } from "../check.js";
import { equal, holds, isFilled, isJson, isOneOf } from "../expect.js";
import { functionTool, image, message } from "./asking/bodies.js";
import { finalOf, stream } from "./asking/events.js";
import { compact, needsModel } from "./asking/neighbours.js";
import { itemsOf, respond, respondOrSkip } from "./asking/response.js";
import { defineChecks } from "./define-checks.js";
import { isSuited, isWhole } from "./replies.js";

/** What the tests of the Open Responses specification ask over HTTP, under their names. */
export const openResponsesChecks: readonly Check[] = defineChecks("Open Responses", [
  [
    "R114a",
    "basic-response: a message of the user is answered with a whole response.",
    async (probe) => {
      isSuited(await respond(probe, { input: [message("user", "Say hello in three words.")] }));
    },
  ],
  [
    "R114b",
    "assistant-phase: messages of the model with a phase are accepted.",
    async (probe) => {
      const input = [
        message("user", "What is 2 and 2?"),
        message("assistant", "I am adding.", { phase: "commentary" }),
        message("assistant", "4.", { phase: "final_answer" }),
        message("user", "And 3 and 3?"),
      ];
      isSuited(await respond(probe, { input }));
    },
  ],
  [
    "R114c",
    "response-output-phase-schema: the phase of a message is a word of the specification.",
    async (probe) => {
      const read = await respond(probe, { input: [message("user", "Say hello.")] });
      isSuited(read);
      for (const { phase } of itemsOf(read.output, "message")) {
        isOneOf(phase ?? null, [null, "commentary", "final_answer"], "the phase of a message");
      }
    },
  ],
  [
    "R114d",
    "streaming-response: a stream ends with response.completed and a whole response.",
    async (probe) => {
      const read = await stream(probe, { input: [message("user", "Count from 1 to 5.")] });
      equal(read.events.at(-1)?.type, "response.completed", "the type of the last event");
      isSuited(finalOf(read));
    },
  ],
  [
    "R114e",
    "system-prompt: instructions in the input are accepted.",
    async (probe) => {
      const input = [message("system", "You are a pirate."), message("user", "Say hello.")];
      isSuited(await respond(probe, { input }));
    },
  ],
  [
    "R114f",
    "tool-calling: a function can be called.",
    async (probe) => {
      const tools = [functionTool("get_weather", "location")];
      const input = [message("user", "What is the weather in San Francisco?")];
      const body = { input, tools, tool_choice: "required" };
      const read = await respondOrSkip(probe, body, "a forced call");
      isWhole(read.body);
      holds(itemsOf(read.output, "function_call").length > 0, "there is no function_call");
    },
  ],
  [
    "R114g",
    "image-input: an image in a data URL is accepted.",
    async (probe) => {
      const parts = [{ type: "input_text", text: "What do you see?" }, image];
      isSuited(await respondOrSkip(probe, { input: [message("user", parts)] }, "an image"));
    },
  ],
  [
    "R114h",
    "multi-turn: what was said before is accepted.",
    async (probe) => {
      const input = [
        message("user", "My name is Alice."),
        message("assistant", "Hello, Alice."),
        message("user", "What is my name?"),
      ];
      isSuited(await respond(probe, { input }));
    },
  ],
  [
    "R115a",
    "compact-response: a conversation is compacted, and goes on from there.",
    async (probe) => {
      const { body, output, compactions } = await compact(probe);
      equal(body.object, "response.compaction", "object");
      isJson(body.usage, "usage");
      isFilled(compactions[0]?.encrypted_content, "the encrypted_content of the compaction");
      isSuited(await respond(probe, { input: [...output, message("user", "Say hello.")] }));
    },
  ],
  [
    "R115b",
    "compact-missing-model: compaction without a model is answered 400 or 422.",
    (probe) => needsModel(probe, 400, 422),
  ],
]);
