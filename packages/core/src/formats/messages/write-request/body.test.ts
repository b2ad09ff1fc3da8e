import { describe, expect, it } from "vitest";
import { callOf, hello, resultOf, toolOf, write } from "../../../../test/write-messages-request.js";
import type { JsonObject } from "../../../json/value.js";
import { writeRequestRows } from "../documentation/write-request.js";
import type { MessagesUpstreamCapabilities } from "../wire/capabilities.js";

const codes = (change: JsonObject, capabilities: Partial<MessagesUpstreamCapabilities> = {}) =>
  write(change, { capabilities }).entries.map(({ code, at }) => [code, at]);
const problemsAt = (change: JsonObject, capabilities: Partial<MessagesUpstreamCapabilities> = {}) =>
  write(change, { capabilities }).problems.map(({ at }) => at);
const named = (name: string) => ({ type: "function", function: { name } });
const amidCalls = [hello, { role: "assistant", tool_calls: [callOf("c1")] }, resultOf("c1")];

describe("writing a request: parameters", () => {
  it("writes a minimal request without additions", () => {
    expect(write({}).text).toBe(
      '{"model":"upstream-model","max_tokens":4096,"messages":[{"role":"user","content":[{"type":"text","text":"hello"}]}]}',
    );
  });

  it("always writes the members in the same order, whatever the caller's order", () => {
    const members = { stop: "x", temperature: 0.5, user: "u", tools: [toolOf()], stream: true };
    const turned = Object.fromEntries(Object.entries(members).reverse());
    expect(write(members).text).toBe(write(turned).text);
  });

  it("T121 lowers a temperature above 1 to 1 and reports it", () => {
    const { body, entries } = write({ temperature: 1.5 });
    expect(body.temperature).toBe(1);
    expect(entries).toMatchObject([
      { code: "approximated", at: "/temperature", from: "1.5", to: "1" },
    ]);
    expect(write({ temperature: 0 }).body.temperature).toBe(0);
  });

  it("T122 sends only the sampling parameters that the model supports", () => {
    const all = { temperature: 0.5, top_p: 0.9, top_k: 5 };
    expect(write(all).body).toMatchObject(all);
    const none = write(all, { capabilities: { samplingParams: "none" } });
    expect(none.text).not.toMatch(/temperature|top_/);
    expect(none.entries.map(({ code, at }) => [code, at])).toEqual([
      ["dropped", "/temperature"],
      ["dropped", "/top_p"],
      ["dropped", "/top_k"],
    ]);
    expect(codes(all, { samplingParams: "temperature_or_top_p" })).toEqual([["dropped", "/top_p"]]);
    expect(codes({ temperature: 1, top_p: 1 }, { samplingParams: "none" })).toEqual([]);
    const plain = write(
      { temperature: 1, top_p: 0.9 },
      { capabilities: { samplingParams: "temperature_or_top_p" } },
    );
    expect(plain.body).toMatchObject({ top_p: 0.9 });
    expect(plain.body).not.toHaveProperty("temperature");
    expect(plain.entries).toEqual([]);
    expect(codes({ top_k: 5 }, { topK: false })).toEqual([["dropped", "/top_k"]]);
    const thinking = { ...all, thinking: { type: "enabled", budget_tokens: 2048 } };
    expect(codes(thinking).map(([, at]) => at)).toEqual(["/temperature", "/top_p", "/top_k"]);
    const adaptive = { ...all, thinking: { type: "adaptive" } };
    expect(codes(adaptive).map(([, at]) => at)).toEqual(["/temperature", "/top_p", "/top_k"]);
    const high = { top_p: 0.97, thinking: { type: "adaptive" } };
    expect(codes(high)).toEqual([]);
    expect(codes(high, { samplingParams: "not_with_thinking" })).toEqual([["dropped", "/top_p"]]);
  });

  it("T123 writes one stop sequence as a list, and refuses blank ones", () => {
    expect(write({ stop: "x" }).body.stop_sequences).toEqual(["x"]);
    expect(write({ stop: ["x", "y", "x"] }).body.stop_sequences).toEqual(["x", "y"]);
    expect(problemsAt({ stop: "\n" })).toEqual(["/stop"]);
    expect(problemsAt({ stop: "" })).toEqual(["/stop"]);
    const warned = write({ stop: ["\n", "x"] }, { unsupported: { fields: { stop: "warn" } } });
    expect(warned.body.stop_sequences).toEqual(["x"]);
    expect(warned.entries).toMatchObject([{ code: "dropped", at: "/stop" }]);
  });

  it("T146 sends the caller's token limit, the newer name first, or else that of the model", () => {
    expect(write({}).body.max_tokens).toBe(4096);
    expect(write({}, { capabilities: { maxOutput: 1000 } }).body.max_tokens).toBe(1000);
    expect(write({ max_tokens: 7 }).body.max_tokens).toBe(7);
    const both = write({ max_tokens: 7, max_completion_tokens: 9 });
    expect(both.body.max_tokens).toBe(9);
    expect(both.entries).toMatchObject([{ code: "dropped", at: "/max_tokens" }]);
    expect(codes({ max_tokens: 7000 }, { maxOutput: 5000 })).toEqual([
      ["approximated", "/max_tokens"],
    ]);
  });

  it("writes no note for limits that the request just meets", () => {
    const request = { max_tokens: 5_000, stop: ["x", "y"] };
    const exact = write(request, { capabilities: { maxOutput: 5_000, maxStop: 2 } });
    expect(exact.body).toMatchObject({ max_tokens: 5_000, stop_sequences: ["x", "y"] });
    expect(exact).toMatchObject({ problems: [], entries: [] });
  });

  it("T148 refuses a request for several answers, and accepts one answer", () => {
    expect(problemsAt({ n: 2 })).toEqual(["/n"]);
    expect(write({ n: 1 })).toMatchObject({ problems: [], entries: [] });
  });

  it("T149 loses nothing silently: each field is carried, reported or refused", () => {
    const hints = {
      seed: 7,
      metadata: { a: "b" },
      store: true,
      verbosity: "low",
      service_tier: "flex",
      prediction: { type: "content", content: "x" },
      presence_penalty: 1,
      prompt_cache_key: "k",
      min_p: 0.1,
      web_search_options: {},
    };
    const reported = codes(hints);
    expect(reported.every(([code]) => code === "dropped")).toBe(true);
    expect(reported.map(([, at]) => at).sort()).toEqual(
      Object.keys(hints)
        .map((name) => `/${name}`)
        .sort(),
    );
    const contracts = {
      logprobs: true,
      top_logprobs: 2,
      logit_bias: { "1": 1 },
      modalities: ["text", "audio"],
      audio: { voice: "x" },
      moderation: { model: "m" },
      unheard_of: 1,
    };
    expect(problemsAt(contracts)).toEqual(Object.keys(contracts).map((name) => `/${name}`));
    expect(write({ user: "u-1", top_k: 3 }).body).toMatchObject({
      metadata: { user_id: "u-1" },
      top_k: 3,
    });
  });

  it("reports nothing about values that change nothing", () => {
    const idle = {
      n: 1,
      logprobs: false,
      logit_bias: {},
      presence_penalty: 0,
      frequency_penalty: 0,
      store: false,
      modalities: ["text"],
      verbosity: "medium",
      service_tier: "auto",
      response_format: { type: "text" },
      stop: [],
      parallel_tool_calls: true,
      tool_choice: "auto",
      seed: null,
      stream_options: { include_usage: true, include_obfuscation: false },
    };
    expect(write({ ...idle, stream: true })).toMatchObject({ problems: [], entries: [] });
  });

  it("sends a user's id only if it does not identify the person", () => {
    expect(write({ safety_identifier: "a", user: "b" }).body.metadata).toEqual({ user_id: "a" });
    for (const user of ["ann@example.com", "+49 170 1234567", "x".repeat(257)]) {
      expect(write({ user }).body.metadata).toBeUndefined();
      expect(codes({ user })).toEqual([["dropped", "/user"]]);
    }
    const hashed = write({ user: "ann@example.com" }, { options: { forwardUser: true } });
    expect(hashed.body.metadata.user_id).toMatch(/^[a-z0-9]{64}$/);
  });

  it("writes service tiers with the names of this format", () => {
    expect(write({ service_tier: "default" }).body.service_tier).toBe("standard_only");
    const priority = write({ service_tier: "priority" });
    expect(priority.body.service_tier).toBe("auto");
    expect(priority.entries).toMatchObject([{ code: "approximated" }]);
  });

  it("passes on members that the upstream is known to accept", () => {
    const { body } = write({ container: "c" }, { capabilities: { extensions: ["container"] } });
    expect(body.container).toBe("c");
  });
});

describe("writing a request: tools", () => {
  it("T124 writes every tool choice", () => {
    const choose = (tool_choice: unknown) =>
      write({ tools: [toolOf()], tool_choice }).body.tool_choice;
    expect(choose("required")).toEqual({ type: "any" });
    expect(choose("none")).toEqual({ type: "none" });
    expect(choose("auto")).toEqual({ type: "auto" });
    expect(choose(named("f"))).toEqual({ type: "tool", name: "f" });
    expect(problemsAt({ tools: [toolOf()], tool_choice: named("g") })).toEqual(["/tool_choice"]);
    expect(problemsAt({ tool_choice: "required" })).toEqual(["/tool_choice"]);
    const none = { tools: [toolOf()], tool_choice: "required" };
    expect(problemsAt(none, { toolChoice: ["auto", "none"] })).toEqual(["/tool_choice"]);
  });

  it("T125 refuses the choice of a function without its name", () => {
    expect(() => write({ tools: [toolOf()], tool_choice: { type: "function" } })).toThrow(
      expect.objectContaining({ kind: "bad_request" }),
    );
  });

  it("T126 offers only the allowed tools, does not force them, and can forbid calls at the same time", () => {
    const tools = [toolOf("a"), toolOf("b")];
    const allowed = (mode: string) => ({
      type: "allowed_tools",
      allowed_tools: { mode, tools: [named("b")] },
    });
    const auto = write({ tools, tool_choice: allowed("auto") });
    expect(auto.body).toMatchObject({ tools: [{ name: "b" }], tool_choice: { type: "auto" } });
    expect(auto.body.tools).toHaveLength(1);
    expect(auto.entries).toMatchObject([{ code: "reshaped", at: "/tool_choice" }]);
    expect(write({ tools, tool_choice: allowed("required") }).body.tool_choice.type).toBe("any");
    expect(write({ tools, parallel_tool_calls: false }).body.tool_choice).toEqual({
      type: "auto",
      disable_parallel_tool_use: true,
    });
    expect(write({ parallel_tool_calls: false }).body.tool_choice).toBeUndefined();
  });

  it("T127 writes schemas unchanged", () => {
    const parameters = {
      $defs: { x: { type: "string", minLength: 3 } },
      additionalProperties: { type: "number" },
      type: "object",
      oneOf: [{ required: ["a"] }],
      properties: { b: { $ref: "#/$defs/x" }, a: {} },
    };
    const { body, text } = write({ tools: [toolOf("f", { parameters, description: "d" })] });
    expect(text).toContain(JSON.stringify(parameters));
    expect(body.tools).toEqual([{ name: "f", description: "d", input_schema: parameters }]);
    const bare = write({ tools: [toolOf(), toolOf("g", { parameters: { properties: {} } })] });
    expect(bare.body.tools).toEqual([
      { name: "f", input_schema: { type: "object", properties: {} } },
      { name: "g", input_schema: { type: "object", properties: {} } },
    ]);
    const wrong = { tools: [toolOf("f", { parameters: { type: "array" } })] };
    expect(problemsAt(wrong)).toEqual(["/tools/0/function/parameters"]);
  });

  it("T128 carries strict mode, the ban on parallel calls and the output format", () => {
    const closed = {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      additionalProperties: false,
    };
    const strict = toolOf("f", { parameters: closed, strict: true });
    const { body } = write({
      tools: [strict],
      parallel_tool_calls: false,
      response_format: { type: "json_schema", json_schema: { name: "x", schema: closed } },
    });
    expect(body).toMatchObject({
      tools: [{ strict: true }],
      tool_choice: { disable_parallel_tool_use: true },
      output_config: { format: { type: "json_schema", schema: closed } },
    });
    expect(codes({ tools: [strict] }, { strictTools: false })).toEqual([
      ["dropped", "/tools/0/function/strict"],
    ]);
    const loose = toolOf("f", { parameters: { type: "object", properties: {} }, strict: true });
    expect(codes({ tools: [loose] })).toEqual([["dropped", "/tools/0/function/strict"]]);
    const many = Array.from({ length: 21 }, (_, index) => ({
      ...strict,
      function: { ...(strict.function as JsonObject), name: `f${index}` },
    }));
    expect(codes({ tools: many })).toEqual([["dropped", "/tools/20/function/strict"]]);
  });

  it("T147 adds definitions of called tools for models that require them", () => {
    const body = { messages: amidCalls };
    expect(write(body).body.tools).toBeUndefined();
    const made = write(body, { capabilities: { toolsRequiredWithHistory: true } });
    expect(made.body).toMatchObject({
      tools: [{ name: "f", input_schema: { type: "object", properties: {} } }],
      tool_choice: { type: "none" },
    });
    expect(made.entries).toMatchObject([{ code: "approximated", at: "/tools" }]);
    const gone = { ...body, tools: [{ type: "web_search" }] };
    const capabilities = { toolsRequiredWithHistory: true };
    const warned = write(gone, { capabilities, unsupported: { default: "warn" } });
    expect(warned.body.tools).toMatchObject([{ name: "f" }]);
  });

  it("checks the tool choice against the tools that are sent", () => {
    const made = { messages: amidCalls, tool_choice: "required", parallel_tool_calls: false };
    expect(problemsAt(made, { toolsRequiredWithHistory: true })).toEqual(["/tool_choice"]);
    const warned = { unsupported: { default: "warn" } } as const;
    const gone = { tools: [{ type: "web_search" }], parallel_tool_calls: false };
    const auto = write({ ...gone, tool_choice: "auto" }, warned);
    expect(auto.body).not.toHaveProperty("tool_choice");
    expect(auto.problems).toEqual([]);
    expect(write({ ...gone, tool_choice: "required" }, warned).problems).toMatchObject([
      { at: "/tool_choice" },
    ]);
  });

  it("makes tool names legal for the model, in the same way everywhere", () => {
    const name = "mcp:read file";
    const { body } = write({
      messages: [
        hello,
        { role: "assistant", tool_calls: [callOf("c1", "{}", name)] },
        resultOf("c1"),
      ],
      tools: [toolOf(name)],
      tool_choice: named(name),
    });
    const legal = body.tools[0].name;
    expect(legal).toMatch(/^mcpreadfile_[a-z0-9]{8}$/);
    expect(body.tool_choice.name).toBe(legal);
    expect(body.messages[1].content[0].name).toBe(legal);
  });

  it("refuses tools of other types, two tools with the same name, and all tools if the model takes none", () => {
    const custom = { type: "custom", custom: { name: "x" } };
    expect(problemsAt({ tools: [custom, { type: "web" }] })).toEqual(["/tools/0", "/tools/1"]);
    expect(problemsAt({ tools: [toolOf(), toolOf()] })).toEqual(["/tools/1/function/name"]);
    expect(problemsAt({ tools: [toolOf()] }, { tools: false })).toEqual(["/tools"]);
  });
});

describe("writing a request: the output format", () => {
  const schema = { type: "object", properties: { a: { type: "integer", minimum: 1 } } };
  const described = (more: JsonObject = {}) => ({
    response_format: { type: "json_schema", json_schema: { name: "x", schema, ...more } },
  });

  it("T142 requests a schema in the model's own way, beside tools and thinking, or refuses", () => {
    const request = {
      ...described({ description: "d" }),
      tools: [toolOf()],
      thinking: { type: "enabled", budget_tokens: 2048 },
    };
    const { body, entries } = write(request);
    expect(body.output_config.format.schema).toEqual({
      type: "object",
      properties: { a: { type: "integer", description: "(minimum: 1)" } },
      additionalProperties: false,
      description: "d",
    });
    expect(body).toMatchObject({ tools: [{ name: "f" }], thinking: { type: "enabled" } });
    expect(body.tools).toHaveLength(1);
    expect(entries).toMatchObject([{ code: "approximated", at: "/response_format" }]);
    expect(problemsAt(request, { jsonSchema: false })).toEqual(["/response_format"]);
  });

  it("T143 adds no tool for an output format: it adds instructions if a warning is enough", () => {
    const options = {
      capabilities: { jsonSchema: false },
      unsupported: { default: "warn" },
    } as const;
    const { body } = write(described(), options);
    expect(body.system[0].text).toContain(JSON.stringify(schema));
    expect(body).not.toHaveProperty("tools");
    expect(write({ ...described(), tools: [toolOf()] }, options).body.tools).toHaveLength(1);
  });

  it("adds instructions for any JSON object", () => {
    const json = write({ response_format: { type: "json_object" } });
    expect(json.body.system).toHaveLength(1);
    expect(json.entries).toMatchObject([{ code: "approximated", at: "/response_format" }]);
  });

  it("refuses unknown output formats, and any output format for a message that is continued", () => {
    expect(problemsAt({ response_format: { type: "grammar" } })).toEqual(["/response_format"]);
    const messages = [hello, { role: "assistant", content: "{" }];
    expect(problemsAt({ ...described(), messages })).toEqual(["/response_format"]);
  });
});

describe("writing a request: thinking", () => {
  const think = (change: JsonObject, capabilities: Partial<MessagesUpstreamCapabilities> = {}) =>
    write(change, { capabilities });
  const budgetOnly = { thinkingModes: ["enabled", "disabled"], effortLevels: [] } as const;
  const adaptiveOnly = { thinkingModes: ["adaptive"] } as const;

  it("requests no thinking that the caller did not request", () => {
    expect(write({}).body).not.toHaveProperty("thinking");
    expect(write({}).body).not.toHaveProperty("output_config");
  });

  it("T145 writes levels and modes as the model takes them, and how thinking is shown", () => {
    expect(think({ reasoning_effort: "high" }).body).toMatchObject({
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
    });
    expect(think({ reasoning_effort: "minimal" }).body.output_config.effort).toBe("low");
    const levels = { effortLevels: ["low", "medium"] };
    const lower = think({ reasoning_effort: "max" }, levels);
    expect(lower.body.output_config.effort).toBe("medium");
    expect(lower.entries).toMatchObject([
      { code: "approximated", at: "/reasoning_effort", to: "medium" },
    ]);
    const none = think({ reasoning_effort: "high" }, { thinkingModes: [], effortLevels: [] });
    expect(none.text).not.toMatch(/effort|thinking/);
    expect(none.entries).toMatchObject([{ code: "dropped", at: "/reasoning_effort" }]);
    const shown = think({ thinking: { type: "adaptive", display: "omitted" } });
    expect(shown.body.thinking).toEqual({ type: "adaptive", display: "omitted" });
    expect(problemsAt({ reasoning_effort: "ultra" })).toEqual(["/reasoning_effort"]);
    const auto = { thinking: { type: "auto", budget_tokens: 2_048 } };
    expect(problemsAt(auto)).toEqual(["/thinking/type"]);
  });

  it("disables thinking, or requests the least if the model always thinks", () => {
    expect(think({ reasoning_effort: "none" }).body.thinking).toEqual({ type: "disabled" });
    const always = think({ reasoning: { enabled: false } }, adaptiveOnly);
    expect(always.body).toMatchObject({ output_config: { effort: "low" } });
    expect(always.body.thinking).toBeUndefined();
    expect(always.entries).toMatchObject([{ code: "approximated", at: "/reasoning/enabled" }]);
  });

  it.each([
    ["low", 2_048],
    ["medium", 8_192],
    ["high", 16_384],
    ["xhigh", 24_576],
    ["max", 32_000],
  ])("turns the effort %s into a budget of %i if the model takes budgets only", (level, budget) => {
    const { body } = think({ reasoning_effort: level, max_tokens: 64_000 }, budgetOnly);
    expect(body.thinking).toEqual({ type: "enabled", budget_tokens: budget });
    expect(body.output_config).toBeUndefined();
  });

  it("T144 keeps the budget below the token limit, which it never raises", () => {
    const enabled = (budget_tokens: number) => ({ thinking: { type: "enabled", budget_tokens } });
    const of = (change: JsonObject, more: Partial<MessagesUpstreamCapabilities> = {}) => {
      const { body } = think(change, more);
      return [body.max_tokens, body.thinking?.budget_tokens];
    };
    expect(of({ ...enabled(8_000), max_tokens: 10_000 })).toEqual([10_000, 8_000]);
    expect(of({ ...enabled(8_000), max_tokens: 8_000 })).toEqual([8_000, 6_000]);
    expect(of({ ...enabled(8_000), max_tokens: 3_000 })).toEqual([3_000, 1_976]);
    expect(of({ ...enabled(8_000), max_tokens: 2_048 })).toEqual([2_048, 1_024]);
    expect(of({ ...enabled(8_000), max_tokens: 2_047 })).toEqual([2_047, undefined]);
    expect(of({ ...enabled(8_000), max_tokens: 2_000 })).toEqual([2_000, undefined]);
    expect(of(enabled(8_000))).toEqual([4_096, 3_072]);
    expect(of(enabled(8_000), { maxOutput: 3_000 })).toEqual([3_000, 1_976]);
    expect(of({ ...enabled(500), max_tokens: 3_000 })).toEqual([3_000, 1_024]);
    expect(codes(enabled(8_000))).toEqual([["approximated", "/thinking/budget_tokens"]]);
    expect(codes({ ...enabled(8_000), max_tokens: 8_000 })).toEqual([
      ["approximated", "/thinking/budget_tokens"],
    ]);
    expect(codes({ ...enabled(7_999), max_tokens: 8_000 })).toEqual([]);
    expect(codes({ ...enabled(1_024), max_tokens: 3_000 })).toEqual([]);
    expect(codes({ ...enabled(8_000), max_tokens: 2_000 })).toEqual([
      ["dropped", "/thinking/budget_tokens"],
    ]);
  });

  it("uses the other mode if the model lacks one", () => {
    const budget = think({ reasoning: { max_tokens: 8_000 } }, adaptiveOnly);
    expect(budget.body).toMatchObject({
      thinking: { type: "adaptive" },
      output_config: { effort: "medium" },
    });
    const adaptive = think({ thinking: { type: "adaptive" }, max_tokens: 20_000 }, budgetOnly);
    expect(adaptive.body.thinking).toEqual({ type: "enabled", budget_tokens: 8_192 });
    expect(adaptive.entries).toMatchObject([{ code: "approximated", at: "/thinking/type" }]);
  });

  it("does not think with a budget if the thinking before a call is missing, nor in a prefill", () => {
    const thinking = { type: "enabled", budget_tokens: 2_048 };
    const broken = think({ messages: amidCalls, thinking });
    expect(broken.body.thinking).toEqual({ type: "disabled" });
    expect(broken.entries).toMatchObject([{ code: "approximated", at: "/thinking/type" }]);
    const late = [...amidCalls, { role: "system", content: "mind" }];
    expect(think({ messages: late, thinking }).body.thinking).toEqual({ type: "disabled" });
    const [, called] = amidCalls;
    const reasoning_details = [{ type: "reasoning.text", text: "t", signature: "s" }];
    const whole = [hello, { ...called, reasoning_details }, resultOf("c1")];
    expect(think({ messages: whole, thinking }).body.thinking).toEqual(thinking);
    expect(think({ messages: amidCalls, thinking: { type: "adaptive" } }).body.thinking).toEqual({
      type: "adaptive",
    });
    const prefill = [hello, { role: "assistant", content: "a" }];
    expect(think({ messages: prefill, thinking }).body.thinking).toEqual({ type: "disabled" });
  });

  it("reports all settings of thinking that are lost when thinking is disabled", () => {
    const none = think({
      reasoning_effort: "none",
      thinking: { type: "enabled", budget_tokens: 4_000 },
    });
    expect(none.body.thinking).toEqual({ type: "disabled" });
    expect(none.entries.map(({ code, at }) => [code, at])).toEqual([
      ["dropped", "/thinking/budget_tokens"],
      ["dropped", "/thinking/type"],
      ["reshaped", "/reasoning_effort"],
    ]);
    const off = { thinking: { type: "disabled" }, reasoning_effort: "high" };
    expect(think(off).body).toMatchObject({
      thinking: { type: "disabled" },
      output_config: { effort: "high" },
    });
    expect(codes(off, budgetOnly)).toEqual([["dropped", "/reasoning_effort"]]);
    expect(codes(off, adaptiveOnly)).toEqual([
      ["approximated", "/thinking/type"],
      ["dropped", "/reasoning_effort"],
    ]);
  });

  it("sends no thinking setting to a model that only thinks on request", () => {
    const off = { thinking: { type: "disabled" } };
    expect(think(off, { thinkingModes: ["enabled"] })).toMatchObject({ entries: [] });
    const stubborn = { thinkingModes: ["adaptive"], effortLevels: [] } as const;
    expect(codes(off, stubborn)).toEqual([["dropped", "/thinking/type"]]);
  });

  it("turns a level into a budget even beside a mode, and a mode alone into a medium budget", () => {
    const both = { thinking: { type: "adaptive" }, reasoning_effort: "low" };
    const { body, entries } = think({ ...both, max_tokens: 20_000 }, budgetOnly);
    expect(body.thinking).toEqual({ type: "enabled", budget_tokens: 2_048 });
    expect(entries.map(({ code, at }) => [code, at])).toEqual([
      ["approximated", "/thinking/type"],
      ["approximated", "/reasoning_effort"],
    ]);
    const alone = think({ thinking: { type: "enabled" }, max_tokens: 20_000 });
    expect(alone.body.thinking.budget_tokens).toBe(8_192);
    expect(alone.entries).toMatchObject([{ at: "/thinking/type", to: "thinking.budget_tokens" }]);
  });

  it.each([0, -1, 2_000.5])("refuses a budget of %d tokens", (max_tokens) => {
    expect(problemsAt({ reasoning: { max_tokens } })).toEqual(["/reasoning/max_tokens"]);
  });

  it("keeps a forced call and drops the budget", () => {
    const forced = {
      tools: [toolOf()],
      tool_choice: "required",
      thinking: { type: "enabled", budget_tokens: 2_048 },
    };
    expect(think(forced).body).toMatchObject({
      tool_choice: { type: "any" },
      thinking: { type: "adaptive" },
    });
    expect(think(forced, budgetOnly).body.thinking).toEqual({ type: "disabled" });
    expect(think(forced, { toolChoiceWithThinking: true }).body.thinking.type).toBe("enabled");
  });
});

describe("writeRequestRows", () => {
  it("have sentences as reasons and known neutral fields, and only refused rows have an outcome for warnings", () => {
    expect(writeRequestRows.length).toBeGreaterThan(100);
    for (const { neutralField, outcome, whenWarned, reason } of writeRequestRows) {
      expect(neutralField).toMatch(/^[a-z]+(\.[a-z_]+)?$/i);
      expect(reason).toMatch(/^[A-Z].*\.$/);
      if (whenWarned) expect(outcome).toBe("refused");
    }
  });
});
