import { type Model, withRetry } from "@diglot/core";
import { createFake, faults, toolCall } from "@diglot/testing";
import { expect, it, vi } from "vitest";
import { ask, type Question, type Way } from "./ask.js";
import { requestOf } from "./requests.js";
import { serviceOf } from "./services.js";
import { pause, until } from "./wait.js";

/** Makes a model of a framework whose provider has this `fetch` and the key `sk-upstream`. */
export type Create = (fetch: typeof globalThis.fetch) => Model;

/** A fake in the place of a provider. */
export function fakeOf() {
  const fake = createFake();
  return { fake, fetch: fake.fetch as typeof globalThis.fetch };
}

/** Serves a model and asks it, once. `losses` are the reasons in the receipt. */
export function asked(model: Model, way: Way, change: Partial<Question> = {}) {
  const { service, ledger, failures, events } = serviceOf(model);
  const reply = ask(service, way, { model: model.id, user: "How many mugs?", ...change });
  const losses = () =>
    events.flatMap((event) =>
      event.type === "request_ended" ? event.losses.map(({ reason }) => reason) : [],
    );
  return { reply, ledger, failures, losses };
}

/** What holds of every chat model of a framework, in front of a real provider of it. */
export function itServesModel(way: Way, create: Create): void {
  it("answers with text, its reason and exactly the usage that the provider reported", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([{ text: "Three are left.", usage: { input: 40, cacheRead: 20, output: 9 } }]);
    const { reply, ledger } = asked(create(fetch), way);
    expect(await reply).toEqual({
      text: "Three are left.",
      reasoning: "",
      refusal: "",
      calls: [],
      reason: way.format === "messages" ? "end_turn" : "stop",
      usage: { input: 40, cacheRead: 20, output: 9 },
    });
    expect(ledger.all()).toMatchObject([{ state: "settled", usage: { input: 40, cacheRead: 20 } }]);
  });

  it("passes on the instructions, the tools and the limit, and parallel calls come back", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply(
      "I look. ",
      toolCall({ name: "stock", arguments: { item: "mug" } }),
      toolCall({ name: "price", arguments: { item: "mug", deep: { list: [1, 2] } } }),
    );
    const { reply } = asked(create(fetch), way, {
      system: "Be brief.",
      tools: ["stock", "price"],
      chat: { max_completion_tokens: 1000 },
    });
    expect(await reply).toMatchObject({
      text: "I look. ",
      calls: [
        { name: "stock", input: { item: "mug" } },
        { name: "price", input: { item: "mug", deep: { list: [1, 2] } } },
      ],
      reason: way.format === "messages" ? "tool_use" : "tool_calls",
    });
    expect(fake.calls[0]?.conversation).toMatchObject({
      system: [{ text: "Be brief." }],
      tools: [{ name: "stock" }, { name: "price" }],
      maxTokens: 1000,
    });
  });

  it("becomes the provider's error with its retry hint, without its words and its key", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([{ fault: faults.rateLimited({ retryAfterSeconds: 7, message: "canary" }) }]);
    const { reply } = asked(create(fetch), way);
    const error: { status?: number; message?: string; headers?: Headers } = await reply.then(
      () => ({}),
      (thrown) => thrown,
    );
    expect([error.status, error.headers?.get("retry-after")]).toEqual([429, "7"]);
    expect(String(error.message)).not.toMatch(/sk-upstream|canary/);
  });

  itStopsWithItsCaller(way, create);
}

/**
 * What holds of every agent of a framework. It is told "You know the shop." and has a tool `stock`, which
 * answers "3 left".
 */
export function itServesAgent(way: Way, create: Create): void {
  it("runs its tools itself; the caller sees its text and the usage of all steps", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([
      {
        pieces: ["I look.", toolCall({ name: "stock", arguments: {} })],
        usage: { input: 40, cacheRead: 5, output: 9 },
      },
      { text: "Three are left.", usage: { input: 60, cacheRead: 30, output: 6 } },
    ]);
    const { reply, ledger } = asked(create(fetch), way, { system: "Be brief." });
    expect(await reply).toEqual({
      text: "I look.\n\nThree are left.",
      reasoning: "",
      refusal: "",
      calls: [],
      reason: way.format === "messages" ? "end_turn" : "stop",
      usage: { input: 100, cacheRead: 35, output: 15 },
    });
    expect(ledger.all()).toMatchObject([{ state: "settled", end: "completed" }]);
    expect(fake.calls[0]?.conversation?.system).toMatchObject([{ text: "You know the shop." }]);
    expect(JSON.stringify(fake.calls[0]?.conversation?.turns)).toContain("Be brief.");
    expect(JSON.stringify(fake.calls[1]?.conversation?.turns)).toContain("3 left");
  });

  it("refuses the tools of its caller, by the name of the field", async () => {
    const { fetch } = fakeOf();
    const { reply } = asked(create(fetch), way, { tools: ["mine"] });
    await expect(reply).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("tools"),
    });
  });

  it("fails as its provider fails, also in a later step; what was used is counted", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([
      {
        pieces: [toolCall({ name: "stock", arguments: {} })],
        usage: { input: 40, output: 9 },
      },
      { fault: faults.rateLimited({ message: "canary" }) },
    ]);
    const { reply, ledger } = asked(create(fetch), way);
    const error: unknown = await reply.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 429 });
    expect(String(error)).not.toMatch(/sk-upstream|canary/);
    expect(ledger.all()).toMatchObject([
      { end: "upstream_error", usage: { input: 40, output: 9 }, upstreamStatus: 429 },
    ]);
  });

  it("is run again if its first step fails, which costs nothing", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([{ fault: faults.html(503) }, { text: "Three are left." }]);
    const { reply } = asked(withRetry(create(fetch), { baseDelay: 0 }), way);
    expect(await reply).toMatchObject({ text: "Three are left." });
  });

  it("is not run again once a step is complete, which would be paid twice", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([
      { pieces: [toolCall({ name: "stock", arguments: {} })], usage: { input: 40, output: 9 } },
      { fault: faults.html(503) },
      { text: "Three are left." },
    ]);
    const { reply, ledger } = asked(withRetry(create(fetch), { baseDelay: 0 }), way);
    await expect(reply).rejects.toBeDefined();
    expect(fake.calls).toHaveLength(2);
    expect(ledger.all()).toMatchObject([{ usage: { input: 40, output: 9 } }]);
  });

  it("counts what was used before a failure, also for a caller who reads nothing until then", async () => {
    const { fake, fetch } = fakeOf();
    const usage = { input: 40, cacheRead: 5, output: 9 };
    fake.script([
      { pieces: ["I look.", toolCall({ name: "stock", arguments: {} })], usage },
      { fault: faults.rateLimited() },
    ]);
    const model = create(fetch);
    const { service, ledger } = serviceOf(model);
    const streaming = requestOf(way.format, { model: model.id, stream: true });
    const { body } = await service.request(...streaming);
    const reader = body?.getReader();
    await reader?.read();
    await until(() => fake.calls[0]?.state === "whole");
    // Some frameworks go on by themselves, others wait for the reader.
    await pause(200);
    while (!(await reader?.read())?.done);
    expect(ledger.all()).toMatchObject([{ end: "upstream_error", usage }]);
  });

  itStopsWithItsCaller(way, create);
}

function itStopsWithItsCaller(way: Way, create: Create): void {
  it("stops the provider when the caller leaves", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([{ text: "never ", fault: faults.stall({ events: 2 }) }]);
    const leaving = new AbortController();
    const { reply, ledger } = asked(create(fetch), way, { signal: leaving.signal });
    await until(() => fake.calls.length === 1);
    leaving.abort();
    // The client of Chat Completions ends its stream as if it were whole.
    await reply.catch(() => undefined);
    await until(() => fake.calls[0]?.state === "aborted");
    await until(() => ledger.all()[0]?.state === "settled");
    expect(ledger.all()).toMatchObject([{ end: "client_abort" }]);
  });
}

/** What holds of an agent that also has a tool `ask_user`, which only its caller can run. */
export function itHandsOver(way: Way, create: Create): void {
  it("hands over the calls of tools that it has no code for", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply("Which? ", toolCall({ name: "ask_user", arguments: { of: "mugs" } }));
    const { reply } = asked(create(fetch), way);
    expect(await reply).toMatchObject({
      text: "Which? ",
      calls: [{ name: "ask_user", input: { of: "mugs" } }],
      reason: way.format === "messages" ? "tool_use" : "tool_calls",
    });
  });
}

/** The turns of a Messages body that ends with the result of a tool: an error, with a text and an image. */
export const failedResult = [
  { role: "user", content: "hi" },
  { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "zoom", input: {} }] },
  {
    role: "user",
    content: [
      {
        ...{ type: "tool_result", tool_use_id: "c1", is_error: true },
        content: [
          { type: "text", text: "Bad." },
          {
            type: "image",
            source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
          },
        ],
      },
    ],
  },
];

/** What holds of a model of a framework that throws the bug of a host: `new TypeError("my bug")`. */
export function itLeavesTraces(model: Model): void {
  it("leaves a trace of a bug in it in a service without a reporter", async () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { service } = serviceOf(model, { reporter: undefined });
    const answer = await service.request(...requestOf("messages", { model: model.id }));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("my bug");
    const id = answer.headers.get("request-id");
    expect(print.mock.calls.flat()).toEqual([
      expect.stringMatching(`request ${id}, internal: TypeError: my bug\n +at `),
    ]);
    print.mockRestore();
  });
}
