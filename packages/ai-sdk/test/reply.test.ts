import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { fromAiSdk } from "@diglot/ai-sdk";
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
    ["nothing", undefined, {}, /first argument/],
    ["an agent without an id", { version: "agent-v1" }, {}, /`id`/],
    ["a wrong option", mockModel([]), { callerInstructions: "no" }, /callerInstructions/],
    ["an unknown option", mockModel([]), { alias: "no" }, /alias/],
  ])("refuses %s", (_name, source, options, message) => {
    expect(() => fromAiSdk(source as never, options as never)).toThrow(message);
    expect(() => fromAiSdk(source as never, options as never)).toThrow(TypeError);
  });
});
