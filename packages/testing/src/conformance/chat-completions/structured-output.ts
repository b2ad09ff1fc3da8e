import type { Check } from "../check.js";
import { equal, holds, isJson } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { saying } from "./asking/bodies.js";
import { streamOrSkip } from "./asking/chunks.js";
import { completeOrSkip } from "./asking/completion.js";
import { defineChecks } from "./define-checks.js";

const schema = {
  type: "object",
  properties: { answer: { type: "integer" } },
  required: ["answer"],
  additionalProperties: false,
};
const structured = saying("What is six times seven? Answer as JSON.", {
  response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } },
});

/** Replies in a form that the caller gives. */
export const structuredOutputChecks: readonly Check[] = defineChecks("Structured output", [
  [
    "C025a",
    "A strict json_schema response format yields content that is JSON and fits the schema.",
    async (probe) => {
      const { content, finish } = await completeOrSkip(probe, structured, "json_schema");
      fits(probe, content ?? "", finish);
    },
  ],
  [
    "C025b",
    "The joined content of a stream fits a strict json_schema response format as well.",
    async (probe) => {
      const { content, finishes } = await streamOrSkip(probe, structured, "json_schema");
      fits(probe, content, finishes[0]);
    },
  ],
  [
    "C025c",
    "A json_object response format yields content that is a JSON object.",
    async (probe) => {
      const body = { ...structured, response_format: { type: "json_object" } };
      const { content, finish } = await completeOrSkip(probe, body, "json_object");
      isJson(parsed(probe, content ?? "", finish), "the content");
    },
  ],
]);

function fits(probe: Probe, content: string, finish: unknown): void {
  const value = isJson(parsed(probe, content, finish), "the content");
  equal(Object.keys(value), ["answer"], "the members of the content");
  holds(Number.isInteger(value.answer), "the answer is no integer", value.answer);
}

/** The content as JSON. Servers whose models say what they like end the check as skipped. */
function parsed(probe: Probe, content: string, finish: unknown): unknown {
  if (finish !== "stop") probe.skip(`the model ended with ${String(finish)}`);
  try {
    return JSON.parse(content);
  } catch {
    return probe.skip("the model did not answer in JSON");
  }
}
