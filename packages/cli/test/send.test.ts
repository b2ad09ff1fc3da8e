import { createServer } from "node:http";
import { listen } from "@diglot/test-support/servers";
import { describe, expect, it } from "vitest";
import { type Sending, send } from "../src/doctor/send.js";
import { closedPort, type Reply, serve } from "./servers.js";

const target = { model: "m", maxTokens: 64, maxTokensField: "max_tokens" } as const;

function sendTo(origin: string, change: Partial<Sending> = {}, stream = false) {
  const sending: Sending = {
    upstream: {
      format: "chat-completions",
      baseUrl: `${origin}/v1`,
      models: [],
      speaks: ["chat-completions"],
      credential: "bearer",
    },
    apiKey: "sk-secret",
    fetch: globalThis.fetch,
    timeout: 60_000,
    ...change,
  };
  return send(sending, { prompt: "Hi", stream }, target);
}

const outcomeOf = async (reply: Reply) => sendTo(await serve({ "*": reply }));
const error = (message: string) => ({ error: { message } });
const events = (...data: readonly string[]) => ({
  status: 200,
  headers: { "content-type": "text/event-stream; charset=utf-8" },
  text: data.map((one) => `data: ${one}\n\n`).join(""),
});

describe("send", () => {
  it("reads a reply, as JSON and as a stream", async () => {
    const choice = { message: { content: "Hi" }, finish_reason: "stop" };
    expect(await outcomeOf({ status: 200, json: { choices: [choice] } })).toMatchObject({
      kind: "replied",
      reply: { text: "Hi" },
    });
    const chunk = JSON.stringify({ choices: [{ delta: { content: "Hi" } }] });
    const streamed = await sendTo(await serve({ "*": events(chunk, "[DONE]") }), {}, true);
    expect(streamed).toMatchObject({ kind: "replied", reply: { stream: { events: 1 } } });
  });

  it.each([400, 404, 413, 415, 422])("takes %i for a refusal, with its words", async (status) => {
    const words = `${status} not that, [key]`;
    expect(await outcomeOf({ status, json: error("not\nthat, sk-secret") })).toEqual({
      kind: "refused",
      status,
      words,
    });
  });

  it.each([401, 402, 403, 408, 429, 500, 501, 503, 529, 302])(
    "concludes nothing from %i",
    async (status) => {
      const words = `${status} oh`;
      expect(await outcomeOf({ status, json: error("oh") })).toEqual({ kind: "failed", words });
    },
  );

  it("concludes nothing from an answer that is no reply", async () => {
    const unreadable = { kind: "failed", words: "an unreadable reply" };
    expect(await outcomeOf({ status: 200, text: "<html>" })).toEqual(unreadable);
    expect(await outcomeOf(events("[DONE]"))).toEqual(unreadable);
    expect(await outcomeOf({ status: 200, json: error("an error all the same") })).toEqual({
      kind: "failed",
      words: "an error all the same",
    });
  });

  it("concludes nothing from a stream that has an error", async () => {
    const failed = events(JSON.stringify({ choices: [] }), JSON.stringify(error("out of memory")));
    expect(await outcomeOf(failed)).toEqual({
      kind: "failed",
      words: "an error in the stream: out of memory",
    });
  });

  it("concludes nothing from a connection that fails or a server that is silent", async () => {
    expect(await sendTo(`http://127.0.0.1:${await closedPort()}`)).toEqual({
      kind: "failed",
      words: "the connection failed: ECONNREFUSED",
    });
    const silent = await listen(createServer(() => undefined));
    expect(await sendTo(`http://127.0.0.1:${silent}`, { timeout: 50 })).toEqual({
      kind: "failed",
      words: "no answer within 0.05 s",
    });
  });

  it("sends the key only where it belongs, and follows no redirect", async () => {
    const headers: unknown[] = [];
    const elsewhere = await serve({ "*": () => ({ status: 500 }) });
    const origin = await serve({
      "*": (request) => {
        headers.push(request.headers.authorization);
        return { status: 307, headers: { location: `${elsewhere}/v1/chat/completions` } };
      },
    });
    expect(await sendTo(origin)).toEqual({ kind: "failed", words: "307" });
    expect(headers).toEqual(["Bearer sk-secret"]);
  });
});
