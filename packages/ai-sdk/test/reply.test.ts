import { inspect } from "node:util";
import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { fromAiSdk } from "@diglot/ai-sdk";
import { createMemoryReasoningStore } from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { ask, ways } from "@diglot/test-support/ask";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { finish, mockModel, textPart } from "./mocks.js";

type Parts = readonly LanguageModelV4StreamPart[];

function serve(parts: Parts) {
  return serviceOf(fromAiSdk(mockModel([parts])));
}

/** What a Messages caller gets for a list of parts: its blocks, and why it ended. */
async function answerTo(parts: Parts) {
  const { service, ledger, failures } = serve(parts);
  const answer = await service.request(...requestOf("messages"));
  const body = await answer.json();
  return { status: answer.status, body, ledger, failures };
}

const start = { type: "tool-input-start" } as const;
const delta = { type: "tool-input-delta" } as const;
const call = { type: "tool-call" } as const;

describe("what a model streams", () => {
  it.each(ways)("keeps calls apart that run side by side, for $format, $stream", async (way) => {
    const { service } = serve([
      { ...start, id: "a", toolName: "stock" },
      { ...start, id: "b", toolName: "price" },
      { ...delta, id: "a", delta: '{"of":' },
      { ...delta, id: "b", delta: '{"in":"EUR"}' },
      { ...call, toolCallId: "b", toolName: "price", input: '{"in":"EUR"}' },
      { ...delta, id: "a", delta: '"mug"}' },
      { ...call, toolCallId: "a", toolName: "stock", input: '{"of":"mug"}' },
      { ...call, toolCallId: "c", toolName: "now", input: "" },
      finish("tool-calls"),
    ]);
    expect((await ask(service, way, { model: "scripted", user: "hi" })).calls).toEqual([
      { name: "stock", input: { of: "mug" } },
      { name: "price", input: { in: "EUR" } },
      { name: "now", input: {} },
    ]);
  });

  it.each(ways)(
    "keeps text out of a call that it interrupts, for $format, $stream",
    async (way) => {
      const { service } = serve([
        { ...start, id: "a", toolName: "stock" },
        { ...delta, id: "a", delta: '{"of":' },
        textPart("Wait."),
        { ...delta, id: "a", delta: '"mug"}' },
        { ...call, toolCallId: "a", toolName: "stock", input: '{"of":"mug"}' },
        finish("tool-calls"),
      ]);
      expect(await ask(service, way, { model: "scripted", user: "hi" })).toMatchObject({
        text: "Wait.",
        calls: [{ name: "stock", input: { of: "mug" } }],
      });
    },
  );

  it.each(ways)("makes each part of reasoning a paragraph, for $format, $stream", async (way) => {
    const part = (id: string, delta: string) =>
      [
        { type: "reasoning-start", id },
        { type: "reasoning-delta", id, delta },
        { type: "reasoning-end", id },
      ] as const;
    const { service } = serve([
      ...part("r:0", "One."),
      ...part("r:1", "Two."),
      textPart("3"),
      finish(),
    ]);
    const reply = await ask(service, way, { model: "scripted", user: "hi" });
    expect(reply.reasoning).toBe("One.\n\nTwo.");
  });

  it("keeps reasoning apart from what its maker alone can read, and from a call that begins", async () => {
    const reasoning = (id: string, delta: string, providerMetadata?: object) =>
      [
        { type: "reasoning-start", id, providerMetadata: { other: {} } },
        { type: "reasoning-delta", id, delta, providerMetadata: { other: {} } },
        { type: "reasoning-end", id, providerMetadata },
      ] as Parts;
    const sealed = { anthropic: { redactedData: "sealed" } };
    const { body } = await answerTo([
      ...reasoning("a", "One.", { anthropic: { signature: "proof" } }),
      ...reasoning("b", "Two."),
      { type: "reasoning-start", id: "c", providerMetadata: sealed },
      ...reasoning("d", "Three."),
      { ...start, id: "e", toolName: "stock" },
      ...reasoning("f", "Four."),
      { ...call, toolCallId: "e", toolName: "stock", input: "{}" },
      finish("tool-calls"),
    ]);
    expect(body.content).toMatchObject([
      { type: "thinking", thinking: "One.", signature: "proof" },
      { type: "thinking", thinking: "Two." },
      { type: "redacted_thinking", data: "sealed" },
      { type: "thinking", thinking: "Three." },
      { type: "tool_use", name: "stock" },
      { type: "thinking", thinking: "Four." },
    ]);
  });

  it.each(ways)("shows reasoning and exact usage, for $format, $stream", async (way) => {
    const { service, ledger } = serve([
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Hm." },
      { type: "reasoning-end", id: "r" },
      textPart("Three."),
      finish(),
    ]);
    const reply = await ask(service, way, { model: "scripted", user: "hi" });
    expect(reply).toMatchObject({ reasoning: "Hm.", text: "Three.", usage: { output: 30 } });
    expect(ledger.all()).toMatchObject([
      { usage: { input: 40, cacheRead: 20, cacheWrite: 10, output: 30, reasoning: 8 } },
    ]);
  });

  it("keeps the proof of reasoning, and reasoning that nobody else can read", async () => {
    const { body } = await answerTo([
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Hm." },
      {
        type: "reasoning-delta",
        id: "r",
        delta: "",
        providerMetadata: { anthropic: { signature: "proof" } },
      },
      { type: "reasoning-end", id: "r" },
      {
        type: "reasoning-start",
        id: "s",
        providerMetadata: { anthropic: { redactedData: "sealed" } },
      },
      { type: "reasoning-end", id: "s" },
      textPart("Three."),
      finish(),
    ]);
    expect(body.content).toMatchObject([
      { type: "thinking", thinking: "Hm.", signature: "proof" },
      { type: "redacted_thinking", data: "sealed" },
      { type: "text", text: "Three." },
    ]);
  });

  it.each([
    ["stop", undefined, "end_turn"],
    ["length", undefined, "max_tokens"],
    ["content-filter", "refusal", "refusal"],
    ["stop", "pause_turn", "pause_turn"],
    ["stop", "stop_sequence", "stop_sequence"],
  ] as const)("ends for the reason of the provider: %s, %s", async (unified, raw, reason) => {
    const { body } = await answerTo([textPart("Three."), finish(unified, raw)]);
    expect(body.stop_reason).toBe(reason);
  });

  it("names the stop sequence, where its provider does", async () => {
    const providerMetadata = { anthropic: { stopSequence: "END" } };
    const end = { ...finish("stop", "stop_sequence"), providerMetadata };
    const { body } = await answerTo([textPart("Three."), end as LanguageModelV4StreamPart]);
    expect(body).toMatchObject({ stop_reason: "stop_sequence", stop_sequence: "END" });
  });

  it.each([
    ["names none that is no text", "stop_sequence", { anthropic: { stopSequence: 3 } }, null],
    ["names none that another provider has", "stop_sequence", { google: {} }, null],
    ["ends for a reason that is new as usual", "other", undefined, null],
  ])("%s", async (_name, raw, providerMetadata, stop_sequence) => {
    const end = { ...finish("other" as "stop", raw), providerMetadata };
    const answer = await answerTo([textPart("Three."), end as LanguageModelV4StreamPart]);
    expect([answer.status, answer.body.stop_sequence]).toEqual([200, stop_sequence]);
    expect(answer.body.content).toMatchObject([{ type: "text", text: "Three." }]);
  });

  it("streams the fragments of a call before it is whole", async () => {
    const { service } = serve([
      { ...start, id: "a", toolName: "stock" },
      { ...delta, id: "a", delta: '{"of":' },
      { ...delta, id: "a", delta: '"mug"}' },
      { ...call, toolCallId: "a", toolName: "stock", input: '{"of":"mug"}' },
      finish("tool-calls"),
    ]);
    const answer = await service.request(...requestOf("messages", { stream: true }));
    const events = framesOf(await answer.text()).map(({ data }) => JSON.parse(data));
    const pieces = events.flatMap(({ delta }) => delta?.partial_json || []);
    expect(pieces).toEqual(['{"of":', '"mug"}']);
  });

  it("shows a call whose input comes as text only when it is whole", async () => {
    const { body } = await answerTo([
      { ...start, id: "a", toolName: "stock", inputEncoding: "text" },
      { ...delta, id: "a", delta: "the mug" },
      { ...call, toolCallId: "a", toolName: "stock", input: '{"of":"mug"}' },
      finish("tool-calls"),
    ]);
    expect(body.content).toMatchObject([{ type: "tool_use", input: { of: "mug" } }]);
  });

  it("keeps reasoning on both sides of a text or a call apart", async () => {
    const part = (id: string, text: string) =>
      [
        { type: "reasoning-start", id },
        { type: "reasoning-delta", id, delta: text },
        { type: "reasoning-end", id },
      ] as const;
    const text = await answerTo([
      ...part("r", "One."),
      textPart("And"),
      ...part("s", "Two."),
      textPart("so."),
      finish(),
    ]);
    expect(text.body.content).toMatchObject([
      { thinking: "One." },
      { text: "And" },
      { thinking: "Two." },
      { text: "so." },
    ]);
    for (const begun of [[{ ...start, id: "a", toolName: "stock" }], []] as const) {
      const { body } = await answerTo([
        ...part("r", "One."),
        ...begun,
        { ...call, toolCallId: "a", toolName: "stock", input: "{}" },
        ...part("s", "Two."),
        finish("tool-calls"),
      ]);
      expect(body.content).toMatchObject([
        { type: "thinking", thinking: "One." },
        { type: "tool_use" },
        { type: "thinking", thinking: "Two." },
      ]);
    }
  });

  it.each([
    ["a file that it has reasoned with", { type: "reasoning-file" }, ["file"]],
    ["a source", { type: "source" }, ["sources"]],
    [
      "a tool of the provider",
      { ...call, toolCallId: "a", toolName: "search", input: "{}", providerExecuted: true },
      ["tool of its own"],
    ],
    ["anything else", { type: "response-metadata" }, []],
  ])("says in the receipt what is lost: %s", async (_name, part, words) => {
    const { service, events } = serve([part as never, textPart("Three."), finish()]);
    await (await service.request(...requestOf("messages"))).text();
    const losses = events.flatMap((event) => (event.type === "request_ended" ? event.losses : []));
    expect(losses.map(({ at }) => at)).toEqual(words.map(() => ""));
    expect(losses.map(({ reason }) => reason)).toEqual(
      words.map((word) => expect.stringContaining(word)),
    );
  });

  it.each([
    ["without its end", [textPart("Thr")]],
    ["by an error without a word", [textPart("Thr"), finish("error")]],
    ["because the provider was interrupted", [textPart("Thr"), finish("interrupted")]],
  ])("fails if it ends %s", async (_name, parts) => {
    const { status, ledger } = await answerTo(parts);
    expect(status).toBe(502);
    expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it("fails as an error inside the stream says", async () => {
    const error = { type: "overloaded_error", message: "canary" };
    const { status, body, failures } = await answerTo([textPart("Thr"), { type: "error", error }]);
    expect([status, JSON.stringify(body)]).toEqual([529, expect.not.stringContaining("canary")]);
    expect(String(failures)).not.toContain("canary");
  });

  it.each([
    ["no JSON", "data: {canary\n\n"],
    ["of another shape", 'data: {"choices":"canary"}\n\n'],
  ])(
    "fails as a bad response if a real provider sends what is %s, and quotes none of it",
    async (_name, sent) => {
      const fetch = async () =>
        new Response(sent, { headers: { "content-type": "text/event-stream" } });
      const model = createOpenAI({ apiKey: "sk-upstream", fetch }).chat("gpt-4.1");
      const { service, failures } = serviceOf(fromAiSdk(model, { id: "scripted" }));
      const answer = await service.request(...requestOf("messages"));
      expect([answer.status, await answer.text()]).toEqual([
        502,
        expect.not.stringContaining("canary"),
      ]);
      expect(inspect(failures, { depth: 12, showHidden: true })).not.toContain("canary");
    },
  );

  it("says in the receipt what is not shown: sources, files, the provider's own tools", async () => {
    const { service, events } = serve([
      { ...start, id: "a", toolName: "web_search", providerExecuted: true },
      { ...delta, id: "a", delta: "{}" },
      { ...call, toolCallId: "a", toolName: "web_search", input: "{}", providerExecuted: true },
      { type: "source", sourceType: "url", id: "s", url: "https://mugs.test" },
      {
        type: "file",
        mediaType: "image/png",
        data: { type: "data", data: "iVBORw0KGgo=" },
      },
      textPart("Three."),
      finish(),
    ]);
    const answer = await service.request(...requestOf("messages"));
    expect((await answer.json()).content).toMatchObject([{ type: "text", text: "Three." }]);
    const reasons = events.flatMap((event) =>
      event.type === "request_ended" ? event.losses.map(({ reason }) => reason) : [],
    );
    expect(reasons).toEqual([
      expect.stringContaining("tool of its own"),
      expect.stringContaining("sources"),
      expect.stringContaining("file"),
    ]);
  });
});

describe("what a provider wants back with a call", () => {
  const messages = [
    { role: "user", content: "hi" },
    { role: "assistant", content: [{ type: "tool_use", id: "a_b", name: "stock", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a_b", content: "3 left" }] },
  ];
  const google = { thoughtSignature: "proof" };
  const signed = [
    { ...call, toolCallId: "a.b", toolName: "stock", input: "{}", providerMetadata: { google } },
    finish("tool-calls"),
  ] as const;

  it("goes back with the next request, where a store keeps it", async () => {
    const model = mockModel([signed, [textPart("Three."), finish()]]);
    const { service } = serviceOf(
      fromAiSdk(model, { reasoningStore: createMemoryReasoningStore() }),
    );
    const answer = await service.request(...requestOf("messages"));
    const [{ id }] = (await answer.json()).content;
    await service.request(
      ...requestOf("messages", JSON.parse(JSON.stringify({ messages }).replaceAll("a_b", id))),
    );
    expect(model.doStreamCalls[1]?.prompt[1]).toMatchObject({
      content: [{ type: "tool-call", providerOptions: { google } }],
    });
  });

  it("is in the receipt as lost, where none does", async () => {
    const { service, events } = serve(signed);
    await (await service.request(...requestOf("messages"))).text();
    const losses = events.flatMap((event) => (event.type === "request_ended" ? event.losses : []));
    expect(losses).toMatchObject([
      { code: "dropped", at: "", reason: expect.stringContaining("not kept") },
    ]);
  });

  it.each([
    ["none", null],
    ["none of its own", [{ type: "thinking", text: "Hm." }]],
    ["what cannot be read", [{ type: "redacted_thinking", data: "{proof" }]],
  ])("is left out if the store has %s", async (_name, blocks) => {
    const model = mockModel([[textPart("Three."), finish()]]);
    const looked: unknown[] = [];
    const get = async ({ toolCallId }: { readonly toolCallId: string }) => {
      looked.push(toolCallId);
      return blocks ?? undefined;
    };
    const reasoningStore = { put: async () => undefined, get } as never;
    const { service } = serviceOf(fromAiSdk(model, { reasoningStore }));
    await (await service.request(...requestOf("messages", { messages }))).text();
    const [, turn] = model.doStreamCalls[0]?.prompt ?? [];
    expect(turn?.content).toEqual([
      { type: "tool-call", toolCallId: "a_b", toolName: "stock", input: {} },
    ]);
    expect(looked).toEqual(["a_b"]);
  });

  it("is found among whatever else the store has", async () => {
    const model = mockModel([[textPart("Three."), finish()]]);
    const blocks = [
      { type: "thinking", text: "Hm." },
      { type: "redacted_thinking", data: JSON.stringify({ google }) },
    ];
    const reasoningStore = { put: async () => undefined, get: async () => blocks } as never;
    const { service } = serviceOf(fromAiSdk(model, { reasoningStore }));
    await (await service.request(...requestOf("messages", { messages }))).text();
    expect(model.doStreamCalls[0]?.prompt[1]).toMatchObject({
      content: [{ type: "tool-call", providerOptions: { google } }],
    });
  });

  it("is looked up for the newest calls alone", async () => {
    const looked: string[] = [];
    const get = async ({ toolCallId }: { readonly toolCallId: string }) => {
      looked.push(toolCallId);
      return undefined;
    };
    const reasoningStore = { put: async () => undefined, get } as never;
    const { service } = serviceOf(
      fromAiSdk(mockModel([[textPart("Three."), finish()]]), { reasoningStore }),
    );
    const long = Array.from({ length: 257 }, (_, index) => [
      {
        role: "assistant",
        content: [{ type: "tool_use", id: `c${index}`, name: "stock", input: {} }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: `c${index}`, content: "3 left" }],
      },
    ]).flat();
    const body = { messages: [{ role: "user", content: "hi" }, ...long] };
    await (await service.request(...requestOf("messages", body))).text();
    expect([looked.length, looked[0]]).toEqual([256, "c1"]);
  });

  it.each([
    ["nothing", undefined],
    ["something else", { google: { other: "proof" } }],
    ["no text", { google: { thoughtSignature: 3 } }],
  ])("is nothing if the provider wants back %s", async (_name, providerMetadata) => {
    const part = { ...signed[0], providerMetadata } as LanguageModelV4StreamPart;
    const { service, events } = serve([part, finish("tool-calls")]);
    const answer = await service.request(...requestOf("messages"));
    expect((await answer.json()).content).toMatchObject([{ type: "tool_use", name: "stock" }]);
    const losses = events.flatMap((event) => (event.type === "request_ended" ? event.losses : []));
    expect(losses).toEqual([]);
  });

  it("is forgotten if the store fails", async () => {
    const fail = async () => {
      throw new Error("The store is away.");
    };
    const model = mockModel([signed]);
    const { service } = serviceOf(fromAiSdk(model, { reasoningStore: { put: fail, get: fail } }));
    const answer = await service.request(...requestOf("messages", { messages }));
    expect((await answer.json()).content).toMatchObject([{ type: "tool_use", name: "stock" }]);
  });
});

describe("fromAiSdk", () => {
  it("takes its id from the model, and the options of any model", () => {
    const model = fromAiSdk(mockModel([]), {
      aliases: ["claude-*"],
      capabilities: { images: false },
    });
    expect(model).toMatchObject({
      id: "scripted",
      aliases: ["claude-*"],
      capabilities: { images: false, extensions: [] },
    });
  });

  it.each([
    ["the name of a model", "openai/gpt-5", {}, /first argument/],
    ["an older model", { specificationVersion: "v2" }, {}, /first argument/],
    ["nothing", undefined, {}, /first argument.*such as a ToolLoopAgent\.$/],
    ["an agent of another version", { version: "agent-v0", id: "a" }, {}, /first argument/],
    [
      "settings that are no function",
      mockModel([]),
      { callSettings: {} },
      /^fromAiSdk: .*callSettings/,
    ],
    ["an agent without an id", { version: "agent-v1" }, {}, /`id`/],
    ["a wrong option", mockModel([]), { callerInstructions: "no" }, /callerInstructions/],
    ["an unknown option", mockModel([]), { alias: "no" }, /alias/],
    [
      "what is no store",
      mockModel([]),
      { reasoningStore: {} },
      /reasoningStore.*createMemoryReasoningStore/,
    ],
  ])("refuses %s", (_name, source, options, message) => {
    expect(() => fromAiSdk(source as never, options as never)).toThrow(message);
    expect(() => fromAiSdk(source as never, options as never)).toThrow(TypeError);
  });
});
