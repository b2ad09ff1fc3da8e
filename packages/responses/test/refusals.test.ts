import { key } from "@diglot/test-support/key";
import { describe, expect, it } from "vitest";
import { worldOf } from "./world.js";

const { answer, ask } = worldOf(["Hello."]);

/** What a request with this body is told. */
async function refusalOf(body: unknown) {
  const response = await ask(body);
  const { error } = (await response.json()) as {
    error: { message: string; code: unknown; param: unknown };
  };
  return { status: response.status, ...error };
}

const base = { model: "scripted", input: "hi" };
const item = (value: object) => ({ ...base, input: [value] });
const call = { type: "function_call", call_id: "call_1", name: "look", arguments: "{}" };
const output = { type: "function_call_output", call_id: "call_1", output: "seen" };

describe("a refusal names the code, the place and the cause", () => {
  it.each<[string, object, string | null, string | null, string]>([
    [
      "R013 an absent model",
      { input: "hi" },
      "missing_required_parameter",
      "model",
      "Missing required parameter: 'model'.",
    ],
    [
      "R014 a null model",
      { model: null, input: "hi" },
      "invalid_type",
      "model",
      "Invalid type for 'model': expected a string, but got an object instead.",
    ],
    [
      "R014 a model that is a number",
      { model: 7, input: "hi" },
      "invalid_type",
      "model",
      "an integer instead.",
    ],
    ["an empty model", { model: "", input: "hi" }, "model_not_found", "model", "does not exist"],
    [
      "R015 an absent input",
      { model: "m" },
      "missing_required_parameter",
      "input",
      "Missing required parameter: 'input'.",
    ],
    [
      "R016 an empty list",
      { ...base, input: [] },
      "missing_required_parameter",
      null,
      'One of "input" or "previous_response_id"',
    ],
    [
      "R016 an empty text",
      { ...base, input: "" },
      "missing_required_parameter",
      null,
      'One of "input" or "previous_response_id"',
    ],
    [
      "R017 a number for input",
      { ...base, input: 7 },
      "invalid_type",
      "input",
      "expected one of a string or array of input items, but got an integer instead.",
    ],
    [
      "R019 messages",
      { model: "m", messages: [] },
      "unsupported_parameter",
      null,
      "this parameter has moved to 'input'",
    ],
    [
      "a format of Chat Completions",
      { ...base, response_format: { type: "text" } },
      "unsupported_parameter",
      null,
      "has moved to 'text.format'",
    ],
    [
      "R020 an unknown item",
      item({ type: "thought" }),
      "invalid_value",
      "input[0]",
      "Invalid value: 'thought'. Supported values are: 'message', ",
    ],
    [
      "an item that is a text",
      { ...base, input: ["hi"] },
      "invalid_type",
      "input[0]",
      "expected an object, but got a string",
    ],
    [
      "R021 an unknown role",
      item({ role: "tool", content: "x" }),
      "invalid_value",
      "input[0]",
      "'assistant', 'system', 'developer', and 'user'",
    ],
    [
      "R022 a message without content",
      item({ role: "user" }),
      "missing_required_parameter",
      "input[0].content",
      "Missing required parameter",
    ],
    [
      "R023 input text of an assistant",
      item({ role: "assistant", content: [{ type: "input_text", text: "x" }] }),
      "invalid_value",
      "input[0].content[0]",
      "Supported values are: 'output_text' and 'refusal'.",
    ],
    [
      "a part without a type",
      item({ role: "user", content: [{ text: "x" }] }),
      "missing_required_parameter",
      "input[0].content[0].type",
      "Missing",
    ],
    [
      "a part without its text",
      item({ role: "user", content: [{ type: "input_text" }] }),
      "missing_required_parameter",
      "input[0].content[0].text",
      "Missing",
    ],
    [
      "a call without its name",
      item({ ...call, name: undefined }),
      "missing_required_parameter",
      "input[0].name",
      "Missing",
    ],
    [
      "R024 too low a limit",
      { ...base, max_output_tokens: 15 },
      "integer_below_min_value",
      "max_output_tokens",
      "Expected a value >= 16, but got 15 instead.",
    ],
    [
      "R025 seventeen pairs of metadata",
      {
        ...base,
        metadata: Object.fromEntries(
          Array.from({ length: 17 }, (_, index) => [`key${index}`, "x"]),
        ),
      },
      "object_above_max_properties",
      "metadata",
      "got an object with 17 properties",
    ],
    [
      "a long value of metadata",
      { ...base, metadata: { a: "x".repeat(513) } },
      "string_above_max_length",
      "metadata.a",
      "maximum length 512",
    ],
    [
      "R026 an unknown effort",
      { ...base, reasoning: { effort: "some" } },
      "invalid_value",
      "reasoning.effort",
      "'none', 'minimal', 'low'",
    ],
    [
      "R026 an unknown verbosity",
      { ...base, text: { verbosity: "some" } },
      "invalid_value",
      "text.verbosity",
      "'low', 'medium', and 'high'",
    ],
    [
      "R026 an unknown truncation",
      { ...base, truncation: "some" },
      "invalid_value",
      "truncation",
      "'auto' and 'disabled'",
    ],
    [
      "R026 an unknown include",
      { ...base, include: ["some"] },
      "invalid_value",
      "include[0]",
      "'file_search_call.results'",
    ],
    [
      "R027 a nested tool",
      { ...base, tools: [{ type: "function", function: { name: "x" } }] },
      "missing_required_parameter",
      "tools[0].name",
      "Missing",
    ],
    [
      "a nested tool of a namespace",
      { ...base, tools: [{ type: "namespace", name: "n", tools: [{ type: "custom" }] }] },
      "missing_required_parameter",
      "tools[0].tools[0].name",
      "Missing",
    ],
    [
      "R028 a choice of a tool that is not there",
      { ...base, tool_choice: { type: "function", name: "x" } },
      "invalid_value",
      "tool_choice",
      "'x'",
    ],
    [
      "a nested choice",
      { ...base, tool_choice: { type: "function", function: { name: "x" } } },
      "missing_required_parameter",
      "tool_choice.name",
      "Missing",
    ],
    [
      "a schema without a name",
      { ...base, text: { format: { type: "json_schema", schema: {} } } },
      "missing_required_parameter",
      "text.format.name",
      "Missing",
    ],
    [
      "R029 the first of two faults",
      { ...base, temperature: 9, top_p: 9, truncation: "x" },
      "decimal_above_max_value",
      "temperature",
      "got 9.0 instead",
    ],
    [
      "R038 an output without its call",
      item(output),
      null,
      "input",
      "No tool call found for function call output with call_id call_1.",
    ],
    [
      "R039 a call without its output",
      item(call),
      null,
      "input",
      "No tool output found for function call call_1.",
    ],
    [
      "R091 an earlier response",
      { ...base, previous_response_id: "resp_1" },
      "previous_response_not_found",
      "previous_response_id",
      "Previous response with id 'resp_1' not found.",
    ],
    [
      "R096 two kinds of state",
      { ...base, previous_response_id: "resp_1", conversation: "conv_1" },
      "mutually_exclusive_parameters",
      null,
      "Mutually exclusive parameters",
    ],
    [
      "R098 a seal that was changed",
      item({ type: "reasoning", summary: [], encrypted_content: "dgl1_AAAA" }),
      "invalid_encrypted_content",
      null,
      "could not be verified",
    ],
    [
      "work in the background",
      { ...base, background: true },
      "unsupported_parameter",
      "background",
      "'background'",
    ],
  ])("%s", async (_name, body, code, param, message) => {
    const refusal = await refusalOf(body);
    expect(refusal).toMatchObject({ status: 400, type: "invalid_request_error", code, param });
    expect(refusal.message).toContain(message);
  });

  it.each([
    [
      "R044 an item that is kept nowhere",
      item({ type: "item_reference", id: "rs_1" }),
      "Item with id 'rs_1' not found.",
    ],
    [
      "a conversation",
      { ...base, conversation: { id: "conv_1" } },
      "Conversation with id 'conv_1' not found.",
    ],
    ["a prompt", { ...base, prompt: { id: "pmpt_1" } }, "Prompt with id 'pmpt_1' not found."],
  ])("%s is not found", async (_name, body, message) => {
    const refusal = await refusalOf(body);
    expect(refusal).toMatchObject({ status: 404, code: null, param: null });
    expect(refusal.message).toContain(message);
  });

  it("R030 a body that is not JSON", async () => {
    const response = await ask({}, { body: "{" });
    expect(response.status).toBe(400);
  });

  it("R004 R006 a missing key and an unknown path have the four members of an error", async () => {
    const { service } = worldOf(["Hello."]);
    const unknown = await service.request("/v1/responses/resp_1/nothing", { method: "POST" });
    const keyless = await ask(base, { headers: { "content-type": "application/json" } });
    expect([unknown.status, keyless.status]).toEqual([404, 401]);
    for (const response of [unknown, keyless]) {
      const { error } = (await response.json()) as { error: object };
      expect(Object.keys(error).sort()).toEqual(["code", "message", "param", "type"]);
    }
  });

  it("R005 the create path answers GET with 405", async () => {
    const { service } = worldOf(["Hello."]);
    expect((await service.request("/v1/responses")).status).toBe(405);
  });

  it("R010 ignores headers that nobody knows", async () => {
    const known = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const headers = { ...known, "openai-beta": "x", originator: "codex", "x-stainless-os": "any" };
    expect((await ask(base, { headers })).status).toBe(200);
  });

  it("R024 takes a limit of sixteen tokens", async () => {
    expect((await answer({ max_output_tokens: 16 })).status).toBe(200);
  });

  it("R012 passes members that nobody knows", async () => {
    const { status } = await answer({ client_metadata: { any: "thing" }, more: 1 });
    expect(status).toBe(200);
  });

  it("counts items, parts and tools before it looks at them", async () => {
    const { answer } = worldOf(["Hello."], { sizeLimits: { messages: 2, blocks: 2, tools: 2 } });
    const three = [{}, {}, {}];
    const refused = await Promise.all([
      answer({ input: three }),
      answer({ input: [{ role: "user", content: three }] }),
      answer({ tools: three }),
    ]);
    expect(refused.map(({ body }) => [body.error.param, body.error.code])).toEqual([
      ["input", "array_above_max_length"],
      ["input[0].content", "array_above_max_length"],
      ["tools", "array_above_max_length"],
    ]);
  });
});
