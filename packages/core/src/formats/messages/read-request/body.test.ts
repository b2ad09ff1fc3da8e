import { describe, expect, it } from "vitest";
import { bodyOf, formatOf, parse, talk, version23, withoutPlaces } from "../__fixtures__/make.js";
import { signThinking } from "../wire/signature.js";

const read = (body: unknown) => withoutPlaces(parse(body).conversation());
const turnsOf = (body: unknown) => read(body).turns;

/** The arguments of the first call in a body given as text. */
function argumentsOf(input: string): string | undefined {
  const call = `{"type":"tool_use","id":"i","name":"n","input": ${input}}`;
  const text = `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[${call}]}]}`;
  const bytes = new TextEncoder().encode(text);
  const request = formatOf().parseRequest(JSON.parse(text), version23, bytes);
  const block = request.conversation().turns[1]?.blocks[0];
  return block?.type === "tool_call" ? block.arguments : undefined;
}

describe("parseConversation", () => {
  it("reads a minimal body", () => {
    expect(read(bodyOf())).toEqual({
      model: "m",
      system: [],
      turns: [{ role: "user", blocks: [{ type: "text", text: "hi" }] }],
      tools: [],
      maxTokens: 16,
      stopSequences: [],
      extensions: {},
    });
  });

  it("is created once", () => {
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
    const { system, turns } = read({
      ...talk(["system", "b"], ["user", "c"], ["system", "d"]),
      system: "a",
    });
    expect(system).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect(turns.map(({ role }) => role)).toEqual(["user", "system"]);
  });

  it("keeps native members of messages, and does not merge such messages", () => {
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

  it("reads every known block, and keeps its other members", () => {
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
        context: "C",
      },
      { type: "document", source: { type: "blocks", blocks: [{ type: "text", text: "C" }] } },
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

  it("M071 removes signatures that this service made", () => {
    const signature = signThinking("h");
    const turns = turnsOf(talk(["assistant", [{ type: "thinking", thinking: "h", signature }]]));
    expect(turns[0]?.blocks).toEqual([{ type: "thinking", text: "h" }]);
  });

  it("reads tools and the tool choice", () => {
    const schema = { type: "object" };
    const search = { type: "web_search_20250305", name: "web_search", max_uses: 1 };
    const conversation = read(
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
    );
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

  it("reads the parameters, and keeps those without a neutral field as extensions", () => {
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

  it("records the place of everything, even if messages of one role became one turn", () => {
    const cache = { type: "ephemeral" };
    const inner = [{ type: "text", text: "d" }];
    const { system, turns, tools, places } = parse({
      ...talk(
        ["user", "a"],
        ["user", [{ type: "text", text: "b", cache_control: cache }]],
        ["user", [{ type: "tool_result", tool_use_id: "i", content: inner }]],
        ["user", [{ type: "document", source: { type: "content", content: inner } }]],
      ),
      system: [{ type: "text", text: "s" }],
      tools: [{ name: "f", input_schema: {} }],
      output_format: { type: "json_schema", schema: {} },
    }).conversation();
    expect(system[0]?.at).toBe("/system/0");
    expect(tools[0]?.at).toBe("/tools/0");
    expect(turns).toHaveLength(1);
    expect(turns[0]?.at).toBe("/messages/0");
    expect(turns[0]?.blocks).toMatchObject([
      { at: "/messages/0/content" },
      { at: "/messages/1/content/0", places: { cache: "/messages/1/content/0/cache_control" } },
      { at: "/messages/2/content/0", content: [{ at: "/messages/2/content/0/content/0" }] },
      { source: { blocks: [{ at: "/messages/3/content/0/source/content/0" }] } },
    ]);
    expect(places).toMatchObject({ topP: "/top_p", output: "/output_format" });
  });

  it("reads the service tier and the cache control of the request and of messages", () => {
    const cache = { type: "ephemeral", ttl: "1h" };
    const messages = [{ role: "user", content: "a", cache_control: cache }];
    const body = bodyOf({ messages, cache_control: cache, service_tier: "standard_only" });
    expect(read(body)).toMatchObject({
      cache,
      serviceTier: "standard",
      turns: [{ blocks: [{ type: "text", text: "a", cache }] }],
      extensions: {},
    });
    expect(read(bodyOf({ service_tier: "auto" })).serviceTier).toBe("auto");
  });

  it("lists the unknown beta features in the headers", () => {
    const betas = ["interleaved-thinking-2025-05-14", "brand-new-2030-01-01"];
    const head = { ...version23, betas };
    expect(parse(bodyOf(), head).conversation().extensions).toEqual({
      betas: ["brand-new-2030-01-01"],
    });
  });

  it("T105 keeps the inputs of calls unchanged, in their order and in the spelling of numbers", () => {
    const texts = [
      '{"z":1,"a":2}',
      '{"id":12345678901234567890}',
      '{"price":1.10,"big":1e3,"low":-0}',
      '{"b":1,"2":"x","1":"y"}',
    ];
    for (const text of texts) expect(argumentsOf(text)).toBe(text);
    expect(argumentsOf('{ "a" : "x  y" , "n" : 1.0 }')).toBe('{"a":"x  y","n":1.0}');
  });
});
