import { describe, expect, it } from "vitest";
import { strictSettings, validationFault } from "../__fixtures__/make.js";

const tool = (name: string) => ({ type: "function", function: { name } });
const callOf = (id: string, name = "f") => ({
  id,
  type: "function",
  function: { name, arguments: "{}" },
});
const openSchema = { type: "object", properties: { a: { type: "string" } } };
const strictTool = (parameters: object) => ({
  type: "function",
  function: { name: "f", strict: true, parameters },
});
const outputOf = (schema: object) => ({
  type: "json_schema",
  json_schema: { name: "answer", strict: true, schema },
});
const toolOf = (parameters: object) => ({ type: "function", function: { name: "f", parameters } });
const partOf = (part: object) => ({ messages: [{ role: "user", content: [part] }] });
const user = { role: "user", content: "hi" };
const pattern =
  "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.";
const missing =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages:";

/** What only the strict profile refuses: the change, the message, the param and the code. */
const refusals: readonly (readonly [string, object, string, string, string | null])[] = [
  [
    "C009 refuses a name with a space",
    { messages: [{ ...user, name: "bob smith" }] },
    `Invalid 'messages[0].name': ${pattern}`,
    "messages[0].name",
    "invalid_value",
  ],
  [
    "C017 refuses five stop strings",
    { stop: ["a", "b", "c", "d", "e"] },
    "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead.",
    "stop",
    "array_above_max_length",
  ],
  [
    "C023 refuses 17 pairs of metadata",
    { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, "v"])) },
    "Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got an object with 17 properties instead.",
    "metadata",
    "object_above_max_properties",
  ],
  [
    "refuses a long key of metadata",
    { metadata: { ["k".repeat(65)]: "v" } },
    "Invalid 'metadata': property name too long. Expected a property name with maximum length 64, but got a property name with length 65 instead.",
    "metadata",
    "property_name_above_max_length",
  ],
  [
    "refuses a long value of metadata",
    { metadata: { a: "v".repeat(513) } },
    "Invalid 'metadata.a': string too long. Expected a string with maximum length 512, but got a string with length 513 instead.",
    "metadata.a",
    "string_above_max_length",
  ],
  [
    "C026 refuses json_object where no message says json",
    { response_format: { type: "json_object" } },
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    "messages",
    null,
  ],
  [
    "C028 refuses an unknown member",
    { top_k: 5 },
    "Unknown parameter: 'top_k'.",
    "top_k",
    "unknown_parameter",
  ],
  [
    "C041 refuses a tool message that answers no call",
    { messages: [{ role: "tool", tool_call_id: "c1", content: "4" }] },
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    "messages.[0].role",
    null,
  ],
  [
    "C042 refuses a history that lacks a result",
    {
      messages: [
        user,
        { role: "assistant", tool_calls: [callOf("c1"), callOf("c2")] },
        { role: "tool", tool_call_id: "c1", content: "4" },
        user,
      ],
    },
    `${missing} c2`,
    "messages.[3].role",
    null,
  ],
  [
    "refuses a history that ends before its results",
    { messages: [user, { role: "assistant", tool_calls: [callOf("c1"), callOf("c2")] }] },
    `${missing} c1, c2`,
    "messages.[1].role",
    null,
  ],
  [
    "C044 refuses a tool name with a dot",
    { tools: [tool("a.b")] },
    `Invalid 'tools[0].function.name': ${pattern}`,
    "tools[0].function.name",
    "invalid_value",
  ],
  [
    "C045 refuses a tool name of 65 characters",
    { tools: [tool("a".repeat(65))] },
    "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    "tools[0].function.name",
    "string_above_max_length",
  ],
  [
    "C046 refuses an empty list of tools",
    { tools: [], tool_choice: "auto" },
    "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    "tools",
    "empty_array",
  ],
  [
    "C047 refuses a tool choice without tools",
    { tool_choice: "auto" },
    "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    "tool_choice",
    null,
  ],
  [
    "refuses parallel calls without tools",
    { parallel_tool_calls: false },
    "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
    "parallel_tool_calls",
    null,
  ],
  [
    "refuses a choice of a tool that is not there",
    { tools: [tool("a")], tool_choice: tool("b") },
    "Tool choice 'b' not found in 'tools' parameter.",
    "tool_choice",
    null,
  ],
  [
    "C073 refuses stream options without stream",
    { stream_options: { include_usage: true } },
    "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    "stream_options",
    null,
  ],
  [
    "C084 refuses an unknown role",
    { messages: [{ role: "bogus", content: "hi" }] },
    "Invalid value: 'bogus'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    "messages[0].role",
    "invalid_value",
  ],
  [
    "C087 refuses an unknown type of part",
    { messages: [{ role: "user", content: [{ type: "bogus" }] }] },
    "Invalid value: 'bogus'. Supported values are: 'text', 'image_url', 'input_audio', and 'file'.",
    "messages[0].content[0].type",
    "invalid_value",
  ],
  [
    "C090 refuses top_logprobs without logprobs",
    { top_logprobs: 2 },
    "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.",
    "top_logprobs",
    null,
  ],
  [
    "refuses an empty list of calls in the history",
    { messages: [{ role: "assistant", content: "a", tool_calls: [] }] },
    "Invalid 'messages[0].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    "messages[0].tool_calls",
    "empty_array",
  ],
  [
    "refuses a historic call of an illegal name",
    { messages: [{ role: "assistant", tool_calls: [callOf("c1", "a.b")] }] },
    `Invalid 'messages[0].tool_calls[0].function.name': ${pattern}`,
    "messages[0].tool_calls[0].function.name",
    "invalid_value",
  ],
  [
    "refuses an unknown level of effort",
    { reasoning_effort: "huge" },
    "Invalid value: 'huge'. Supported values are: 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', and 'max'.",
    "reasoning_effort",
    "invalid_value",
  ],
  [
    "refuses parameters of strict mode that allow other properties",
    { tools: [strictTool(openSchema)] },
    "Invalid schema for function 'f': In context=(), 'additionalProperties' is required to be supplied and to be false.",
    "tools[0].function.parameters",
    "invalid_function_parameters",
  ],
  [
    "refuses parameters of strict mode that do not require a property",
    { tools: [tool("a"), strictTool({ ...openSchema, additionalProperties: false })] },
    "Invalid schema for function 'f': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'a'.",
    "tools[1].function.parameters",
    "invalid_function_parameters",
  ],
  [
    "refuses an output schema of strict mode that is open inside",
    {
      response_format: outputOf({
        type: "object",
        properties: { list: { type: "array", items: openSchema } },
        required: ["list"],
        additionalProperties: false,
      }),
    },
    "Invalid schema for response_format 'answer': In context=('properties', 'list', 'items'), 'additionalProperties' is required to be supplied and to be false.",
    "response_format",
    null,
  ],
  [
    "refuses a schema format without its schema object",
    { response_format: { type: "json_schema" } },
    "Missing required parameter: 'response_format.json_schema'.",
    "response_format.json_schema",
    "missing_required_parameter",
  ],
  [
    "refuses an unknown service tier",
    { service_tier: "gold" },
    "Invalid service_tier argument: 'gold'. Supported values are: 'auto', 'default', 'flex', 'scale', 'priority', and 'fast'.",
    "service_tier",
    null,
  ],
  [
    "refuses a tool choice of an unknown type",
    { tools: [tool("a")], tool_choice: { type: "tool", name: "a" } },
    "Invalid value: 'tool'. Supported values are: 'function', 'allowed_tools', and 'custom'.",
    "tool_choice.type",
    "invalid_value",
  ],
  [
    "refuses an unknown format of a custom tool",
    { tools: [{ type: "custom", custom: { name: "a", format: { type: "xml" } } }] },
    "Invalid value: 'xml'. Supported values are: 'text' and 'grammar'.",
    "tools[0].custom.format.type",
    "invalid_value",
  ],
  [
    "refuses an unknown detail of an image",
    partOf({ type: "image_url", image_url: { url: "https://example.com/a.png", detail: "max" } }),
    "Invalid value: 'max'. Supported values are: 'auto', 'low', 'high', and 'original'.",
    "messages[0].content[0].image_url.detail",
    "invalid_value",
  ],
  [
    "refuses an unknown format of a sound",
    partOf({ type: "input_audio", input_audio: { data: "AA==", format: "ogg" } }),
    "Invalid value: 'ogg'. Supported values are: 'wav' and 'mp3'.",
    "messages[0].content[0].input_audio.format",
    "invalid_value",
  ],
  [
    "refuses an unknown mode of a cache breakpoint",
    partOf({ type: "text", text: "a", prompt_cache_breakpoint: { mode: "implicit" } }),
    "Invalid value: 'implicit'. Supported values are: 'explicit'.",
    "messages[0].content[0].prompt_cache_breakpoint.mode",
    "invalid_value",
  ],
  [
    "refuses a historic call without a type",
    { messages: [{ role: "assistant", tool_calls: [{ ...callOf("c1"), type: undefined }] }] },
    "Missing required parameter: 'messages[0].tool_calls[0].type'.",
    "messages[0].tool_calls[0].type",
    "missing_required_parameter",
  ],
  [
    "refuses an empty list of functions",
    { functions: [] },
    "Invalid 'functions': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    "functions",
    "empty_array",
  ],
  [
    "refuses an unknown mode of the prompt cache",
    { prompt_cache_options: { mode: "always" } },
    "Invalid value: 'always'. Supported values are: 'implicit' and 'explicit'.",
    "prompt_cache_options.mode",
    "invalid_value",
  ],
  [
    "refuses an unknown retention of the prompt cache",
    { prompt_cache_retention: "7d" },
    "Invalid value: '7d'. Supported values are: 'in_memory' and '24h'.",
    "prompt_cache_retention",
    "invalid_value",
  ],
  [
    "refuses a function whose parameters are of another type",
    { tools: [tool("g"), toolOf({ type: "string" })] },
    `Invalid schema for function 'f': schema must be a JSON Schema of 'type: "object"', got 'type: "string"'.`,
    "tools[1].function.parameters",
    "invalid_function_parameters",
  ],
  [
    "refuses a function whose parameters have no type",
    { tools: [toolOf({ anyOf: [openSchema] })] },
    `Invalid schema for function 'f': schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`,
    "tools[0].function.parameters",
    "invalid_function_parameters",
  ],
  [
    "refuses both names of the token limit at once",
    { max_tokens: 5, max_completion_tokens: 5 },
    "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
    "max_tokens",
    "invalid_parameter_combination",
  ],
  [
    "refuses metadata of a completion that is not stored",
    { metadata: { a: "b" }, store: false },
    "The 'metadata' parameter is only allowed when 'store' is enabled.",
    "metadata",
    null,
  ],
];

describe("the strict profile", () => {
  it.each(refusals)("%s", (_title, change, message, param, code) => {
    const fault = { kind: "bad_request", message, param, code };
    expect(validationFault({ ...change }, strictSettings)).toEqual(fault);
  });

  it.each(refusals)("alone: %s", (_title, change) => {
    expect(validationFault({ ...change })).toBeUndefined();
  });

  it("checks for unknown members before it checks the known ones", () => {
    expect(validationFault({ bogus: 1, messages: 5 }, strictSettings)?.param).toBe("bogus");
  });

  it("refuses a result for another call", () => {
    const messages = [
      { role: "assistant", tool_calls: [callOf("c1")] },
      { role: "tool", tool_call_id: "c9", content: "4" },
    ];
    expect(validationFault({ messages }, strictSettings)).toMatchObject({
      param: "messages.[1].tool_call_id",
      code: null,
    });
  });

  it.each([
    ["no parameters", {}],
    ["parameters that are null", { parameters: null }],
    ["an empty schema", { parameters: {} }],
    ["a schema of several types", { parameters: { type: ["object", "null"] } }],
  ])("accepts a function with %s", (_title, members) => {
    const tools = [{ type: "function", function: { name: "f", ...members } }];
    expect(validationFault({ tools }, strictSettings)).toBeUndefined();
  });

  it("accepts empty metadata of a completion that is not stored", () => {
    expect(validationFault({ metadata: {} }, strictSettings)).toBeUndefined();
  });

  it("accepts a list of no stop sequences", () => {
    expect(validationFault({ stop: [] }, strictSettings)).toBeUndefined();
  });

  it("accepts a full request in the vendor's own words", () => {
    const change = {
      messages: [
        { role: "developer", content: "Answer in JSON." },
        { ...user, name: "bob" },
      ],
      tools: [tool("look_up")],
      tool_choice: tool("look_up"),
      parallel_tool_calls: true,
      logprobs: true,
      top_logprobs: 2,
      response_format: { type: "json_object" },
      stop: ["a", "b", "c", "d"],
      stream: true,
      stream_options: { include_usage: true },
      store: true,
      metadata: { a: "b" },
      reasoning_effort: "none",
      verbosity: "low",
      service_tier: "fast",
      modalities: ["text"],
    };
    expect(validationFault(change, strictSettings)).toBeUndefined();
  });
});
