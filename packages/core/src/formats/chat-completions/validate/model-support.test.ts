import { describe, expect, it } from "vitest";
import type { Capabilities } from "../../../models/model.js";
import { bodyOf, faultOf, modelOf, openSettings } from "../__fixtures__/make.js";
import { toParsedRequest } from "../read-request/body.js";
import { validateRequest } from "./body.js";
import { checkSupport } from "./model-support.js";

/** A model that takes nothing beyond text. */
const plain: Partial<Capabilities> = {
  tools: false,
  toolChoice: [],
  images: false,
  documents: false,
  audio: false,
  effort: [],
  outputFormats: [],
  sampling: [],
  stopSequences: false,
  prefill: false,
  systemTurns: false,
  extensions: [],
};

function supportFault(change: object, capabilities: Partial<Capabilities> = plain) {
  const request = toParsedRequest(validateRequest(bodyOf({ ...change }), openSettings));
  return faultOf(() => checkSupport(request, modelOf(capabilities), openSettings));
}

const userWith = (part: object) => ({ messages: [{ role: "user", content: [part] }] });
const tools = [{ type: "function", function: { name: "f" } }];
const pdf = {
  type: "file",
  file: { file_data: "data:application/pdf;base64,AA==", filename: "a.pdf" },
};

describe("checkSupport", () => {
  it.each([
    ["tools", { tools }],
    ["tool_choice", { tool_choice: "required" }],
    ["top_p", { top_p: 0.5 }],
    ["presence_penalty", { presence_penalty: 1 }],
    ["frequency_penalty", { frequency_penalty: 1 }],
    ["seed", { seed: 0 }],
    ["logit_bias", { logit_bias: { "5": 1 } }],
    ["logprobs", { logprobs: true }],
    ["top_logprobs", { top_logprobs: 2 }],
    ["stop", { stop: "x" }],
    ["reasoning_effort", { reasoning_effort: "low" }],
    ["audio", { audio: { voice: "x", format: "wav" } }],
    ["prediction", { prediction: { type: "content", content: "x" } }],
    ["moderation", { moderation: { model: "x" } }],
    ["web_search_options", { web_search_options: {} }],
  ])("refuses %s by its name where the model lacks it", (name, change) => {
    expect(supportFault(change)).toEqual({
      kind: "bad_request",
      message: `Unsupported parameter: '${name}' is not supported with this model.`,
      param: name,
      code: "unsupported_parameter",
    });
  });

  it("C049 refuses the predecessors of tools beside tools, whatever the model supports", () => {
    expect(supportFault({ functions: [{ name: "f" }], tools }, {})).toEqual({
      kind: "bad_request",
      message:
        "Unsupported parameter: 'functions' is not supported with this model. Use 'tools' instead.",
      param: "functions",
      code: "unsupported_parameter",
    });
    expect(supportFault({ function_call: { name: "f" } }, {})?.param).toBe("function_call");
  });

  it.each([
    ["temperature", 0.7, "temperature", { temperature: 0.7 }],
    ["n", 2, "n", { n: 2 }],
  ])("C018 refuses %s other than 1 by its value", (name, value, param, change) => {
    expect(supportFault(change)).toEqual({
      kind: "bad_request",
      message: `Unsupported value: '${name}' does not support ${value} with this model. Only the default (1) value is supported.`,
      param,
      code: "unsupported_value",
    });
  });

  it.each([
    ["an image", userWith({ type: "image_url", image_url: { url: "https://x/y" } }), "image_url"],
    [
      "C013 a sound",
      userWith({ type: "input_audio", input_audio: { data: "AA==", format: "wav" } }),
      "input_audio",
    ],
    ["a file", userWith(pdf), "file"],
  ])("refuses %s that the model cannot read", (_title, change, type) => {
    expect(supportFault(change)).toEqual({
      kind: "bad_request",
      message: `Unsupported value: 'messages[0].content[0].type' does not support '${type}' with this model.`,
      param: "messages[0].content[0].type",
      code: "unsupported_value",
    });
  });

  const call = { id: "call_1", function: { name: "f", arguments: "{}" } };
  it.each([
    [
      "C084 a role",
      { messages: [{ role: "oracle", content: [{ odd: 1 }] }] },
      "messages[0].role",
      "Invalid value: 'oracle'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    ],
    [
      "C087 a part",
      { messages: [{ role: "user", content: [{ type: "hologram" }] }] },
      "messages[0].content[0].type",
      "Invalid value: 'hologram'. Supported values are: 'text', 'refusal', 'image_url', 'input_audio', and 'file'.",
    ],
    [
      "a part of a result",
      { messages: [{ role: "tool", tool_call_id: "call_1", content: [{ type: "smell" }] }] },
      "messages[0].content[0].type",
      "Invalid value: 'smell'. Supported values are: 'text', 'refusal', 'image_url', 'input_audio', and 'file'.",
    ],
    [
      "a call of a tool",
      { messages: [{ role: "assistant", tool_calls: [call, { ...call, type: "wish" }] }] },
      "messages[0].tool_calls[1].type",
      "Invalid value: 'wish'. Supported values are: 'function' and 'custom'.",
    ],
    [
      "reasoning that the user sends",
      userWith({ type: "thinking", thinking: "hm" }),
      "messages[0].content[0].type",
      "Invalid value: 'thinking'. Supported values are: 'text', 'refusal', 'image_url', 'input_audio', and 'file'.",
    ],
  ])("refuses %s that the format does not know, unless the model takes it", (...row) => {
    const [, change, param, message] = row;
    expect(supportFault(change, {})).toEqual({
      kind: "bad_request",
      message,
      param,
      code: "invalid_value",
    });
    const name = message.split("'")[1] ?? "";
    expect(supportFault(change, { unknownContent: ["other"] })?.param).toBe(param);
    expect(supportFault(change, { unknownContent: [name] })).toBeUndefined();
    expect(supportFault(change, { unknownContent: true })).toBeUndefined();
  });

  it("quotes only the beginning of a long role", () => {
    const change = { messages: [{ role: "x".repeat(10_000), content: "a" }] };
    expect(supportFault(change, {})?.message.length).toBeLessThan(300);
  });

  it("accepts every role, part and call that the format knows, and reasoning of the assistant", () => {
    const parts = ["thinking", "redacted_thinking", "reasoning.text"].map((type) => ({ type }));
    const messages = [
      { role: "developer", content: [{ type: "text", text: "a" }] },
      { role: "user", content: "a" },
      { role: "function", name: "f", content: "a" },
      { role: "assistant", content: [...parts, { type: "refusal", refusal: "no" }] },
      {
        role: "assistant",
        tool_calls: [call, { id: "b", type: "custom", custom: { name: "c", input: "" } }],
      },
    ];
    expect(supportFault({ messages }, {})).toBeUndefined();
  });

  it("C012 takes the bytes of a file and refuses the id of one", () => {
    expect(supportFault(userWith(pdf), {})).toBeUndefined();
    expect(supportFault(userWith({ type: "file", file: { file_id: "file-1" } }), {})).toMatchObject(
      {
        param: "messages[0].content[0].file.file_id",
        code: "unsupported_parameter",
      },
    );
  });

  it("refuses the kinds of tool choice that the model lacks", () => {
    const some = { toolChoice: ["auto", "none"] as const };
    expect(supportFault({ tools, tool_choice: "required" }, some)).toEqual({
      kind: "bad_request",
      message:
        "Unsupported value: 'tool_choice' does not support 'required' with this model. Supported values are: 'auto' and 'none'.",
      param: "tool_choice",
      code: "unsupported_value",
    });
    const named = { type: "function", function: { name: "f" } };
    expect(supportFault({ tools, tool_choice: named }, some)?.param).toBe("tool_choice");
    expect(supportFault({ tools, tool_choice: "none" }, some)).toBeUndefined();
    const allowed = { type: "allowed_tools", allowed_tools: { mode: "required", tools } };
    expect(supportFault({ tools, tool_choice: allowed }, some)?.param).toBe("tool_choice");
  });

  it("refuses the forms of output that the model lacks", () => {
    const some = { outputFormats: ["json"] as const };
    const schema = { type: "json_schema", json_schema: { name: "a", schema: {} } };
    expect(supportFault({ response_format: schema }, some)).toMatchObject({
      message:
        "Unsupported value: 'response_format.type' does not support 'json_schema' with this model. Supported values are: 'text' and 'json_object'.",
      param: "response_format.type",
    });
    expect(supportFault({ response_format: { type: "json_object" } }, some)).toBeUndefined();
    const beside = { type: "json_object", schema: { type: "object" } };
    expect(supportFault({ response_format: beside }, some)?.code).toBe("unsupported_value");
    expect(supportFault({ response_format: { type: "grammar" } }, {})?.code).toBe(
      "unsupported_value",
    );
  });

  it("refuses levels of effort that the model lacks, and lists the supported ones", () => {
    expect(supportFault({ reasoning_effort: "max" }, {})).toMatchObject({
      message:
        "Unsupported value: 'reasoning_effort' does not support 'max' with this model. Supported values are: 'none', 'low', and 'high'.",
      code: "unsupported_value",
    });
  });

  it("refuses a limit over what the model can generate", () => {
    expect(supportFault({ max_tokens: 101 }, { maxOutputTokens: 100 })).toEqual({
      kind: "bad_request",
      message:
        "Invalid 'max_tokens': integer above maximum value. Expected a value <= 100, but got 101 instead.",
      param: "max_tokens",
      code: "integer_above_max_value",
    });
    const both = { max_tokens: 101, max_completion_tokens: 100 };
    expect(supportFault(both, { maxOutputTokens: 100 })).toBeUndefined();
  });

  it("refuses replies that are not text", () => {
    expect(supportFault({ modalities: ["text", "audio"] }, {})).toMatchObject({
      param: "modalities",
      code: "unsupported_value",
    });
  });

  it("C028 checks unknown members against the names that the model accepts", () => {
    const change = { top_k: 5, min_p: 0.1 };
    expect(supportFault(change, { extensions: true })).toBeUndefined();
    expect(supportFault(change, { extensions: ["min_p"], sampling: ["top_k"] })).toBeUndefined();
    expect(supportFault(change, { extensions: ["top_k"] })).toEqual({
      kind: "bad_request",
      message: "Unknown parameter: 'min_p'.",
      param: "min_p",
      code: "unknown_parameter",
    });
  });

  it("C008 lets the model decide about a final assistant message", () => {
    const messages = [{ role: "assistant", content: "Once" }];
    expect(supportFault({ messages }, { prefill: true })).toBeUndefined();
    expect(supportFault({ messages }, { prefill: false })).toMatchObject({
      param: "messages[0].role",
      code: "unsupported_value",
    });
  });

  it("refuses late instructions if the model accepts them only at the beginning", () => {
    const messages = [
      { role: "system", content: "a" },
      { role: "user", content: "b" },
      { role: "developer", content: "c" },
      { role: "user", content: "d" },
    ];
    expect(supportFault({ messages }, { systemTurns: false })?.param).toBe("messages[2].role");
    expect(supportFault({ messages }, { systemTurns: true })).toBeUndefined();
  });

  it("never refuses hints or values that have no effect", () => {
    const change = {
      n: 1,
      logprobs: false,
      top_logprobs: 0,
      temperature: 1,
      top_p: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      logit_bias: {},
      stop: [],
      store: false,
      modalities: ["text"],
      tools: [],
      tool_choice: "none",
      functions: [],
      function_call: "auto",
      response_format: { type: "text" },
      parallel_tool_calls: true,
      user: "u",
      metadata: { a: "b" },
      verbosity: "low",
      service_tier: "auto",
      prompt_cache_key: "k",
      prompt_cache_options: { mode: "implicit" },
      prompt_cache_retention: "24h",
      safety_identifier: "s",
      unknown: null,
    };
    expect(supportFault(change)).toBeUndefined();
  });

  it("C098 refuses more input than the model can read, with the numbers", () => {
    expect(supportFault({ tools }, { contextWindow: 50 })).toEqual({
      kind: "bad_request",
      message:
        "This model's maximum context length is 50 tokens. However, your messages resulted in 110 tokens (100 in the messages, 10 in the functions). Please reduce the length of the messages or functions.",
      param: "messages",
      code: "context_length_exceeded",
    });
    expect(supportFault({}, { contextWindow: 50 })?.message).toBe(
      "This model's maximum context length is 50 tokens. However, your messages resulted in 100 tokens. Please reduce the length of the messages.",
    );
    expect(supportFault({}, { contextWindow: 100 })).toBeUndefined();
  });
});
