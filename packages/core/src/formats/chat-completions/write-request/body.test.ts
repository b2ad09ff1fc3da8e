import { describe, expect, it } from "vitest";
import { notesOf, refusedAt, writeChat } from "../../../../test/write-chat-completions-request.js";
import { bodyOf } from "../../messages/__fixtures__/make.js";

const hello = [{ role: "user", content: "hi" }];

describe("a Messages request as one of Chat Completions", () => {
  it("contains only what the caller sent, in a fixed order", () => {
    const { text, entries, refusals } = writeChat(
      bodyOf({ temperature: 0.5, stream: true, stop_sequences: ["x"], system: "s" }),
    );
    expect(text).toBe(
      '{"model":"upstream-model","messages":[{"role":"system","content":"s"},{"role":"user","content":"hi"}],"max_tokens":16,"temperature":0.5,"stop":["x"],"stream":true,"stream_options":{"include_usage":true}}',
    );
    expect(entries).toEqual([]);
    expect(refusals).toEqual([]);
  });

  it("T85 treats 0, false and the empty text as values", () => {
    const { body } = writeChat(
      bodyOf({
        temperature: 0,
        top_p: 0,
        top_k: 0,
        tools: [
          {
            name: "f",
            description: "",
            input_schema: { type: "object", properties: {} },
            strict: false,
          },
        ],
        tool_choice: { type: "auto", disable_parallel_tool_use: false },
      }),
      { capabilities: { topK: true, strictTools: true } },
    );
    expect(body).toMatchObject({
      temperature: 0,
      top_p: 0,
      top_k: 0,
      parallel_tool_calls: true,
      tools: [{ function: { description: "", strict: false } }],
    });
  });

  it("T99 carries top_p and stop sequences, and top_k only to upstreams that take it", () => {
    const request = bodyOf({ top_p: 0.5, top_k: 3, stop_sequences: ["a", "b"] });
    const plain = writeChat(request);
    expect(plain.body).toMatchObject({ top_p: 0.5, stop: ["a", "b"] });
    expect(plain.body).not.toHaveProperty("top_k");
    expect(plain.body).not.toHaveProperty("stop_sequences");
    expect(notesOf(plain)).toEqual(["dropped /top_k"]);
    const extended = writeChat(request, { capabilities: { topK: true } });
    expect(extended.body.top_k).toBe(3);
    expect(extended.entries).toEqual([]);
  });

  it("T100 sends a single stop sequence as a list", () => {
    expect(writeChat(bodyOf({ stop_sequences: ["x"] })).body.stop).toEqual(["x"]);
    expect(writeChat(bodyOf({ stop_sequences: [] })).body).not.toHaveProperty("stop");
  });

  it("refuses more stop sequences than the upstream takes, or sends the first if it may", () => {
    const request = bodyOf({ stop_sequences: ["a", "b", "c"] });
    const capabilities = { maxStop: 2 };
    expect(refusedAt(writeChat(request, { capabilities }))).toEqual(["/stop_sequences"]);
    const warned = writeChat(request, { capabilities, unsupported: { default: "warn" } });
    expect(warned.body.stop).toEqual(["a", "b"]);
    expect(notesOf(warned)).toEqual(["approximated /stop_sequences"]);
    expect(refusedAt(writeChat(bodyOf({ stop_sequences: ["a", " \n"] })))).toEqual([
      "/stop_sequences/1",
    ]);
  });

  it("T101 sends one token limit, under the name that the upstream has for it", () => {
    expect(writeChat(bodyOf()).body.max_tokens).toBe(16);
    const other = writeChat(bodyOf(), {
      capabilities: { maxTokensField: "max_completion_tokens" },
    });
    expect(other.body.max_completion_tokens).toBe(16);
    expect(other.body).not.toHaveProperty("max_tokens");
  });

  it("T102 sends the token limit unchanged, and reports if the model's own limit is lower", () => {
    expect(writeChat(bodyOf({ max_tokens: 128_000 })).body.max_tokens).toBe(128_000);
    const capabilities = { maxOutput: 4_096 };
    const lowered = writeChat(bodyOf({ max_tokens: 128_000 }), { capabilities });
    expect(lowered.body.max_tokens).toBe(4_096);
    expect(lowered.entries).toMatchObject([
      { code: "approximated", at: "/max_tokens", from: "128000", to: "4096" },
    ]);
    const strict = { capabilities, unsupported: { default: "strict" } } as const;
    expect(refusedAt(writeChat(bodyOf({ max_tokens: 128_000 }), strict))).toEqual(["/max_tokens"]);
  });

  it("T102 writes no note for limits that the request just meets", () => {
    const request = bodyOf({ max_tokens: 4_096, stop_sequences: ["a", "b"] });
    const exact = writeChat(request, { capabilities: { maxOutput: 4_096, maxStop: 2 } });
    expect(exact.body).toMatchObject({ max_tokens: 4_096, stop: ["a", "b"] });
    expect(notesOf(exact)).toEqual([]);
    expect(refusedAt(exact)).toEqual([]);
  });

  it("refuses to fill a cache without generating", () => {
    expect(refusedAt(writeChat(bodyOf({ max_tokens: 0 })))).toEqual(["/max_tokens"]);
  });

  it("T103 keeps the id of the user, or sends a hash of 64 characters", () => {
    const request = bodyOf({ metadata: { user_id: JSON.stringify({ device: "d".repeat(150) }) } });
    const kept = writeChat(request);
    expect(kept.body).not.toHaveProperty("user");
    expect(notesOf(kept)).toEqual(["dropped /metadata/user_id"]);
    const forwarded = writeChat(request, { options: { forwardUser: true } });
    expect(forwarded.body.user).toMatch(/^[a-z0-9]{64}$/);
    expect(writeChat(request, { options: { forwardUser: true } }).body).toEqual(forwarded.body);
  });

  it("asks for usage in streams in the way the upstream supports", () => {
    const request = bodyOf({ stream: true });
    const options = (streamUsage: "continuous" | "always" | "never") =>
      writeChat(request, { capabilities: { streamUsage } }).body.stream_options;
    expect(options("continuous")).toEqual({ include_usage: true, continuous_usage_stats: true });
    expect(options("always")).toBeUndefined();
    expect(options("never")).toBeUndefined();
    expect(writeChat(bodyOf({ stream: false })).body).not.toHaveProperty("stream");
  });

  it("leaves out sampling parameters that the upstream does not take, and reports it", () => {
    const request = bodyOf({ temperature: 0.2, top_p: 0.9 });
    const notes = (samplingParams: "none" | "temperature_or_top_p" | "not_with_thinking") =>
      notesOf(writeChat(request, { capabilities: { samplingParams } }));
    expect(notes("none")).toEqual(["dropped /temperature", "dropped /top_p"]);
    expect(notes("temperature_or_top_p")).toEqual(["dropped /top_p"]);
    expect(notes("not_with_thinking")).toEqual([]);
    const idle = writeChat(bodyOf({ temperature: 1, top_p: 1 }), {
      capabilities: { samplingParams: "none" },
    });
    expect(idle.entries).toEqual([]);
    expect(idle.body).not.toHaveProperty("temperature");
  });

  it("maps the service tier for upstreams that have it", () => {
    const capabilities = { serviceTiers: ["auto", "standard"] };
    const tier = (service_tier: string) =>
      writeChat(bodyOf({ service_tier }), { capabilities }).body.service_tier;
    expect(tier("auto")).toBe("auto");
    expect(tier("standard_only")).toBe("default");
    expect(writeChat(bodyOf({ service_tier: "auto" })).entries).toEqual([]);
    expect(notesOf(writeChat(bodyOf({ service_tier: "standard_only" })))).toEqual([
      "dropped /service_tier",
    ]);
  });

  it("collects all refusals of a request, each with its place", () => {
    const request = bodyOf({
      container: "c",
      inference_geo: "us",
      mcp_servers: [{ type: "url" }],
      brand_new: 1,
      metadata: { user_id: "u", more: 1 },
      thinking: { type: "adaptive", block_binding: "b" },
      context_management: { edits: [{ type: "clear_thinking_20251015" }] },
      speed: "fast",
    });
    const written = writeChat(request);
    expect(refusedAt(written)).toEqual([
      "/container",
      "/inference_geo",
      "/mcp_servers",
      "/brand_new",
      "/metadata/more",
    ]);
    expect(notesOf(written)).toEqual(
      expect.arrayContaining([
        "dropped /thinking/block_binding",
        "dropped /context_management",
        "dropped /speed",
      ]),
    );
  });

  it("passes on members that the upstream accepts unchanged, and wins every conflict", () => {
    const request = bodyOf({
      thinking: { type: "adaptive" },
      chat_template_kwargs: { enable_thinking: false, other: 1 },
      seed: 7,
    });
    const { body, refusals } = writeChat(request, {
      capabilities: {
        extensions: ["chat_template_kwargs", "seed"],
        reasoningControl: "chat_template_kwargs",
        thinkingModes: ["enabled", "disabled"],
      },
    });
    expect(refusals).toEqual([]);
    expect(body.seed).toBe(7);
    expect(body.chat_template_kwargs).toEqual({ enable_thinking: true, other: 1 });
  });

  it("refuses threads with the details that make official clients work without them", () => {
    const { details, refusals } = writeChat(bodyOf({ thread: { type: "create" } }));
    expect(refusals).toMatchObject([{ at: "/thread" }]);
    expect(details).toEqual({
      error_code: "thread_unsupported_request",
      unsupported: ["thread"],
    });
  });

  it("T107 gives a schema without a name a fixed one, and sends it as the caller wrote it", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "number" } },
      required: ["a"],
      additionalProperties: false,
    };
    const request = bodyOf({ output_config: { format: { type: "json_schema", schema } } });
    expect(writeChat(request).body.response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "response", schema, strict: true },
    });
  });

  it("T108 makes no property of a schema required", () => {
    const schema = { type: "object", properties: { a: {}, b: {} }, required: ["a"] };
    const { body } = writeChat(bodyOf({ output_format: { type: "json_schema", schema } }));
    expect(body.response_format.json_schema.schema).toEqual(schema);
  });

  it("adds the schema to the instructions if the upstream only has a JSON mode, else refuses", () => {
    const schema = { type: "object", properties: {} };
    const request = bodyOf({
      system: "s",
      output_config: { format: { type: "json_schema", schema } },
    });
    const reported = writeChat(request, { capabilities: { jsonSchema: false } });
    expect(reported.body.response_format).toEqual({ type: "json_object" });
    expect(reported.body.messages[0].content).toContain(JSON.stringify(schema));
    expect(notesOf(reported)).toContain("approximated /output_config/format");
    const refused = writeChat(request, { capabilities: { jsonSchema: false, jsonObject: false } });
    expect(refusedAt(refused)).toEqual(["/output_config/format"]);
  });

  it("writes equal text for equal bodies, and never modifies its input", () => {
    const request = bodyOf({ messages: hello, tools: [{ name: "f", input_schema: {} }] });
    const before = JSON.stringify(request);
    expect(writeChat(request).text).toBe(writeChat(request).text);
    expect(JSON.stringify(request)).toBe(before);
  });
});
