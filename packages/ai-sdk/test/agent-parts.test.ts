import { inspect } from "node:util";
import { fromAiSdk } from "@diglot/ai-sdk";
import { createMemoryReasoningStore, withRetry } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { agentOf, answerOf } from "./served.js";

const text = (words: string) => ({ type: "text", text: words });
const said = (words: string) => ({ type: "text-delta", text: words });
const thought = (words: string) => ({ type: "reasoning-delta", text: words });
const finish = (finishReason = "stop", rawFinishReason?: string) => ({
  ...{ type: "finish", finishReason, rawFinishReason },
});
const call = (toolCallId: string, more: object = {}) => ({
  ...{ type: "tool-call", toolCallId, toolName: "stock", input: { of: "mugs" }, ...more },
});

/** What a caller of Messages gets of an agent's parts. */
async function answerTo(parts: readonly unknown[]) {
  const { text, ...answer } = await answerOf(fromAiSdk(agentOf(parts)), "messages");
  return { ...answer, ...JSON.parse(text) };
}

describe("what an agent shows", () => {
  const endStep = {
    type: "finish-step",
    usage: { inputTokens: 1, inputTokenDetails: {}, outputTokens: 1, outputTokenDetails: {} },
  };
  const start = (anthropic: object) => ({
    ...{ type: "reasoning-start", providerMetadata: { anthropic } },
  });
  const end = (anthropic: object) => ({
    ...{ type: "reasoning-end", providerMetadata: { anthropic } },
  });

  it.each<[string, readonly object[], readonly object[]]>([
    ["text", [said("Th"), said("ree.")], [text("Three.")]],
    [
      "the text of each step as a paragraph",
      [said("I look."), endStep, said("Three.")],
      [text("I look.\n\nThree.")],
    ],
    [
      "reasoning, with its proof",
      [start({}), thought("Hm."), end({ signature: "proof" }), said("3")],
      [{ type: "thinking", thinking: "Hm.", signature: "proof" }, text("3")],
    ],
    [
      "reasoning that only its maker can read",
      [start({ redactedData: "sealed" }), end({}), said("3")],
      [{ type: "redacted_thinking", data: "sealed" }, text("3")],
    ],
    [
      "parts of reasoning as paragraphs, over a text without a word",
      [start({}), thought("One."), said(""), start({}), thought("Two."), said("3")],
      [{ type: "thinking", thinking: "One.\n\nTwo." }, text("3")],
    ],
    [
      "reasoning after a text as one that stands apart",
      [start({}), thought("One."), said("A"), start({}), thought("Two."), said("B")],
      [{ thinking: "One." }, text("A"), { thinking: "Two." }, text("B")],
    ],
    ["nothing of a part that is new", [{ type: "something-new" }, said("3")], [text("3")]],
  ])("is %s", async (_name, parts, content) => {
    const answer = await answerTo([...parts, finish()]);
    expect(answer.content).toMatchObject(content);
    expect(answer.content).toHaveLength(content.length);
    expect(answer.losses).toEqual([]);
  });

  it.each([
    ["source", "sources"],
    ["file", "a file"],
    ["reasoning-file", "a file"],
  ])("is no %s: the receipt says so", async (type, words) => {
    const { losses, content } = await answerTo([{ type }, said("3"), finish()]);
    expect(content).toEqual([text("3")]);
    expect(losses).toMatchObject([
      { code: "dropped", at: "", reason: expect.stringContaining(words) },
    ]);
  });
});

describe("the calls of an agent", () => {
  it.each(["tool-result", "tool-error"])("are its own if they have a %s", async (type) => {
    const parts = [call("a"), { type, toolCallId: "a" }, said("Three."), finish()];
    expect(await answerTo(parts)).toMatchObject({ content: [text("Three.")] });
  });

  it("are its provider's if the provider runs them", async () => {
    const parts = [call("a", { providerExecuted: true }), said("Three."), finish()];
    expect(await answerTo(parts)).toMatchObject({ content: [text("Three.")] });
  });

  it("are for the caller if nobody answers them", async () => {
    const parts = [
      ...[call("a"), { type: "tool-result", toolCallId: "a" }],
      ...[call("b"), call("c", { input: undefined }), finish("tool-calls")],
    ];
    const answer = await answerTo(parts);
    expect(answer.stop_reason).toBe("tool_use");
    expect(answer.content).toMatchObject([
      { type: "tool_use", name: "stock", input: { of: "mugs" } },
      { type: "tool_use", name: "stock", input: {} },
    ]);
  });

  it("are the last thing of an agent that may take no more steps: it has ended", async () => {
    const parts = [call("a"), { type: "tool-result", toolCallId: "a" }, finish("tool-calls")];
    expect(await answerTo([said("I look."), ...parts])).toMatchObject({
      stop_reason: "end_turn",
    });
  });

  it("keep the proofs that their provider wants back", async () => {
    const store = createMemoryReasoningStore();
    const kept: unknown[] = [];
    const reasoningStore = {
      ...store,
      put: (...entry: Parameters<typeof store.put>) => {
        kept.push(entry[1]);
        return store.put(...entry);
      },
    };
    const google = { thoughtSignature: "proof" };
    const parts = [call("a", { providerMetadata: { google } }), finish("tool-calls")];
    await answerOf(fromAiSdk(agentOf(parts), { reasoningStore }), "messages");
    expect(kept).toEqual([[{ type: "redacted_thinking", data: JSON.stringify({ google }) }]]);
  });
});

describe("the tokens of an agent", () => {
  const step = (inputTokens: number | undefined, inputTokenDetails: object) => ({
    type: "finish-step",
    usage: {
      ...{ inputTokens, inputTokenDetails, outputTokens: 9 },
      outputTokenDetails: { reasoningTokens: 3 },
    },
  });
  const cached = { cacheReadTokens: 20, cacheWriteTokens: 10 };

  it.each<[string, readonly object[], object]>([
    [
      "of each kind once",
      [step(70, { noCacheTokens: 40, ...cached })],
      { input: 40, cacheRead: 20, cacheWrite: 10, output: 9, reasoning: 3 },
    ],
    ["without what was cached", [step(70, cached)], { input: 40, cacheRead: 20, cacheWrite: 10 }],
    ["of a total alone", [step(70, {})], { input: 70, cacheRead: 0, cacheWrite: 0 }],
    ["never below zero", [step(5, cached)], { input: 0, cacheRead: 20 }],
    ["of all steps", [step(70, {}), step(30, cached)], { input: 70, cacheRead: 20, output: 18 }],
    [
      "as the service counts them",
      [step(undefined, {})],
      { sources: { input: "estimated", output: "reported" } },
    ],
  ])("are kept %s", async (_name, parts, usage) => {
    expect((await answerTo([said("Three."), ...parts, finish()])).rows).toMatchObject([{ usage }]);
  });

  it.each([
    ["again if no step is complete", [], 2],
    ["not again if a step is complete, which is paid", [step(70, {})], 1],
  ])("are why a run that fails is tried %s", async (_name, parts, times) => {
    const calls: object[] = [];
    const error = Object.assign(new Error("Later."), { statusCode: 503 });
    const agent = fromAiSdk(agentOf([...parts, { type: "error", error }], calls));
    await answerOf(withRetry(agent, { baseDelay: 0, retries: 1 }), "messages");
    expect(calls).toHaveLength(times);
  });
});

describe("the end of an agent", () => {
  it.each([
    ["stop", undefined, "end_turn"],
    ["length", undefined, "max_tokens"],
    ["content-filter", undefined, "refusal"],
    ["stop", "refusal", "refusal"],
    ["stop", "pause_turn", "pause_turn"],
    ["stop", "model_context_window_exceeded", "model_context_window_exceeded"],
    ["stop", "constructor", "end_turn"],
    ["toString", undefined, "end_turn"],
    ["other", "something new", "end_turn"],
  ])("has the reason of its provider: %s, %s", async (reason, raw, stop_reason) => {
    expect(await answerTo([said("Thr"), finish(reason, raw)])).toMatchObject({ stop_reason });
  });

  it.each<[string, unknown[]]>([
    ["is missing", [said("Thr")]],
    ["is an error", [said("Thr"), finish("error")]],
    ["is an interruption", [said("Thr"), finish("interrupted")]],
    ["is an abort", [said("Thr"), { type: "abort" }]],
  ])("fails the request if it %s", async (_name, parts) => {
    const { rows, ...answer } = await answerTo(parts);
    expect(answer.status).toBe(502);
    expect(answer.error.message).toContain("broke off");
    expect(rows).toMatchObject([{ end: "upstream_error" }]);
  });

  it("fails the request if a tool needs an approval", async () => {
    const { status, failures } = await answerTo([{ type: "tool-approval-request" }]);
    expect(status).toBe(500);
    expect(inspect(failures)).toContain("needs an approval");
  });

  it("stops whatever the agent may still do", async () => {
    const calls: { abortSignal?: AbortSignal }[] = [];
    await answerOf(fromAiSdk(agentOf([said("3"), finish()], calls)), "messages");
    expect(calls).toMatchObject([{ abortSignal: { aborted: true } }]);
  });
});

describe("an error of the AI SDK", () => {
  const errorOf = (name: string, more: object = {}) =>
    Object.assign(new Error("canary"), { name, ...more });

  it.each<[string, Error, number, string]>([
    [
      "about a request that is not supported is the caller's",
      errorOf("AI_UnsupportedFunctionalityError"),
      400,
      "does not support a part of this request",
    ],
    ["about a file is the caller's", errorOf("AI_DownloadError"), 400, "does not support"],
    ...[
      "AI_APICallError",
      "AI_EmptyResponseBodyError",
      "AI_InvalidResponseDataError",
      "AI_JSONParseError",
      "AI_TypeValidationError",
    ].map((name): [string, Error, number, string] => [
      `${name} is that of a reply that cannot be read`,
      errorOf(name),
      502,
      "could not be read",
    ]),
    [
      "about several attempts is that of the last one",
      errorOf("AI_RetryError", { lastError: errorOf("AI_JSONParseError") }),
      502,
      "could not be read",
    ],
    [
      "with a status is that of the provider",
      errorOf("AI_APICallError", { statusCode: 429 }),
      429,
      "",
    ],
    ["that is new is a defect", errorOf("AI_Something"), 500, ""],
  ])("%s", async (_name, error, status, words) => {
    for (const parts of [[error], [{ type: "error", error }]]) {
      const answer = await answerTo(parts);
      expect([answer.status, answer.error.message]).toEqual([
        status,
        expect.stringContaining(words),
      ]);
      const reported = inspect(answer.failures, { depth: 12, showHidden: true });
      if (status === 400 || status === 502) expect(reported).toContain("AI_");
      expect(answer.error.message).not.toContain("canary");
      if (status !== 500) expect(reported).not.toContain("canary");
    }
  });

  it("that is nothing fails the request", async () => {
    expect(await answerTo([{ type: "error", error: undefined }])).toMatchObject({ status: 500 });
  });
});
