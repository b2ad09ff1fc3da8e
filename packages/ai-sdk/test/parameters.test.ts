import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { fromAiSdk } from "@diglot/ai-sdk";
import type { FormatName } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { finish, mockModel, textPart } from "./mocks.js";
import { agentCallOf, answerOf, callOf, type Provider } from "./served.js";

const anthropic: Provider = { provider: "anthropic.messages", modelId: "claude-sonnet-4-5" };
const openai: Provider = { provider: "openai.chat" };
const parameters = { type: "object", properties: { by: { type: "number" } } };
const zoom = { type: "function", function: { name: "zoom", parameters } };

/** What is in the receipt: the code and the place of each entry. */
function notesOf({ losses }: Awaited<ReturnType<typeof callOf>>): readonly string[] {
  return losses.map(({ code, at }) => `${code} ${at}`);
}

describe("the parameters of a call", () => {
  it("are only those that the caller gave", async () => {
    const { options } = await callOf("chat-completions", {});
    expect(Object.keys(options).sort()).toEqual(["abortSignal", "prompt"]);
    expect((await callOf("messages", {})).options).not.toHaveProperty("stopSequences");
  });

  it("are those of Chat Completions, and what no model takes is in the receipt", async () => {
    const call = await callOf("chat-completions", {
      ...{ seed: 5, frequency_penalty: 1, presence_penalty: -1, user: "ann" },
    });
    expect(call.options).toMatchObject({ seed: 5, frequencyPenalty: 1, presencePenalty: -1 });
    expect(notesOf(call)).toEqual(["dropped /user"]);
  });

  it("are those of Messages", async () => {
    const { options } = await callOf("messages", {
      ...{ max_tokens: 77, temperature: 0, top_p: 0.5, top_k: 20, stop_sequences: ["END"] },
    });
    expect(options).toMatchObject({
      ...{ maxOutputTokens: 77, temperature: 0, topP: 0.5, topK: 20, stopSequences: ["END"] },
    });
  });

  it("are replaced by those of the operator, and the caller's end is that of the call", async () => {
    const callSettings = () => ({ temperature: 1, abortSignal: undefined });
    const { options } = await callOf("messages", { temperature: 0 }, {}, { callSettings });
    expect(options).toMatchObject({ temperature: 1, abortSignal: expect.any(AbortSignal) });
    expect(options.abortSignal?.aborted).toBe(true);
  });

  it("are left to an agent, with the settings of the operator", async () => {
    const callSettings = () => ({ options: { shop: "mugs" } });
    const { call, losses } = await agentCallOf("messages", { temperature: 0 }, { callSettings });
    expect(Object.keys(call ?? {}).sort()).toEqual([
      ...["abortSignal", "messages", "onError", "options"],
    ]);
    expect(call).toMatchObject({ options: { shop: "mugs" } });
    expect(losses).toMatchObject([{ at: "/temperature" }]);
    expect(await agentCallOf("chat-completions", { tools: [zoom] })).toMatchObject({ status: 400 });
  });

  it("have options of the provider from the caller and from the operator", async () => {
    const callSettings = () => ({ providerOptions: { other: { fast: true } } });
    const one = await callOf("messages", {}, anthropic, { callSettings });
    expect(one.options.providerOptions).toEqual({ other: { fast: true } });
    const body = { thinking: { type: "adaptive" } };
    const both = await callOf("messages", body, anthropic, { callSettings });
    expect(both.options.providerOptions).toStrictEqual({
      anthropic: { thinking: { type: "adaptive" } },
      other: { fast: true },
    });
  });
});

describe("tools", () => {
  it("are described as the caller has described them", async () => {
    const tools = [
      zoom,
      { type: "function", function: { ...zoom.function, name: "look", description: "Looks." } },
      { type: "function", function: { ...zoom.function, name: "ask", strict: true } },
    ];
    const call = await callOf("chat-completions", { tools }, openai);
    const own = { type: "function", inputSchema: parameters };
    expect(call.options.tools).toStrictEqual([
      { ...own, name: "zoom" },
      { ...own, name: "look", description: "Looks." },
      { ...own, name: "ask", strict: true },
    ]);
    expect(call.options).not.toHaveProperty("toolChoice");
    expect(notesOf(call)).toEqual([]);
    expect(notesOf(await callOf("chat-completions", { tools }))).toEqual([
      "approximated /tools/2/function/strict",
    ]);
  });

  it("have cache control where the provider has it", async () => {
    const cache_control = { type: "ephemeral" };
    const tools = [{ name: "zoom", input_schema: parameters, cache_control }];
    const { options } = await callOf("messages", { tools }, anthropic);
    expect(options.tools).toMatchObject([
      { name: "zoom", providerOptions: { anthropic: { cacheControl: cache_control } } },
    ]);
    expect(notesOf(await callOf("messages", { tools }))).toEqual([
      "dropped /tools/0/cache_control",
    ]);
  });

  it.each([
    ["auto", { type: "auto" }],
    ["none", { type: "none" }],
    ["required", { type: "required" }],
    [
      { type: "function", function: { name: "zoom" } },
      { type: "tool", toolName: "zoom" },
    ],
  ])("are chosen as the caller wants it: %j", async (tool_choice, toolChoice) => {
    const { options } = await callOf("chat-completions", { tools: [zoom], tool_choice });
    expect(options.toolChoice).toEqual(toolChoice);
  });

  it.each<[Provider, object | undefined, string[]]>([
    [openai, { openai: { parallelToolCalls: false } }, []],
    [anthropic, { anthropic: { disableParallelToolUse: true } }, []],
    [{ provider: "other" }, undefined, ["dropped /parallel_tool_calls"]],
  ])("are called one at a time where %j can do it", async (provider, providerOptions, notes) => {
    const body = { tools: [zoom], parallel_tool_calls: false };
    const call = await callOf("chat-completions", body, provider);
    expect(call.options.providerOptions).toEqual(providerOptions);
    expect(notesOf(call)).toEqual(notes);
    const alone = await callOf("chat-completions", { parallel_tool_calls: false }, provider);
    expect([alone.options.providerOptions, ...notesOf(alone)]).toEqual([undefined]);
    const parallel = await callOf("chat-completions", { ...body, parallel_tool_calls: true });
    expect(notesOf(parallel)).toEqual([]);
  });
});

describe("the form of the reply", () => {
  const schema = { type: "object", properties: {}, additionalProperties: false };
  const json_schema = { name: "mug", schema };
  const form = { type: "json", name: "mug", schema };

  it.each<[object, object | undefined, string[]]>([
    [{ type: "text" }, undefined, []],
    [{ type: "json_object" }, { type: "json" }, []],
    [{ type: "json_schema", json_schema }, form, []],
    [
      { type: "json_schema", json_schema: { ...json_schema, description: "A mug.", strict: true } },
      { ...form, description: "A mug." },
      ["approximated /response_format"],
    ],
  ])("is %j", async (response_format, responseFormat, notes) => {
    const call = await callOf("chat-completions", { response_format });
    expect(call.options.responseFormat).toStrictEqual(responseFormat);
    expect(notesOf(call).map((note) => note.replace(/(_format).*/, "$1"))).toEqual(notes);
  });

  it("has no name where the caller gives none", async () => {
    const output_config = { format: { type: "json_schema", schema } };
    const { options } = await callOf("messages", { output_config });
    expect(options.responseFormat).toStrictEqual({ type: "json", schema });
  });
});

describe("reasoning", () => {
  const enabled = { thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 4000 };
  const effort = (word: string) => ({ output_config: { effort: word } });
  const older: Provider = { version: "v3", provider: "openai.responses" };
  const other: Provider = { version: "v3", provider: "other" };

  it.each<
    [FormatName, object, Provider, string | undefined, object | undefined, readonly string[]]
  >([
    ["chat-completions", { reasoning_effort: "high" }, {}, "high", undefined, []],
    ["chat-completions", { reasoning_effort: "none" }, {}, "none", undefined, []],
    [
      ...(["chat-completions", { reasoning_effort: "high" }, older, undefined] as const),
      { openai: { reasoningEffort: "high" } },
      [],
    ],
    [
      ...(["chat-completions", { reasoning_effort: "high" }, other, undefined, undefined] as const),
      ["dropped /reasoning_effort"],
    ],
    ["messages", { thinking: { type: "disabled" } }, {}, "none", undefined, []],
    [
      ...(["messages", { thinking: { type: "disabled" } }, other, undefined, undefined] as const),
      ["dropped /thinking/type"],
    ],
    [
      ...(["messages", { thinking: { type: "disabled" }, ...effort("low") }] as const),
      ...([{}, "none", undefined, ["dropped /output_config/effort"]] as const),
    ],
    [
      ...(["messages", { thinking: { type: "disabled" }, ...effort("low") }] as const),
      ...([other, undefined, undefined, ["dropped /output_config/effort"]] as const),
    ],
    ["messages", enabled, {}, undefined, undefined, ["dropped /thinking/budget_tokens"]],
    ["messages", enabled, other, undefined, undefined, ["dropped /thinking/budget_tokens"]],
    [
      ...(["messages", { ...enabled, ...effort("none") }, anthropic, undefined] as const),
      { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } },
      ["dropped /output_config/effort"],
    ],
    [
      ...(["messages", { thinking: { type: "disabled" }, ...effort("none") }] as const),
      ...([anthropic, undefined, { anthropic: { thinking: { type: "disabled" } } }, []] as const),
    ],
    [
      "messages",
      { ...enabled, ...effort("low") },
      {},
      "low",
      undefined,
      ["dropped /thinking/budget_tokens"],
    ],
    [
      ...(["messages", enabled, anthropic, undefined] as const),
      { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } },
      [],
    ],
    [
      ...(["messages", effort("high"), anthropic, undefined] as const),
      { anthropic: { effort: "high" } },
      [],
    ],
    [
      "messages",
      { thinking: { type: "adaptive", display: "omitted" } },
      anthropic,
      undefined,
      { anthropic: { thinking: { type: "adaptive", display: "omitted" } } },
      [],
    ],
    [
      "messages",
      { ...enabled, thinking: { ...enabled.thinking, display: "omitted" } },
      anthropic,
      undefined,
      { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } },
      [],
    ],
    [
      ...(["chat-completions", { reasoning_effort: "none" }, anthropic, undefined] as const),
      { anthropic: { thinking: { type: "disabled" } } },
      [],
    ],
    [
      ...(["chat-completions", { reasoning_effort: "minimal" }, anthropic, undefined] as const),
      { anthropic: { effort: "low" } },
      ["approximated /reasoning_effort"],
    ],
  ])("of %s, %j, for %j", async (format, body, provider, level, providerOptions, notes) => {
    const call = await callOf(format, body, provider);
    expect(call.options.reasoning).toBe(level);
    expect("reasoning" in call.options).toBe(level !== undefined);
    expect(call.options.providerOptions).toStrictEqual(providerOptions);
    expect(notesOf(call)).toEqual(notes);
  });

  it.each<[string, Provider, object, number]>([
    ["claude-sonnet-4-5", anthropic, enabled, 2976],
    ["claude-3-7-sonnet", anthropic, enabled, 2976],
    ["claude-opus-4-1", anthropic, enabled, 2976],
    ["claude-haiku-4-5", anthropic, enabled, 2976],
    ["claude-opus-5", anthropic, enabled, 4000],
    ["claude-3-5-sonnet", anthropic, enabled, 4000],
    ["claude-sonnet-4-5", openai, enabled, 4000],
    ["claude-sonnet-4-5", anthropic, { max_tokens: 4000, thinking: { type: "disabled" } }, 4000],
    ["claude-sonnet-4-5", anthropic, { max_tokens: 4000 }, 4000],
  ])(
    "leaves the reply of %s its part of the limit: %j, %j",
    async (modelId, provider, body, limit) => {
      const { options } = await callOf("messages", body, { ...provider, modelId });
      expect(options.maxOutputTokens).toBe(limit);
    },
  );
});

describe("a warning of a provider", () => {
  const replyTo = (warnings: readonly object[], format: FormatName, body: object) => {
    const parts = [{ type: "stream-start", warnings }, textPart("ok"), finish()];
    const model = mockModel([parts as LanguageModelV4StreamPart[]]);
    return answerOf(fromAiSdk(model), format, body);
  };
  const unsupported = (feature: string) => [{ type: "unsupported", feature, details: "canary" }];
  const asked = { tools: [zoom], tool_choice: "auto", reasoning_effort: "low", stop: ["END"] };

  it.each<[string, FormatName, object, string]>([
    ["temperature", "messages", { temperature: 0 }, "/temperature"],
    ["topK", "messages", { top_k: 5 }, "/top_k"],
    ["topP", "messages", { top_p: 0.5 }, "/top_p"],
    ["seed", "chat-completions", { seed: 5 }, "/seed"],
    ["frequencyPenalty", "chat-completions", { frequency_penalty: 1 }, "/frequency_penalty"],
    ["presencePenalty", "chat-completions", { presence_penalty: 1 }, "/presence_penalty"],
    ["maxOutputTokens", "messages", { max_tokens: 5 }, "/max_tokens"],
    ["stopSequences", "chat-completions", asked, "/stop"],
    ["toolChoice", "chat-completions", asked, "/tool_choice"],
    ["reasoning", "chat-completions", asked, "/reasoning_effort"],
    ["reasoningEffort", "chat-completions", asked, "/reasoning_effort"],
    ["providerOptions.anthropic.effort", "chat-completions", asked, "/reasoning_effort"],
    [
      ...(["providerOptions.anthropic.thinking", "messages"] as const),
      ...([{ thinking: { type: "disabled" } }, "/thinking/type"] as const),
    ],
    [
      ...(["providerOptions.anthropic.disableParallelToolUse", "chat-completions"] as const),
      ...([{ ...asked, parallel_tool_calls: true }, "/parallel_tool_calls"] as const),
    ],
    ["toString", "messages", {}, ""],
    ["something new", "messages", {}, ""],
  ])("about %s is in the receipt, at the caller's member", async (feature, format, body, at) => {
    const { status, losses } = await replyTo(unsupported(feature), format, body);
    expect(status).toBe(200);
    expect(losses).toContainEqual(
      expect.objectContaining({ code: "dropped", at, reason: expect.stringContaining("support") }),
    );
  });

  it.each([
    ["tools", asked, "tools"],
    ["responseFormat", { response_format: { type: "json_object" } }, "response_format"],
  ])("about %s refuses the request, by the caller's member", async (feature, body, param) => {
    const { status, text } = await replyTo(unsupported(feature), "chat-completions", body);
    expect([status, JSON.parse(text).error.param]).toEqual([400, param]);
  });

  it("about something else says nothing to the caller", async () => {
    const { losses } = await replyTo([{ type: "other", message: "canary" }], "messages", {});
    expect(losses).toEqual([]);
  });
});
