import type { BrokenServer } from "./broken-server.js";
import type { Choice, Json, Server } from "./server.js";
import {
  answering,
  ignoring,
  inCalls,
  inJson,
  inMessage,
  inUsage,
  isStream,
  withHeader,
} from "./spoil.js";

const lossy = (text: string) => text.replace(/\P{ASCII}+/gu, "\ufffd");

/** Servers whose plain answers have a defect. */
export const brokenAnswers: readonly BrokenServer[] = [
  ["lacks finish_reason", "C001a", () => inMessage((_, choice) => delete choice.finish_reason)],
  ["lacks the role", "C001a", () => inMessage((message) => delete message.role)],
  [
    "gives content as parts",
    "C001a",
    () => inMessage((message) => (message.content = [{ type: "text", text: message.content }])),
  ],
  [
    "gives an empty list of calls",
    "C001a",
    () => inMessage((message) => (message.tool_calls = [])),
  ],
  ["calls answers by another name", "C001a", () => inJson((body) => ({ ...body, object: "chat" }))],
  [
    "lists models that are none",
    "C108a",
    () => inModels((model) => ({ ...model, object: "engine" })),
  ],
  ["lists models without an id", "C108a", () => inModels((model) => ({ ...model, id: "" }))],
  [
    "lists one model without an id",
    "C108a",
    () => inModels((model) => (model.id === "echo" ? { ...model, id: "" } : model)),
  ],
  ["lists all models by one id", "C108a", () => inModels((model) => ({ ...model, id: "echo" }))],
  ["lists models without an owner", "C108a", () => inModels(({ owned_by, ...model }) => model)],
  [
    "lists models without a time",
    "C108a",
    () => inModels((model) => ({ ...model, created: "now" })),
  ],
  ["gives answers no id", "C001a", () => inJson((body) => ({ ...body, id: "" }))],
  ["gives no time", "C001a", () => inJson((body) => ({ ...body, created: "now" }))],
  ["names no model", "C001a", () => inJson((body) => ({ ...body, model: null }))],
  ["gives no choices", "C001a", () => inJson((body) => ({ ...body, choices: [] }))],
  ["lacks the index of choices", "C001a C018", () => inMessage((_, choice) => delete choice.index)],
  [
    "ends for reasons of its own",
    "C001a",
    () => inMessage((_, choice) => (choice.finish_reason = "done")),
  ],
  ["lacks content", "C001a", () => inMessage((message) => delete message.content)],
  ["gives calls no id", "C031", () => inCalls((call) => (call.id = ""))],
  ["gives calls no name", "C031", () => inCalls((call) => (call.function.name = ""))],
  [
    "gives calls a type of its own",
    "C031",
    () => inCalls((call) => Object.assign(call, { type: "tool" })),
  ],
  [
    "caches more than it was asked",
    "C001b",
    () => inUsage({ prompt_tokens_details: { cached_tokens: 1_000_000 } }),
  ],
  [
    "reasons more than it says",
    "C001b",
    () => inUsage({ completion_tokens_details: { reasoning_tokens: 1_000_000 } }),
  ],
  [
    "counts its cache below zero",
    "C001b",
    () => inUsage({ prompt_tokens_details: { cached_tokens: -1 } }),
  ],
  ["counts in parts of tokens", "C001b", () => inUsage({ prompt_tokens: 1.5, total_tokens: 2.5 })],
  [
    "counts no input",
    "C001b",
    () => inUsage({ prompt_tokens: 0, completion_tokens: 1, total_tokens: 1 }),
  ],
  [
    "counts no output",
    "C001b",
    () => inUsage({ prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 }),
  ],
  [
    "sends another content type",
    "C001a C105a",
    () => withHeader("content-type", "text/plain", (sent) => !isStream(sent)),
  ],
  [
    "counts wrongly",
    "C001b",
    () => inJson((body) => ({ ...body, usage: { ...(body.usage as Json), total_tokens: 1 } })),
  ],
  [
    "counts nothing",
    "C001b",
    () =>
      inJson((body) => ({
        ...body,
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      })),
  ],
  [
    "loses characters",
    "C030a C072",
    () => answering((sent) => ({ ...sent, text: lossy(sent.text) })),
  ],
  [
    "names the tier as it was asked for",
    "C024",
    () => inJson((body) => ({ ...body, service_tier: "fast" })),
  ],
  [
    "says that its limit ended what a stop string ended",
    "C001a C002a C002b C017a C017b C035b",
    () => inMessage((_, choice) => (choice.finish_reason = "length")),
  ],
  [
    "gives arguments as an object",
    "C031 C038",
    () => inCalls((call) => (call.function.arguments = {})),
  ],
  ["gives no arguments", "C031 C038", () => inCalls((call) => (call.function.arguments = ""))],
  [
    "has empty content beside calls",
    "C031",
    () => inMessage((message) => (message.content ??= "")),
  ],
  [
    "ends with stop after calls",
    "C031 C032",
    () => inMessage((_, choice) => (choice.finish_reason = "stop")),
  ],
  [
    "gives a list for a JSON object",
    "C025c",
    () => inMessage((message) => (message.content = `[${message.content}]`)),
  ],
  ["gives one choice whatever n is", "C018 C060", () => ignoring("n")],
  [
    "numbers all choices 0",
    "C018",
    () =>
      inJson((body) => {
        for (const choice of (body.choices ?? []) as Choice[]) choice.index = 0;
        return body;
      }),
  ],
  ["gives all calls one id", "C033", () => inCalls((call) => (call.id = "call_1"))],
  ["gives calls long ids", "C050b", () => inCalls((call) => (call.id = "x".repeat(41)))],
  ["has no x-request-id", "C065b C105b C114", () => withHeader("x-request-id", null)],
  ["has one x-request-id for all", "C114", () => withHeader("x-request-id", "req_1")],
  ["has no allow", "C104a", () => withHeader("allow", null)],
  ["lists models without object", "C108a", () => inJson(({ object, ...body }) => body)],
  [
    "lists models without created",
    "C108a",
    () =>
      inJson((body) => ({
        ...body,
        data: (body.data as Json[])?.map(({ created, ...one }) => one),
      })),
  ],
];

/** Diglot with other models in its list. */
function inModels(change: (model: Json) => Json): Server {
  return inJson((body) =>
    body.object === "list" ? { ...body, data: (body.data as Json[]).map(change) } : body,
  );
}
