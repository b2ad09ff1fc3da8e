import { describe, expect, it } from "vitest";
import { bodyOf, parse, talk } from "./__fixtures__/make.js";
import { signThinking } from "./signature.js";

const turnsOf = (body: unknown) => parse(body).conversation().turns;

describe("parseConversation", () => {
  it("reads a minimal body", () => {
    expect(parse(bodyOf()).conversation()).toEqual({
      model: "m",
      system: [],
      turns: [{ role: "user", blocks: [{ type: "text", text: "hi" }] }],
      tools: [],
      maxTokens: 16,
      stopSequences: [],
      extensions: {},
    });
  });

  it("is made once", () => {
    const request = parse(bodyOf());
    expect(request.conversation()).toBe(request.conversation());
  });

  it("M043 M056 merges turns of one role", () => {
    const turns = turnsOf(
      talk(["user", "a"], ["user", [{ type: "text", text: "b" }]], ["assistant", "c"]),
    );
    expect(turns).toEqual([
      {
        role: "user",
        blocks: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      { role: "assistant", blocks: [{ type: "text", text: "c" }] },
    ]);
  });

  it("joins leading system messages to the instructions and leaves later ones in place", () => {
    const { system, turns } = parse({
      ...talk(["system", "b"], ["user", "c"], ["system", "d"]),
      system: "a",
    }).conversation();
    expect(system).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect(turns.map(({ role }) => role)).toEqual(["user", "system"]);
  });

  it("keeps the own members of messages, and such messages apart", () => {
    const turns = turnsOf(
      bodyOf({
        messages: [
          { role: "user", content: "a" },
          { role: "system", content: "b" },
          { role: "system", output_config: { effort: "low" } },
        ],
      }),
    );
    expect(turns.slice(1)).toEqual([
      { role: "system", blocks: [{ type: "text", text: "b" }] },
      { role: "system", blocks: [], extra: { output_config: { effort: "low" } } },
    ]);
  });

  it("reads every block it has a word for, and keeps the rest of each", () => {
    const cache = { type: "ephemeral" };
    const blocks = [
      { type: "text", text: "t", cache_control: cache, citations: [{ type: "x" }] },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AA", hint: 1 } },
      { type: "document", source: { type: "file", file_id: "f" }, title: "T", context: "C" },
      { type: "document", source: { type: "content", content: "C" } },
      { type: "thinking", thinking: "h", signature: "s" },
      { type: "redacted_thinking", data: "d" },
      { type: "tool_use", id: "i", name: "n", input: { a: 1 }, caller: { type: "direct" } },
      {
        type: "tool_result",
        tool_use_id: "i",
        content: "ok",
        is_error: true,
        cache_control: cache,
      },
      { type: "tool_result", tool_use_id: "j" },
      { type: "hologram", beam: 1 },
    ];
    expect(turnsOf(talk(["user", blocks]))[0]?.blocks).toEqual([
      { type: "text", text: "t", cache, extra: { citations: [{ type: "x" }] } },
      {
        type: "image",
        source: { type: "base64", mediaType: "image/png", data: "AA" },
        extra: { source: { hint: 1 } },
      },
      {
        type: "document",
        source: { type: "file", fileId: "f" },
        title: "T",
        extra: { context: "C" },
      },
      { type: "native", format: "messages", value: blocks[3] },
      { type: "thinking", text: "h", signature: "s" },
      { type: "redacted_thinking", data: "d" },
      {
        type: "tool_call",
        id: "i",
        name: "n",
        arguments: '{"a":1}',
        extra: { caller: { type: "direct" } },
      },
      {
        type: "tool_result",
        callId: "i",
        content: [{ type: "text", text: "ok" }],
        isError: true,
        cache,
      },
      { type: "tool_result", callId: "j", content: [], isError: false },
      { type: "native", format: "messages", value: blocks[9] },
    ]);
  });

  it("M071 takes signatures of its own making off again", () => {
    const signature = signThinking("h");
    const turns = turnsOf(talk(["assistant", [{ type: "thinking", thinking: "h", signature }]]));
    expect(turns[0]?.blocks).toEqual([{ type: "thinking", text: "h" }]);
  });

  it("reads tools and how to use them", () => {
    const schema = { type: "object" };
    const search = { type: "web_search_20250305", name: "web_search", max_uses: 1 };
    const conversation = parse(
      bodyOf({
        tools: [
          {
            type: "custom",
            name: "f",
            description: "d",
            input_schema: schema,
            strict: true,
            defer_loading: true,
          },
          search,
        ],
        tool_choice: { type: "tool", name: "f", disable_parallel_tool_use: true },
      }),
    ).conversation();
    expect(conversation.tools).toEqual([
      {
        type: "function",
        name: "f",
        description: "d",
        parameters: schema,
        strict: true,
        extra: { defer_loading: true },
      },
      { type: "native", format: "messages", name: "web_search", value: search },
    ]);
    expect(conversation.toolChoice).toEqual({ type: "tool", name: "f" });
    expect(conversation.parallelToolCalls).toBe(false);
  });

  it("reads the parameters, and keeps what has no field among the extensions", () => {
    const schema = { type: "object" };
    const conversation = parse(
      bodyOf({
        stop_sequences: ["x"],
        temperature: 0,
        top_p: 0.5,
        top_k: 3,
        thinking: { type: "adaptive", display: "omitted", block_binding: "b" },
        output_config: { effort: "low", format: { type: "json_schema", schema }, task_budget: 1 },
        metadata: { user_id: "u", more: 2 },
        tool_choice: { type: "fancy", how: 1 },
        stream: true,
        seed: 3,
        brand_new: null,
      }),
    ).conversation();
    expect(conversation).toMatchObject({
      stopSequences: ["x"],
      temperature: 0,
      topP: 0.5,
      topK: 3,
      reasoning: { mode: "adaptive", effort: "low", display: "omitted" },
      output: { type: "json_schema", schema },
      userId: "u",
      toolChoice: { type: "native", format: "messages", value: { type: "fancy", how: 1 } },
    });
    expect(conversation.extensions).toEqual({
      thinking: { block_binding: "b" },
      output_config: { task_budget: 1 },
      metadata: { more: 2 },
      seed: 3,
      brand_new: null,
    });
  });

  it("never changes a prototype", () => {
    const body = JSON.parse(
      '{"model":"m","max_tokens":1,"__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1}},"messages":[{"role":"user","__proto__":{"polluted":1},"content":[{"type":"text","text":"a","__proto__":{"polluted":1}}]}]}',
    );
    const { extensions, turns } = parse(body).conversation();
    for (const value of [extensions, turns[0]?.extra, turns[0]?.blocks[0], {}]) {
      expect(value).not.toHaveProperty("polluted");
    }
  });
});
