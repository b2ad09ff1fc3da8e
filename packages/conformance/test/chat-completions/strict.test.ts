import { strict } from "@diglot/core/strict";
import { describe, expect, it } from "vitest";
import { conversationOf, functionTool, minimal, pastCall, refusalOf } from "./helpers.js";

const inStrict = { validation: strict };
const roles = "'system', 'assistant', 'user', 'function', 'tool', and 'developer'";
const pattern = "^[a-zA-Z0-9_-]+$";
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "value"]));

/** What is refused, and how. A param of the form `messages.[0]` is the wire's own. */
const refused: readonly [title: string, change: object, error: object][] = [
  [
    "C009 a name with a space",
    { messages: [{ role: "user", content: "hi", name: "bob smith" }] },
    {
      code: "invalid_value",
      param: "messages[0].name",
      message: `Invalid 'messages[0].name': string does not match pattern. Expected a string that matches the pattern '${pattern}'.`,
    },
  ],
  [
    "C017 five stop texts",
    { stop: ["a", "b", "c", "d", "e"] },
    { code: "array_above_max_length", param: "stop" },
  ],
  [
    "C023 metadata with 17 pairs",
    { metadata: pairs(17) },
    { code: "object_above_max_properties", param: "metadata" },
  ],
  [
    "C026 json_object without the word",
    { response_format: { type: "json_object" } },
    {
      code: null,
      param: "messages",
      message:
        "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    },
  ],
  [
    "C028 a member that is not known",
    { bogus: 1 },
    { code: "unknown_parameter", param: "bogus", message: "Unknown parameter: 'bogus'." },
  ],
  [
    "C041 a result without a call",
    { messages: [{ role: "tool", tool_call_id: "call_x", content: "sun" }] },
    {
      code: null,
      param: "messages.[0].role",
      message:
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    },
  ],
  [
    "C042 a call without a result",
    {
      messages: [
        ...minimal.messages,
        { role: "assistant", tool_calls: [pastCall("call_a"), pastCall("call_b")] },
        { role: "tool", tool_call_id: "call_a", content: "sun" },
        { role: "user", content: "and?" },
      ],
    },
    {
      code: null,
      param: expect.stringMatching(/^messages\.\[\d\]\.role$/),
      message:
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_b",
    },
  ],
  [
    "C044 a tool name with a dot",
    { tools: [functionTool("house.weather")] },
    {
      code: "invalid_value",
      param: "tools[0].function.name",
      message: expect.stringContaining(`'${pattern}'`),
    },
  ],
  [
    "C045 a tool name of 65 characters",
    { tools: [functionTool("x".repeat(65))] },
    { code: "string_above_max_length", param: "tools[0].function.name" },
  ],
  ["C046 an empty list of tools", { tools: [], tool_choice: "auto" }, { param: "tools" }],
  [
    "C047 a tool choice without tools",
    { tool_choice: "auto" },
    {
      code: null,
      param: "tool_choice",
      message:
        "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    },
  ],
  [
    "C073 stream options without a stream",
    { stream_options: { include_usage: true } },
    {
      code: null,
      param: "stream_options",
      message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    },
  ],
  [
    "C084 an unknown role",
    { messages: [{ role: "bogus", content: "hi" }] },
    {
      code: "invalid_value",
      param: "messages[0].role",
      message: `Invalid value: 'bogus'. Supported values are: ${roles}.`,
    },
  ],
  [
    "C087 an unknown part",
    { messages: [{ role: "user", content: [{ type: "hologram" }] }] },
    { code: "invalid_value", param: "messages[0].content[0].type" },
  ],
  [
    "C090 alternatives without log probabilities",
    { top_logprobs: 2 },
    {
      code: null,
      param: "top_logprobs",
      message: "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.",
    },
  ],
  [
    "C091 a member that is not known before a fault in the messages",
    { messages: [{ role: "user", content: 5 }], bogus: 1 },
    { param: "bogus" },
  ],
];

/** What is just within the same limits. */
const accepted: readonly [title: string, change: object][] = [
  ["C009 a legal name", { messages: [{ role: "user", content: "hi", name: "bob_Smith-2" }] }],
  ["C017 four stop texts", { stop: ["a", "b", "c", "d"] }],
  ["C023 metadata with 16 pairs", { store: true, metadata: pairs(16) }],
  [
    "C026 json_object with the word",
    {
      messages: [{ role: "user", content: "As JSON, please." }],
      response_format: { type: "json_object" },
    },
  ],
  ["C044 C045 a tool name of 64 characters", { tools: [functionTool("x".repeat(64))] }],
  ["C047 a tool choice with tools", { tools: [functionTool("weather")], tool_choice: "auto" }],
  [
    "C002 C073 members that are null",
    { stream_options: null, tool_choice: null, top_logprobs: null, metadata: null, stop: null },
  ],
];

describe("the strict profile", () => {
  it.each(refused)("refuses: %s", async (_title, change, expected) => {
    const error = await refusalOf(change, inStrict);
    expect(error).toMatchObject({ status: 400, type: "invalid_request_error", ...expected });
  });

  it.each(accepted)("takes: %s", async (_title, change) => {
    expect(await conversationOf(change, inStrict)).toMatchObject({ model: "scripted" });
  });
});

describe("the open profile", () => {
  const open = refused.filter(
    // A model without log probabilities refuses their number by itself, and 5 is no content at all.
    ([title]) => !title.startsWith("C090") && !title.startsWith("C091"),
  );
  it.each(open)("takes: %s", async (_title, change) => {
    const model = { capabilities: { unknownContent: true } } as const;
    expect(await conversationOf(change, { model })).toMatchObject({ model: "scripted" });
  });
});
