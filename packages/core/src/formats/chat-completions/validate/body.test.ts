import { describe, expect, it } from "vitest";
import {
  bodyOf,
  faultOf,
  openSettings,
  strictSettings,
  validationFault,
} from "../__fixtures__/make.js";
import { validateRequest } from "./body.js";

const message = (change: object) => ({ messages: [{ role: "user", content: "hi", ...change }] });

/** Changes of a minimal request, and the message, param and code of their refusal. */
const refusals: readonly (readonly [string, object, string, string | undefined, string | null])[] =
  [
    [
      "C081 refuses a body without model",
      { model: undefined },
      "you must provide a model parameter",
      undefined,
      null,
    ],
    [
      "refuses an empty model",
      { model: "" },
      "you must provide a model parameter",
      undefined,
      null,
    ],
    [
      "C082 refuses a body without messages",
      { messages: undefined },
      "Missing required parameter: 'messages'.",
      "messages",
      "missing_required_parameter",
    ],
    [
      "C083 refuses an empty list of messages",
      { messages: [] },
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      "messages",
      "empty_array",
    ],
    [
      "refuses messages of another type",
      { messages: "hi" },
      "Invalid type for 'messages': expected an array of objects, but got a string instead.",
      "messages",
      "invalid_type",
    ],
    [
      "refuses a message that is not an object",
      { messages: ["hi"] },
      "Invalid type for 'messages[0]': expected an object, but got a string instead.",
      "messages[0]",
      "invalid_type",
    ],
    [
      "C085 refuses a message without role",
      { messages: [{ content: "hi" }] },
      "Missing required parameter: 'messages[0].role'.",
      "messages[0].role",
      "missing_required_parameter",
    ],
    [
      "C086 refuses a number as content",
      message({ content: 5 }),
      "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an integer instead.",
      "messages[0].content",
      "invalid_type",
    ],
    [
      "refuses a part without type",
      message({ content: [{ text: "hi" }] }),
      "Missing required parameter: 'messages[0].content[0].type'.",
      "messages[0].content[0].type",
      "missing_required_parameter",
    ],
    [
      "names the place inside a part",
      message({
        content: [
          { type: "text", text: "a" },
          { type: "image_url", image_url: { url: 1 } },
        ],
      }),
      "Invalid type for 'messages[0].content[1].image_url.url': expected a string, but got an integer instead.",
      "messages[0].content[1].image_url.url",
      "invalid_type",
    ],
    [
      "refuses a tool message without the id of its call",
      { messages: [{ role: "tool", content: "4" }] },
      "Missing required parameter: 'messages[0].tool_call_id'.",
      "messages[0].tool_call_id",
      "missing_required_parameter",
    ],
    [
      "refuses arguments of a call that are not a string",
      {
        messages: [
          {
            role: "assistant",
            tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: {} } }],
          },
        ],
      },
      "Invalid type for 'messages[0].tool_calls[0].function.arguments': expected a string, but got an object instead.",
      "messages[0].tool_calls[0].function.arguments",
      "invalid_type",
    ],
    [
      "C074 refuses a string for stream",
      { stream: "true" },
      "Invalid type for 'stream': expected a boolean, but got a string instead.",
      "stream",
      "invalid_type",
    ],
    [
      "C088 refuses a temperature of 99",
      { temperature: 99 },
      "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 99.0 instead.",
      "temperature",
      "decimal_above_max_value",
    ],
    [
      "C088 refuses a temperature that is a string",
      { temperature: "1" },
      "Invalid type for 'temperature': expected a decimal, but got a string instead.",
      "temperature",
      "invalid_type",
    ],
    [
      "C089 refuses n of 0",
      { n: 0 },
      "Invalid 'n': integer below minimum value. Expected a value >= 1, but got 0 instead.",
      "n",
      "integer_below_min_value",
    ],
    [
      "refuses a limit that is a fraction",
      { max_tokens: 1.5 },
      "Invalid type for 'max_tokens': expected an integer, but got a decimal instead.",
      "max_tokens",
      "invalid_type",
    ],
    [
      "refuses a stop of another type",
      { stop: 5 },
      "Invalid type for 'stop': expected one of a string or array of strings, but got an integer instead.",
      "stop",
      "invalid_type",
    ],
    [
      "refuses a seed that is a fraction",
      { seed: 0.5 },
      "Invalid type for 'seed': expected an integer, but got a decimal instead.",
      "seed",
      "invalid_type",
    ],
    [
      "refuses a tool without name",
      { tools: [{ type: "function", function: {} }] },
      "Missing required parameter: 'tools[0].function.name'.",
      "tools[0].function.name",
      "missing_required_parameter",
    ],
    [
      "refuses a tool with an empty name",
      { tools: [{ type: "function", function: { name: "" } }] },
      "Invalid 'tools[0].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
      "tools[0].function.name",
      "empty_string",
    ],
    [
      "refuses an unknown name of a tool choice",
      { tool_choice: "any" },
      "Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'.",
      "tool_choice",
      "invalid_value",
    ],
  ];

describe("validateRequest", () => {
  it.each(refusals)("%s", (_title, change, text, param, code) => {
    const fault = validationFault({ ...change });
    expect(fault).toEqual({ kind: "bad_request", message: text, param, code });
  });

  it.each([[[]], ["x"], [null], [1]])("C080 refuses the body %j", (body) => {
    expect(faultOf(() => validateRequest(body, openSettings))?.kind).toBe("invalid_json");
  });

  it("answers a model of another type as the vendor does", () => {
    expect(validationFault({ model: 5 })?.kind).toBe("invalid_json");
  });

  it.each([
    ["the model before the messages", { model: undefined, messages: undefined }, undefined],
    ["messages before members", { messages: [{ role: 1 }], n: 0 }, "messages[0].role"],
    ["n before temperature", { temperature: 99, n: 0 }, "n"],
    ["temperature before stream", { stream: "x", temperature: 99 }, "temperature"],
    ["the first message", { messages: [{ role: "user", content: 1 }, 2] }, "messages[0].content"],
  ])("C091 reports %s", (_title, change, param) => {
    expect(validationFault(change)?.param).toBe(param);
  });

  it("C002 takes null for every optional member", () => {
    const names = [
      "max_tokens",
      "n",
      "stop",
      "tools",
      "tool_choice",
      "response_format",
      "stream",
      "stream_options",
      "user",
      "metadata",
      "functions",
      "modalities",
    ];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect(validationFault(nulls)).toBeUndefined();
    expect(validationFault(nulls, strictSettings)).toBeUndefined();
  });

  it("C005 C007 C008 C011 C014 C043 C048 accepts histories with any order and parts", () => {
    const messages = [
      { role: "user", content: [{ type: "text", text: "a" }], name: null },
      {
        role: "user",
        content: [{ type: "image_url", image_url: { url: "https://x/y", detail: "original" } }],
      },
      { role: "system", content: "b" },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "c1", type: "function", function: { name: "f", arguments: "{" } },
          { id: "c2", type: "function", function: { name: "f", arguments: "" } },
        ],
      },
      { role: "tool", tool_call_id: "c2", content: [{ type: "text", text: "2" }] },
      { role: "tool", tool_call_id: "c1", content: "1" },
      { role: "assistant", content: [{ type: "refusal", refusal: "no" }], refusal: null },
    ];
    expect(validationFault({ messages })).toBeUndefined();
    expect(validationFault({ messages }, strictSettings)).toBeUndefined();
  });

  it("C050 accepts a call id of 51 characters", () => {
    const id = "c".repeat(51);
    const tool_calls = [{ id, type: "function", function: { name: "f", arguments: "{}" } }];
    const messages = [
      { role: "assistant", tool_calls },
      { role: "tool", tool_call_id: id, content: "" },
    ];
    expect(validationFault({ messages }, strictSettings)).toBeUndefined();
  });

  it("accepts what it does not know: members, parts, roles, tools and choices", () => {
    const change = {
      messages: [
        { role: "moderator", content: 5 },
        { role: "user", content: [{ type: "video_url", video_url: 1 }] },
        { role: "assistant", tool_calls: [] },
      ],
      tools: [{ type: "web_search" }],
      tool_choice: { type: "mcp", name: "x" },
      chat_template_kwargs: { enable_thinking: false },
    };
    expect(validationFault(change)).toBeUndefined();
  });

  it("returns the same body object", () => {
    const body = bodyOf({ top_k: 5 });
    expect(validateRequest(body, openSettings)).toBe(body);
  });

  it("counts before it checks: too many messages, parts, tools or stop sequences are one fault each", () => {
    const few = { messages: 2, blocks: 2, tools: 2, stopSequences: 2 };
    const sizeLimits = { ...openSettings.sizeLimits, ...few };
    const settings = { ...openSettings, sizeLimits };
    const many = [1, 2, 3];
    expect(validationFault({ messages: many }, settings)).toMatchObject({
      message:
        "Invalid 'messages': array too long. Expected an array with maximum length 2, but got an array with length 3 instead.",
      param: "messages",
      code: "array_above_max_length",
    });
    for (const name of ["tools", "functions", "stop"]) {
      expect(validationFault({ [name]: many }, settings)?.param).toBe(name);
    }
    expect(validationFault(message({ content: many }), settings)?.param).toBe(
      "messages[0].content",
    );
  });

  it("counts the parts and calls of all messages together", () => {
    const sizeLimits = { ...openSettings.sizeLimits, totalBlocks: 4 };
    const settings = { ...openSettings, sizeLimits };
    const said = { role: "user", content: [{ type: "text", text: "a" }] };
    const calls = { role: "assistant", tool_calls: Array(3).fill({}) };
    expect(validationFault({ messages: [said, said, said, said] }, settings)).toBeUndefined();
    expect(validationFault({ messages: [said, calls, said] }, settings)).toMatchObject({
      message:
        "Invalid 'messages': too many parts and tool calls. Expected at most 4 in all messages together.",
      param: "messages",
    });
  });

  it("shortens long values that it quotes", () => {
    const fault = validationFault({ tool_choice: "x".repeat(10_000) });
    expect(fault?.message.length).toBeLessThan(300);
  });
});
