import type { BrokenServer } from "./broken-server.js";
import type { Choice, Server } from "./server.js";
import { answering, ignoring, inCalls, inJson, inMessage, isStream, refusing } from "./spoil.js";

/** Servers whose completions look right at first, and have a defect in one of their parts. */
export const brokenCompletions: readonly BrokenServer[] = [
  [
    "gives two choices where one is asked for",
    "C001a C002a C002b",
    () =>
      inJson((body) => {
        const [choice] = (body.choices ?? []) as Choice[];
        return choice && { ...body, choices: [choice, { ...choice, index: 1 }] };
      }),
  ],
  ["counts choices from 1", "C001a C018", () => inMessage((_, choice) => (choice.index = 1))],
  ["says nothing", "C001a", () => inMessage((message) => (message.content = ""))],
  [
    "lacks content in the second of two choices",
    "C018",
    () => inSecond(({ message }) => delete message.content),
  ],
  [
    "gives the content of the second of two choices as parts",
    "C018",
    () => inSecond(({ message }) => (message.content = [{ type: "text", text: "Hi" }])),
  ],
  [
    "ends the second of two choices for a reason of its own",
    "C018",
    () => inSecond((choice) => (choice.finish_reason = "done")),
  ],
  [
    "answers with something else",
    "C001a C114",
    () =>
      answering((sent) =>
        sent.status === 200 && !isStream(sent) ? { ...sent, text: "{}" } : sent,
      ),
  ],
  [
    "answers HTTP Basic with something else",
    "C118",
    () => refusing(({ headers }) => /^Basic/.test(headers.get("authorization") ?? ""), 200, {}),
  ],
  [
    "answers a schema with a member that it has not",
    "C025a",
    () =>
      inMessage((message) => {
        message.content = String(message.content).replace("{", '{"more":1,');
      }),
  ],
  [
    "answers a schema with a text in place of a number",
    "C025a",
    () =>
      inMessage((message) => {
        message.content = String(message.content).replace(/("answer":\s*)(\d+)/, '$1"$2"');
      }),
  ],
  [
    "has null where its limit cut the text",
    "C016",
    () =>
      inMessage((message, choice) => {
        if (choice.finish_reason === "length") message.content = null;
      }),
  ],
  [
    "calls functions as if they were custom tools",
    "C031",
    () =>
      inCalls((call) =>
        Object.assign(call, { type: "custom", custom: { name: "weather", input: "{}" } }),
      ),
  ],
  [
    "calls tools that were ruled out, and ends with stop",
    "C035a",
    () => inMessage((_, choice) => (choice.finish_reason = "stop"), ignoring("tool_choice")),
  ],
  [
    "ends with calls where it makes none",
    "C035a",
    () =>
      inMessage((message, choice) => {
        if (!message.tool_calls) choice.finish_reason = "tool_calls";
      }),
  ],
];

/** Diglot with another second choice, where it gives two. */
function inSecond(change: (choice: Choice) => unknown): Server {
  return inJson((body) => {
    const [, second] = (body.choices ?? []) as Choice[];
    if (second) change(second);
    return body;
  });
}
