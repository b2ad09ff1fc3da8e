import {
  chatCompletionsUpstream,
  ServiceError,
  stop,
  toolCallArguments,
  toolCallStart,
} from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { requestOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { responsesUpstream } from "../src/index.js";
import { assertLegalStream } from "./legal-stream.js";
import { worldOf } from "./world.js";

const tools = [
  { type: "function", name: "look" },
  { type: "custom", name: "free" },
];

describe("a stream that does not end well", () => {
  it("R086 tells a failure in an event of its own, then in the response, with what was said", async () => {
    const { stream } = worldOf(async function* () {
      yield "Half";
      throw new ServiceError({ kind: "overloaded", message: "Too much." });
    });
    const { events } = await stream();
    const error = {
      type: "service_unavailable_error",
      code: "server_is_overloaded",
      message: "Too much.",
      param: null,
    };
    expect(events.slice(-2)).toMatchObject([
      { type: "error", error },
      {
        type: "response.failed",
        response: {
          status: "failed",
          error,
          completed_at: null,
          output: [{ type: "message", status: "incomplete" }],
        },
      },
    ]);
  });

  it("R070 gives a failure behind the service a code that clients know", async () => {
    const { stream, answer } = worldOf(async function* () {
      yield "Half";
      throw new TypeError("a bug");
    });
    const { events } = await stream();
    expect(events.at(-1).response.error).toEqual({
      code: "server_error",
      message: expect.any(String),
      type: "server_error",
      param: null,
    });
    const { status, body } = await answer();
    expect([status, body.error.code]).toEqual([500, "server_error"]);
  });

  it("R087 is failed, and never completed, if the upstream's stream breaks off", async () => {
    const chunk = (delta: object) =>
      `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
    const upstream = chatCompletionsUpstream({
      ...{ id: "scripted", model: "m", baseUrl: "http://upstream.test/v1", apiKey: "key" },
      fetch: async () =>
        new Response(chunk({ role: "assistant", content: "Half" }), {
          headers: { "content-type": "text/event-stream" },
        }),
    });
    const { events } = await worldOf(upstream).stream();
    expect(events.map(({ type }) => type).slice(-2)).toEqual(["error", "response.failed"]);
  });

  it("leaves a call incomplete that was cut in its middle, of a function and of a tool with free text", async () => {
    const cut = (name: string, json: string) => [
      toolCallStart({ name }),
      toolCallArguments(json),
      stop("max_tokens"),
    ];
    const { events } = await worldOf(cut("look", '{"a":')).stream({ tools });
    expect(events.at(-1)).toMatchObject({
      type: "response.incomplete",
      response: { output: [{ type: "function_call", status: "incomplete", arguments: '{"a":' }] },
    });
    const { body } = await worldOf(cut("free", '{"input":"one \\"two\\u00')).answer({ tools });
    expect(body.output).toMatchObject([{ status: "incomplete", input: 'one "two' }]);
  });
});

describe("a silent stream", () => {
  it("R085 sends events, which clients count as a sign of life", async () => {
    let goOn = () => undefined as unknown;
    const gate = new Promise((resolve) => {
      goOn = () => resolve(undefined);
    });
    const { ask } = worldOf(
      async function* () {
        yield "One.";
        await gate;
      },
      { pingInterval: 5 },
    );
    const response = await ask({ model: "scripted", input: "hi", stream: true });
    let text = "";
    for await (const piece of (response.body ?? expect.fail()).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += piece;
      if (text.includes("keepalive")) goOn();
    }
    const events = assertLegalStream(framesOf(text));
    expect(events.some(({ type }) => type === "keepalive")).toBe(true);
    expect(events.at(-1).type).toBe("response.completed");
  });
});

describe("the Open Responses specification", () => {
  it("ends a stream with [DONE], also one that failed", async () => {
    const own = { responses: { dialect: "open-responses" } } as const;
    const failing = async function* () {
      yield "Half";
      throw new Error("a bug");
    };
    for (const script of [["Hi."], failing]) {
      const response = await worldOf(script, own).ask({
        model: "scripted",
        input: "hi",
        stream: true,
      });
      expect(await response.text()).toMatch(/\ndata: \[DONE\]\n\n$/);
    }
  });
});

describe("a stream and its ends", () => {
  it("R088 stops the model when its caller leaves", async () => {
    let stopped = () => undefined as unknown;
    const isStopped = new Promise((resolve) => {
      stopped = () => resolve(undefined);
    });
    const { ask } = worldOf(async function* ({ signal }) {
      signal.addEventListener("abort", stopped);
      yield "One.";
      await isStopped;
    });
    const leaving = new AbortController();
    const body = JSON.stringify({ model: "scripted", input: "hi", stream: true });
    const response = await ask({}, { body, signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    expect(await isStopped).toBeUndefined();
  });

  it("R089 carries text of several bytes, however an upstream's bytes are cut", async () => {
    const said = "Grüße, 世界 🎉";
    const inner = worldOf([said]);
    const whole = await (await inner.ask({ model: "scripted", input: "hi", stream: true })).text();
    const upstream = responsesUpstream({
      ...{ id: "scripted", model: "scripted", baseUrl: "http://upstream.test/v1", apiKey: "key" },
      fetch: async () => {
        const bytes = new TextEncoder().encode(whole);
        const body = new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
            controller.close();
          },
        });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      },
    });
    const { events } = await worldOf(upstream).stream();
    expect(events.map(({ delta }) => delta ?? "").join("")).toBe(said);
    const { service } = worldOf(upstream);
    const [path, init] = requestOf("chat-completions", { model: "scripted", stream: true });
    const translated = await (await service.request(path, init)).text();
    expect(translated).toContain(said);
  });

  it("R090 ends at once, and leaves no timer behind", async () => {
    const { ask, service } = worldOf(["Hi."], { pingInterval: 3_600_000 });
    const response = await ask({ model: "scripted", input: "hi", stream: true });
    expect(await response.text()).toContain("response.completed");
    await service.close();
  });
});
