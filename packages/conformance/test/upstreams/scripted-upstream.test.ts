import { setDefaultCACertificates } from "node:tls";
import type Anthropic from "@anthropic-ai/sdk";
import { chatClient, messagesClient } from "@diglot/test-support/clients";
import { until } from "@diglot/test-support/wait";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ChatDialectName,
  chatDialects,
  closeBeforeHead,
  createCertificate,
  createFullPort,
  createScriptedUpstream,
  cutAfter,
  declareMore,
  endlessBody,
  fail,
  findClosedPort,
  garbageHead,
  hello,
  informationalHeads,
  inPiecesOf,
  redacted,
  resetBeforeHead,
  type ScriptedUpstream,
  say,
  script,
  stallBeforeHead,
  text,
  thinking,
  toolCall,
  twoLengths,
} from "../../upstream/index.js";

let upstream: ScriptedUpstream;
beforeEach(async () => {
  upstream = await createScriptedUpstream();
});
afterEach(() => upstream.close());

const everything = script(
  [
    thinking(["Let me ", "see."], "c2lnbmF0dXJl"),
    redacted("b3BhcXVl"),
    text("The weather", " it is."),
    toolCall("call_1", "weather", '{"city"', ':"Paris"}'),
    toolCall("call_2", "time"),
  ],
  { usage: { input: 20, output: 30, cacheRead: 4, reasoning: 5 } },
);

const dialectNames = Object.keys(chatDialects) as ChatDialectName[];

function postTo(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/v1/messages`, { method: "POST", body: '{"stream":true}', ...init });
}

describe("what the scripted upstream says", () => {
  it("is a message to the official client, streamed or not", async () => {
    upstream.reply(say(everything));
    const client = messagesClient({ fetch, baseURL: upstream.url });
    const request = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
    const typed = request as Anthropic.MessageCreateParamsNonStreaming;
    const whole = await client.messages.create(typed);
    const streamed = await client.messages.stream(typed).finalMessage();
    expect(streamed).toMatchObject(JSON.parse(JSON.stringify(whole)));
    expect(whole.content.map(({ type }) => type)).toEqual([
      "thinking",
      "redacted_thinking",
      "text",
      "tool_use",
      "tool_use",
    ]);
  });

  it.each(dialectNames)("is a completion to the official client: %s", async (dialect) => {
    upstream.reply(say(everything, undefined, { dialect }));
    const client = chatClient({ fetch, baseURL: upstream.url });
    const request = { model: "m", messages: [{ role: "user" as const, content: "hi" }] };
    const whole = await client.chat.completions.create(request);
    const streamed = await client.chat.completions
      .stream({ ...request, stream_options: { include_usage: true } })
      .finalChatCompletion();
    const [choice] = whole.choices;
    expect(streamed.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { content: "The weather it is.", tool_calls: choice?.message.tool_calls },
    });
    expect(streamed.usage).toEqual(whole.usage);
    expect(whole.usage).toMatchObject({ prompt_tokens: 24, completion_tokens: 30 });
  });

  it("is an error of each format where it fails", async () => {
    upstream.reply(fail(429, "rate_limit_error", "Slow down."));
    const messages = await postTo(upstream.url);
    const chat = await fetch(`${upstream.url}/v1/chat/completions`, { method: "POST" });
    expect([messages.status, chat.status]).toEqual([429, 429]);
    expect((await messages.json()).error.type).toBe("rate_limit_error");
    expect((await chat.json()).error).toEqual({
      message: "Slow down.",
      type: "rate_limit_error",
      param: null,
      code: null,
    });
  });
});

describe("what the scripted upstream does", () => {
  it("answers in the queued order, the last answer for all that follow", async () => {
    upstream.reply(fail(500, "api_error", "No."), say(hello));
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      const response = await postTo(upstream.url);
      await response.text();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([500, 200, 200]);
    expect(upstream.requests).toHaveLength(3);
  });

  it("records the request, also one in chunks", async () => {
    upstream.reply(say(hello));
    const body = new Blob(['{"a":', "1}"]).stream();
    await postTo(upstream.url, { body, duplex: "half", headers: { "X-Mine": "yes" } } as object);
    const [request] = upstream.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v1/messages", text: '{"a":1}' });
    expect(request?.body).toEqual({ a: 1 });
    expect(request?.header("x-mine")).toBe("yes");
    expect(request?.leftAt).toBeUndefined();
  });

  it("notes when the peer leaves, and that nothing is open then", async () => {
    upstream.reply(stallBeforeHead);
    const caller = new AbortController();
    const response = postTo(upstream.url, { signal: caller.signal });
    await until(() => upstream.census().answering === 1);
    caller.abort();
    await expect(response).rejects.toThrow();
    await until(() => upstream.census().sockets === 0);
    expect(upstream.requests[0]?.leftAt).toBeGreaterThan(0);
    expect(upstream.census().answering).toBe(0);
  });

  it.each([
    ["resets before the head", resetBeforeHead, "Error"],
    ["closes before the head", closeBeforeHead, "SocketError"],
    ["sends garbage for a head", garbageHead, "HTTPParserError"],
    ["sends two lengths", say(hello, twoLengths), "ResponseContentLengthMismatchError"],
  ])("%s", async (_name, answer, name) => {
    upstream.reply(answer);
    const error = await postTo(upstream.url).catch((reason: Error) => reason);
    expect(error).toMatchObject({ cause: { name } });
  });

  it.each([
    ["cuts the body by a close", cutAfter({ piece: 3 }, "close")],
    ["cuts the body by a reset", cutAfter({ byte: 40 }, "reset")],
    ["declares more than it sends", declareMore(10)],
  ])("%s", async (_name, fault) => {
    upstream.reply(say(hello, fault));
    const response = await postTo(upstream.url);
    await expect(response.text()).rejects.toThrow();
  });

  it("sends the same body in other pieces, and after informational heads", async () => {
    upstream.reply(
      say(hello),
      say(hello, inPiecesOf(1)),
      say(hello, informationalHeads(50)),
      say(hello, cutAfter({ piece: 99 }, "end")),
    );
    const bodies = new Set<string>();
    for (let count = 0; count < 4; count += 1)
      bodies.add(await (await postTo(upstream.url)).text());
    expect(bodies.size).toBe(1);
  });

  it("sends without end until the peer leaves, at the peer's pace", async () => {
    upstream.reply(endlessBody(200, "text/plain", "x".repeat(1_000)));
    const response = await postTo(upstream.url);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    await until(() => upstream.census().sockets === 0);
  });

  it("refuses, hangs, and speaks TLS with certificates of its own making", async () => {
    const closed = await postTo(`http://127.0.0.1:${await findClosedPort()}`).catch(String);
    expect(closed).toContain("fetch failed");

    const full = await createFullPort();
    const signal = AbortSignal.timeout(300);
    const hanging = await postTo(`http://127.0.0.1:${full.port}`, { signal }).catch(String);
    expect(hanging).toContain("TimeoutError");
    await full.close();

    const certificate = createCertificate();
    const secure = await createScriptedUpstream({ certificate });
    secure.reply(say(hello));
    const distrusted = await postTo(secure.url).catch((error: Error) => error);
    expect(distrusted).toMatchObject({ cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } });
    setDefaultCACertificates([certificate.cert]);
    expect((await postTo(secure.url)).status).toBe(200);
    await secure.close();
  });
});
