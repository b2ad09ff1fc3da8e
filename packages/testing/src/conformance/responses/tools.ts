import { askForWeather, twoCalls } from "../chat-completions/asking/bodies.js";
import { isRefusal } from "../chat-completions/asking/envelope.js";
import type { Check } from "../check.js";
import { equal, holds, isFilled, isJson, isString, type Json, matches } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { clock, functionTool, pastOutput, weather } from "./asking/bodies.js";
import { calling, itemsOf, respond, respondOrSkip } from "./asking/response.js";
import { defineChecks } from "./define-checks.js";

const note: Json = { type: "custom", name: "note", description: "Takes any text." };

function inNamespace(name: string): Json {
  return { type: "namespace", name, description: "Tools.", tools: [weather] };
}

const schema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

/** What tools do. */
export const toolsChecks: readonly Check[] = [
  ...defineChecks("Tools", [
    [
      "R048",
      "A call of a function is an item of its own, whose arguments are JSON as a text.",
      async (probe) => {
        const { output } = await calling(probe);
        const [call] = itemsOf(output, "function_call");
        equal(call?.name, "weather", "the name of the call");
        isFilled(call?.call_id, "the call_id");
        equal(call?.status, "completed", "the status of the call");
        isJson(JSON.parse(isString(call?.arguments, "the arguments")), "the arguments as JSON");
      },
    ],
    [
      "R049",
      "Two calls have ids and call_ids of their own.",
      async (probe) => {
        const { calls } = await calling(probe, { input: twoCalls }, 2);
        for (const name of ["id", "call_id"]) {
          const ids = calls.map((call) => isFilled(call[name], `the ${name} of a call`));
          equal(new Set(ids).size, ids.length, `the number of different values of ${name}`);
        }
      },
    ],
    [
      "R050",
      "With parallel_tool_calls false there is at most one call.",
      async (probe) => {
        const change = { input: twoCalls, parallel_tool_calls: false };
        const { calls } = await calling(probe, change);
        equal(calls.length, 1, "the number of calls");
      },
    ],
    [
      "R051a",
      "With tool_choice none there is no call.",
      async (probe) => {
        const body = { input: askForWeather, tools: [weather], tool_choice: "none" };
        equal((await respond(probe, body)).calls, [], "the calls");
      },
    ],
    [
      "R051b",
      "With tool_choice required there is a call.",
      async (probe) => {
        const body = { input: "Say hello.", tools: [weather], tool_choice: "required" };
        const { calls } = await respondOrSkip(probe, body, "a forced call");
        holds(calls.length > 0, "there is no call");
      },
    ],
    [
      "R051c",
      "With the choice of a function that one is called.",
      async (probe) => {
        const choice = { type: "function", name: "clock" };
        const { calls } = await calling(probe, { tools: [weather, clock], tool_choice: choice });
        for (const { name } of calls) equal(name, "clock", "the name of a call");
      },
    ],
    [
      "R052",
      "Of several tools only those that are allowed are called.",
      async (probe) => {
        const tools = [{ type: "function", name: "clock" }];
        const choice = { type: "allowed_tools", mode: "required", tools };
        const { calls } = await calling(probe, { tools: [weather, clock], tool_choice: choice });
        for (const { name } of calls) equal(name, "clock", "the name of a call");
      },
    ],
    ["R053", "A call with free text is an item of its own, with the text as its input.", custom],
    [
      "R054",
      "A call of a tool in a namespace has the name of both.",
      async (probe) => {
        const choice = { tool_choice: "required" };
        const { calls } = await calling(probe, { tools: [inNamespace("near")], ...choice });
        equal(calls[0]?.name, "weather", "the name of the call");
        equal(calls[0]?.namespace, "near", "the namespace of the call");
      },
    ],
    [
      "R055",
      "Tools of the same name in two namespaces are accepted, and a call says which one it is of.",
      async (probe) => {
        const tools = [inNamespace("near"), inNamespace("far")];
        const { calls } = await calling(probe, { tools, tool_choice: "required" });
        for (const call of calls) {
          equal(call.name, "weather", "the name of a call");
          matches(call.namespace, /^(?:near|far)$/, "the namespace of a call");
        }
      },
    ],
    ["R056", "A tool that the server would have to run is refused by name, if it is.", hosted],
    [
      "R057",
      "A function without parameters can be called.",
      async (probe) => {
        const tools = [{ type: "function", name: "now" }];
        const { calls } = await calling(probe, { tools, tool_choice: "required" });
        equal(calls[0]?.name, "now", "the name of the call");
      },
    ],
    [
      "R058",
      "After the output of a call the model says something.",
      async (probe) => {
        const { output, calls } = await calling(probe);
        const outputs = calls.map((call) => pastOutput(String(call.call_id)));
        const input = [{ role: "user", content: askForWeather }, ...output, ...outputs];
        isFilled((await respond(probe, { input, tools: [weather] })).text, "the text");
      },
    ],
  ]),
  ...defineChecks("Structured output", [
    [
      "R059",
      "A text by a schema is JSON that fits it.",
      async (probe) => {
        const format = { type: "json_schema", name: "answer", strict: true, schema };
        const body = { input: "Where is the Eiffel Tower?", text: { format } };
        const { text } = await respondOrSkip(probe, body, "a schema");
        isString(isJson(JSON.parse(text), "the text as JSON").city, "its member city");
      },
    ],
  ]),
];

async function custom(probe: Probe): Promise<void> {
  const { output } = await calling(probe, { tools: [note], tool_choice: "required" });
  const [call] = itemsOf(output, "custom_tool_call");
  holds(call !== undefined, "there is no custom_tool_call", output);
  equal(call.name, "note", "the name of the call");
  isFilled(call.call_id, "the call_id");
  isString(call.input, "the input of the call");
}

async function hosted(probe: Probe): Promise<void> {
  const tools = [{ type: "code_interpreter", container: { type: "auto" } }, functionTool("f", "a")];
  const answer = await probe.send({ body: { tools } });
  if (answer.status === 200) probe.skip("the server accepts the tool, and may run it");
  isRefusal(answer, { says: /code_interpreter/ });
}
