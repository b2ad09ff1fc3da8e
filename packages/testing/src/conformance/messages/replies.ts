import { parseJsonObject } from "../../common/json.js";
import type { Check } from "../check.js";
import { at, equal, holds, isAbsent, isAnswer, isJson, isString, matches } from "../expect.js";
import {
  askForCall,
  askForClippedCall,
  askForTwoCalls,
  blocksOf,
  longInput,
  needBlocks,
  needStop,
} from "./asking/ask-kinds.js";
import { talk } from "./asking/bodies.js";
import { askIfAble, check, lacking } from "./define-checks.js";

/** What answers look like. */
export const replies: readonly Check[] = [
  check("M061a", "Replies", "A plain text has no citations and no stop details.", async (probe) => {
    const answer = await probe.send();
    isAbsent(isAnswer(answer).stop_details, "stop_details");
    for (const block of needBlocks(probe, answer, "text")) {
      isString(block.text, "text");
      isAbsent(block.citations, "citations");
    }
  }),
  check("M062", "Replies", "A stop sequence ends the text before it.", async (probe) => {
    const said = talk(["user", "Repeat these words: red green blue violet"]);
    const request = { body: { ...said, stop_sequences: ["blue"] } };
    const message = await askIfAble(probe, request, lacking);
    needStop(probe, message, "stop_sequence");
    equal(message.stop_sequence, "blue", "stop_sequence");
    for (const { text } of blocksOf(message, "text")) {
      holds(!isString(text, "text").includes("blue"), "the text must end before it", text);
    }
  }),
  check("M063", "Replies", "A text that is cut by its length says so.", async (probe) => {
    const said = talk(["user", "Repeat these words: red green blue violet yellow orange"]);
    const message = isAnswer(await probe.send({ body: { ...said, max_tokens: 2 } }));
    const length = at(message, "usage", "output_tokens");
    if (length === 1) probe.skip("the model said less than that");
    equal(message.stop_reason, "max_tokens", "stop_reason");
    isAbsent(message.stop_sequence, "stop_sequence");
  }),
  check("M064", "Replies", "A call has an id, a name and an object as input.", async (probe) => {
    const answer = await askForCall(probe);
    for (const call of needBlocks(probe, answer, "tool_use")) {
      matches(call.id, /^toolu_[a-zA-Z0-9_-]+$/, "id");
      equal(call.name, "get_weather", "name");
      isJson(call.input, "input");
    }
    equal(isAnswer(answer).stop_reason, "tool_use", "stop_reason");
  }),
  check("M065", "Replies", "Several calls come as several blocks.", async (probe) => {
    const answer = await askForTwoCalls(probe);
    const calls = needBlocks(probe, answer, "tool_use");
    if (calls.length < 2) probe.skip("the model made one call");
    equal(new Set(calls.map(({ id }) => id)).size, calls.length, "the number of different ids");
    equal(isAnswer(answer).stop_reason, "tool_use", "stop_reason");
  }),
  check(
    "M066",
    "Replies",
    "The input of a call that is cut short has its finished members only.",
    async (probe) => {
      const answer = await askForClippedCall(probe);
      needStop(probe, isAnswer(answer), "max_tokens");
      const call = needBlocks(probe, answer, "tool_use").at(-1);
      for (const [name, value] of Object.entries(isJson(call?.input, "input"))) {
        const clipped = String(longInput[name]).startsWith(String(value));
        holds(!clipped || value === longInput[name], `${name} is cut`, value);
      }
    },
  ),
  check(
    "M069",
    "Structured output",
    "A structured output is one text block that fits its schema.",
    async (probe) => {
      const schema = {
        type: "object",
        properties: { city: { type: "string" } },
        required: ["city"],
        additionalProperties: false,
      };
      const format = { type: "json_schema", schema };
      const said = talk(["user", "Name a city, as JSON."]);
      const answer = await probe.send({
        body: { ...said, max_tokens: 512, output_config: { format } },
      });
      if (answer.status === 400 && /output_config|schema|format/i.test(answer.text)) {
        probe.skip(`the model has no forms of output: ${answer.text.slice(0, 200)}`);
      }
      needStop(probe, isAnswer(answer), "end_turn");
      const texts = needBlocks(probe, answer, "text");
      equal(texts.length, 1, "the number of text blocks");
      const output = parseJsonObject(isString(texts[0]?.text, "text"));
      if (output === undefined) return probe.skip("the model did not heed the form of output");
      equal(Object.keys(output), ["city"], "the members of the output");
      isString(at(output, "city"), "city");
    },
  ),
];
