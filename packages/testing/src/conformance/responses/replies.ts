import { longTask } from "../chat-completions/asking/bodies.js";
import type { Check } from "../check.js";
import {
  equal,
  holds,
  isCount,
  isFilled,
  isJson,
  isJsonList,
  isOneOf,
  type Json,
  matches,
} from "../expect.js";
import { weather } from "./asking/bodies.js";
import { calling, itemsOf, partsOf, type ReadResponse, respond } from "./asking/response.js";
import { defineChecks } from "./define-checks.js";

/** The members that every response has. */
const required =
  "id object created_at status background completed_at error frequency_penalty incomplete_details instructions max_output_tokens max_tool_calls model output parallel_tool_calls presence_penalty previous_response_id prompt_cache_key reasoning safety_identifier service_tier store temperature top_p text tool_choice tools top_logprobs truncation usage metadata";

const prefixes: Readonly<Record<string, RegExp>> = {
  message: /^msg_/,
  function_call: /^fc_/,
  custom_tool_call: /^ctc?_/,
  reasoning: /^rs_/,
  compaction: /^cmp_/,
};

/** @throws an error unless a response has every member that the format requires */
export function isWhole(body: Json): void {
  const missing = required.split(" ").filter((name) => !Object.hasOwn(body, name));
  equal(missing, [], "the members that are missing");
}

/** @throws an error unless a response is whole, has ended as it should and says something */
export function isSuited({ body, text }: ReadResponse): void {
  isWhole(body);
  equal(body.status, "completed", "status");
  isFilled(text, "the text");
}

/** How a response looks. */
export const repliesChecks: readonly Check[] = [
  ...defineChecks("Replies", [
    [
      "R061",
      "A response has every member that the format requires, also those that are null.",
      async (probe) => isWhole((await respond(probe)).body),
    ],
    [
      "R011",
      "A response names the model.",
      async (probe) => void isFilled((await respond(probe)).body.model, "model"),
    ],
    [
      "R062",
      "The functions of a response have description, parameters and strict.",
      async (probe) => {
        const tools = [weather, { type: "function", name: "now" }];
        const { body } = await respond(probe, { tools });
        for (const tool of isJsonList(body.tools, "tools")) {
          for (const name of ["description", "parameters", "strict"]) {
            holds(Object.hasOwn(tool, name), `a tool has no member ${name}`, tool);
          }
        }
      },
    ],
    [
      "R063",
      "Every text has lists of annotations and of log probabilities.",
      async (probe) => {
        const { output } = await respond(probe);
        for (const part of itemsOf(output, "message").flatMap(partsOf)) {
          if (part.type !== "output_text") continue;
          isJsonList(part.annotations, "the annotations of a text");
          isJsonList(part.logprobs, "the logprobs of a text");
        }
      },
    ],
    [
      "R064a",
      "The ids of a response and of its items have the prefix of their type.",
      async (probe) => {
        const { body, output } = await respond(probe);
        matches(body.id, /^resp_/, "id");
        for (const item of output) {
          matches(item.id, prefixes[String(item.type)] ?? /./, `the id of a ${item.type}`);
        }
      },
    ],
    [
      "R064b",
      "The ids of a call have the prefixes of its type.",
      async (probe) => {
        for (const call of (await calling(probe)).calls) {
          matches(call.id, prefixes[String(call.type)] ?? /./, "the id of a call");
        }
      },
    ],
    [
      "R065",
      "A response that is cut is incomplete because of max_output_tokens, and its last item is too.",
      async (probe) => {
        const { body, output } = await respond(probe, { input: longTask, max_output_tokens: 16 });
        if (body.status === "completed") probe.skip("the model said all of it in 16 tokens");
        equal(
          isJson(body.incomplete_details, "incomplete_details").reason,
          "max_output_tokens",
          "the reason",
        );
        const last = output.at(-1);
        if (last?.type !== "reasoning")
          equal(last?.status, "incomplete", "the status of the last item");
      },
    ],
    [
      "R068",
      "A completed response says when it was completed, and has no error.",
      async (probe) => {
        const { body } = await respond(probe);
        const created = isCount(body.created_at, "created_at");
        holds(isCount(body.completed_at, "completed_at") >= created, "completed_at is too early");
        equal([body.error, body.incomplete_details], [null, null], "error and incomplete_details");
      },
    ],
    [
      "R071",
      "A response says whether it is stored, and its service tier.",
      async (probe) => {
        const { body } = await respond(probe, { store: false });
        equal(body.store, false, "store");
        isFilled(body.service_tier, "service_tier");
      },
    ],
    [
      "R034b",
      "The phase of a message, where it has one, is commentary or final_answer.",
      async (probe) => {
        for (const { phase } of itemsOf((await respond(probe)).output, "message")) {
          isOneOf(phase ?? null, [null, "commentary", "final_answer"], "the phase of a message");
        }
      },
    ],
  ]),
  ...defineChecks("Usage", [
    [
      "R067",
      "The counts of tokens sum, and have both objects of details.",
      async (probe) => {
        const usage = isJson((await respond(probe)).body.usage, "usage");
        const input = isCount(usage.input_tokens, "usage.input_tokens");
        const output = isCount(usage.output_tokens, "usage.output_tokens");
        equal(usage.total_tokens, input + output, "usage.total_tokens");
        const cached = isJson(usage.input_tokens_details, "usage.input_tokens_details");
        holds(isCount(cached.cached_tokens, "cached_tokens") <= input, "more is cached than sent");
        const details = isJson(usage.output_tokens_details, "usage.output_tokens_details");
        holds(
          isCount(details.reasoning_tokens, "reasoning_tokens") <= output,
          "more is reasoning than written",
        );
      },
    ],
  ]),
];
