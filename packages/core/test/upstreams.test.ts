import { framesOf, textOf } from "@diglot/test-support/answers";
import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { noUsage } from "../src/conversation/usage/usage.js";
import {
  chatCompletionsUpstream,
  createMemoryReasoningStore,
  listUpstreamModels,
  messagesUpstream,
  type ServiceOptions,
} from "../src/index.js";
import { everyWay, upstreamCreators } from "./attempt-of.js";
import {
  type AnyUpstreamOptions,
  fakeUpstream,
  frames,
  publicly,
  replies,
  streamOf,
} from "./upstream-of.js";

/** A service with one fake upstream. */
function serviceBefore(
  upstream: FormatName,
  answer: Parameters<typeof fakeUpstream>[0],
  options: Partial<AnyUpstreamOptions> = {},
  serviceOptions: Partial<ServiceOptions> = {},
) {
  const fake = fakeUpstream(answer, options);
  const served = serviceOf(upstreamCreators[upstream](fake.options), serviceOptions);
  return { ...served, seen: fake.seen };
}

/** Answers in the upstream's format, in the requested form. */
function answerOf(upstream: FormatName): Parameters<typeof fakeUpstream>[0] {
  return ({ body }) =>
    body.stream === true ? streamOf(frames[upstream]) : Response.json(replies[upstream]);
}

describe.each(everyWay)("a $caller caller before a $upstream upstream", (pair) => {
  const { caller, upstream } = pair;

  it("gets a JSON reply, and its usage is in the ledger", async () => {
    const { service, ledger, seen } = serviceBefore(upstream, answerOf(upstream));
    const response = await service.request(...requestOf(caller));
    expect(response.status).toBe(200);
    expect(textOf(caller, await response.json())).toBe("Hello.");
    expect(seen[0]?.body.model).toBe("real-model");
    await service.close();
    expect(ledger.all()).toMatchObject([
      {
        end: "completed",
        usage: { input: 11, output: 3, sources: { input: "reported", output: "reported" } },
      },
    ]);
  });

  it("gets a stream, and its usage is in the ledger", async () => {
    const { service, ledger } = serviceBefore(upstream, answerOf(upstream));
    const response = await service.request(...requestOf(caller, { stream: true }));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const data = framesOf(await response.text()).map((frame) => frame.data);
    expect(data.filter((text) => text.includes("Hel"))).toHaveLength(1);
    expect(data.filter((text) => text.includes("lo."))).toHaveLength(1);
    expect(data.at(-1)).toContain(caller === "messages" ? "message_stop" : "[DONE]");
    await service.close();
    expect(ledger.all()).toMatchObject([
      {
        end: "completed",
        usage: { input: 11, output: 3, sources: { input: "reported", output: "reported" } },
      },
    ]);
  });

  it.each([
    { what: "refuses an event of the upstream over", size: 3_000, limit: 2_000, passes: false },
    { what: "reads an event of the upstream below", size: 5e6, limit: 6e6, passes: true },
  ])("$what sizeLimits.eventCharacters", async ({ size, limit, passes }) => {
    const padded = frames[upstream].map((frame, index) =>
      index === 1 ? frame.replace("{", `{"padding":"${"x".repeat(size)}",`) : frame,
    );
    const sizeLimits = { eventCharacters: limit };
    const { service, ledger } = serviceBefore(upstream, () => streamOf(padded), {}, { sizeLimits });
    const response = await service.request(...requestOf(caller, { stream: true }));
    const answer = await response.text();
    expect(answer.includes("lo.")).toBe(passes);
    await service.close();
    const end = passes ? "completed" : "limit";
    expect(ledger.all()).toMatchObject([{ end }]);
  });

  it("never sends its own key to the upstream, only the operator's", async () => {
    const { service, seen } = serviceBefore(upstream, answerOf(upstream));
    await service.request(...requestOf(caller));
    const headers = Object.fromEntries(seen[0]?.headers ?? []);
    expect(JSON.stringify(headers)).toContain("sk-upstream-secret");
    expect(JSON.stringify(headers)).not.toContain(key);
  });
});

describe.each(formatNames)("a relay of %s", (format) => {
  it("T177 keeps the bytes of a request except for the model's name", async () => {
    const { service, seen } = serviceBefore(format, answerOf(format));
    const [path, init] = requestOf(format);
    const body = String(init.body).replace(
      '"messages":',
      '"future": {"b":1, "a":1.0},\n "messages" :',
    );
    await service.request(path, { ...init, body });
    expect(seen[0]?.text).toBe(body.replace("scripted", "real-model"));
  });

  it("T177 keeps the bytes of a JSON reply except for the model's name", async () => {
    const text = `${JSON.stringify({ ...replies[format], future: 1 }, null, 1)}\r\n`;
    const { service } = serviceBefore(format, () => new Response(text, json));
    const response = await service.request(...requestOf(format));
    expect(await response.text()).toBe(publicly(text));
  });

  it("T177 S13 keeps the bytes of a stream except for the model's name, however it is written and cut", async () => {
    const text = [": hello\r\n\r\n", ...frames[format]].join("").replaceAll("\n", "\r\n");
    const bytes = new TextEncoder().encode(text);
    const blocks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
      bytes.subarray(index * 7, index * 7 + 7),
    );
    const { service } = serviceBefore(format, () => streamOf(blocks));
    const change = { stream: true, stream_options: { include_usage: true } };
    const response = await service.request(...requestOf(format, change));
    expect(await response.text()).toBe(publicly(text));
  });

  it("T177 keeps a stream whose characters have several bytes, and removes only what it added", async () => {
    const text = frames[format].join("").replaceAll("Hel", "Hé😀");
    const { service, ledger } = serviceBefore(format, () => streamOf([text]));
    const response = await service.request(...requestOf(format, { stream: true }));
    const added = format === "messages" ? "" : (frames[format].at(-2) ?? "");
    expect(await response.text()).toBe(publicly(text.replace(added, "")));
    await service.close();
    expect(ledger.all()).toMatchObject([{ usage: { output: 3, sources: { output: "reported" } } }]);
  });

  it("S08 passes on what comes before a bad event, also if both arrive at once", async () => {
    const blocks = [...frames[format].slice(0, 3), "data: {\n\n", ...frames[format].slice(3)];
    const { service, ledger } = serviceBefore(format, () => streamOf([blocks.join("")]));
    const text = await (await service.request(...requestOf(format, { stream: true }))).text();
    expect(text.startsWith(publicly(blocks.slice(0, 3).join("")))).toBe(true);
    expect(framesOf(text).at(-1)?.data).toContain('"error"');
    expect(text).not.toMatch(/message_stop|\[DONE\]/);
    await service.close();
    expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it.each(['{"greeting":"secret words"}', "[]", "1"])(
    "hides the JSON body %s, which is no reply and no error",
    async (body) => {
      const { service, ledger } = serviceBefore(format, () => new Response(body, json));
      const response = await service.request(...requestOf(format));
      expect(response.status).toBe(502);
      expect(await response.text()).toContain("The model's reply was malformed.");
      expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
    },
  );

  it("keeps hints for retrying and limits, and no other header", async () => {
    const limit =
      format === "messages" ? "anthropic-ratelimit-tokens-limit" : "x-ratelimit-limit-tokens";
    const headers = { [limit]: "9", "set-cookie": "a=b", "openai-organization": "acme", via: "x" };
    const { service } = serviceBefore(format, () => Response.json(replies[format], { headers }));
    const response = await service.request(...requestOf(format));
    expect(response.headers.get(limit)).toBe("9");
    for (const name of ["set-cookie", "openai-organization", "via"]) {
      expect(response.headers.get(name)).toBeNull();
    }
  });

  it("keeps the status, the body and the hints of an error", async () => {
    const error = { error: { type: "rate_limit_error", message: "slow down", future: 1 } };
    const init = { status: 429, headers: { "retry-after": "7" } };
    const { service, ledger } = serviceBefore(format, () => Response.json(error, init));
    const response = await service.request(...requestOf(format));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await response.json()).toEqual(error);
    expect(ledger.all()).toMatchObject([{ end: "upstream_error", usage: noUsage }]);
  });

  it.each([
    [
      "the operator's key is refused",
      401,
      { error: { type: "authentication_error", message: "no" } },
    ],
    [
      "the operator's key lacks a right",
      403,
      { error: { type: "permission_error", message: "no" } },
    ],
    ["it holds the operator's key", 400, { error: { message: "sk-upstream-secret is bad" } }],
  ])("U12 hides an error where %s", async (_name, status, body) => {
    const { service } = serviceBefore(format, () => Response.json(body, { status }));
    const response = await service.request(...requestOf(format));
    expect(response.status).toBe(status === 400 ? 400 : 502);
    expect(await response.text()).not.toMatch(/sk-upstream-secret|"no"/);
  });

  it("U12 hides an error that contains the operator's key in escapes", async () => {
    const { service } = serviceBefore(
      format,
      () => new Response('{"error":{"message":"\\u0073k-upstream\\u002Dsecret"}}', { status: 400 }),
    );
    const response = await service.request(...requestOf(format));
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).not.toContain("sk-upstream-secret");
  });

  it("U12 hides an error in mid-stream that contains the operator's key, and shows any other", async () => {
    for (const words of ["sk-upstream-secret is bad", "sk-another is bad"]) {
      const failed = { type: "error", error: { type: "api_error", message: words } };
      const last = `event: error\ndata: ${JSON.stringify(failed)}\n\n`;
      const blocks = [...frames[format].slice(0, 3), last];
      const { service, ledger } = serviceBefore(format, () => streamOf(blocks));
      const text = await (await service.request(...requestOf(format, { stream: true }))).text();
      expect(text).toContain("Hel");
      expect(text).not.toContain("sk-upstream-secret");
      expect(text.endsWith(last)).toBe(words.startsWith("sk-another"));
      expect(framesOf(text).at(-1)?.data).toContain('"error"');
      await service.close();
      expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
    }
  });

  it("U18 answers an error page in the caller's format", async () => {
    const page = () => new Response("<h1>oops</h1>", { status: 503 });
    const { service } = serviceBefore(format, page);
    const response = await service.request(...requestOf(format));
    expect(response.status).toBe(format === "messages" ? 529 : 503);
    expect(await response.text()).not.toContain("oops");
  });
});

const json = { headers: { "content-type": "application/json" } };

describe("the key of an upstream", () => {
  it.each([
    ["messages", undefined, ["sk-upstream-secret", null, null]],
    ["messages", "bearer", [null, null, "Bearer sk-upstream-secret"]],
    ["chat-completions", undefined, [null, null, "Bearer sk-upstream-secret"]],
    ["chat-completions", "api-key", [null, "sk-upstream-secret", null]],
  ] as const)("of %s is sent as %s", async (format, credential, expected) => {
    const { service, seen } = serviceBefore(format, answerOf(format), { credential });
    await service.request(...requestOf(format));
    const names = ["x-api-key", "api-key", "authorization"];
    expect(names.map((name) => seen[0]?.headers.get(name))).toEqual(expected);
  });
});

describe("a relay of Messages", () => {
  const carried = {
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "new-1,new-2",
    "anthropic-of-tomorrow": "x",
    "x-claude-code-session-id": "session-1",
  };
  const kept = {
    cookie: "a=b",
    "x-forwarded-for": "10.0.0.1",
    "anthropic-workspace-id": "workspace-1",
    "anthropic-user-profile-id": "profile-1",
    "anthropic-organization-id": "organization-1",
    "anthropic-dangerous-direct-browser-access": "true",
  };

  it("passes on the headers of the wire, known or not, and no header that identifies the caller", async () => {
    const { service, seen } = serviceBefore("messages", answerOf("messages"));
    const [path, init] = requestOf("messages");
    await service.request(path, { ...init, headers: { ...init.headers, ...carried, ...kept } });
    const headers = Object.fromEntries(seen[0]?.headers ?? []);
    expect(headers).toMatchObject(carried);
    expect(Object.keys(headers).filter((name) => Object.hasOwn(kept, name))).toEqual([]);
  });
});

describe("a relay of Messages under a policy that refuses every loss", () => {
  it("refuses thinking that was signed here instead of leaving it out", async () => {
    const reply = {
      ...replies["chat-completions"],
      choices: [
        { index: 0, message: { reasoning_content: "Hm.", content: "Hi" }, finish_reason: "stop" },
      ],
    };
    const translated = serviceBefore("chat-completions", () => Response.json(reply));
    const first = await translated.service.request(...requestOf("messages"));
    const { content } = (await first.json()) as { content: object[] };
    expect(content).toMatchObject([{ type: "thinking" }, { type: "text" }]);
    const asked = { role: "user", content: "hi" };
    const change = { messages: [asked, { role: "assistant", content }, asked] };
    for (const policy of ["policy", "strict"] as const) {
      const unsupported = { default: policy };
      const relaying = serviceBefore("messages", answerOf("messages"), {}, { unsupported });
      const response = await relaying.service.request(...requestOf("messages", change));
      expect(response.status).toBe(policy === "strict" ? 400 : 200);
      expect(relaying.seen).toHaveLength(policy === "strict" ? 0 : 1);
    }
  });
});

describe("a relay of Chat Completions", () => {
  it("reserves the token limit once for each requested choice", async () => {
    const { service, ledger } = serviceBefore("chat-completions", answerOf("chat-completions"));
    await service.request(...requestOf("chat-completions", { n: 3, max_tokens: 10 }));
    expect(ledger.all()).toMatchObject([{ reservedTokens: { output: 30 } }]);
  });

  it("shows no usage that the caller did not request, and records it anyway", async () => {
    const format = "chat-completions";
    const { service, ledger, seen } = serviceBefore(format, answerOf(format));
    const response = await service.request(...requestOf(format, { stream: true }));
    expect(await response.text()).toBe(
      publicly(frames[format].filter((frame) => !frame.includes("usage")).join("")),
    );
    expect(seen[0]?.body.stream_options).toEqual({ include_usage: true });
    await service.close();
    expect(ledger.all()).toMatchObject([{ usage: { output: 3, sources: { output: "reported" } } }]);
  });
});

describe.each(everyWay)("failures between a $caller caller and a $upstream upstream", (pair) => {
  const { caller, upstream } = pair;
  const streamed = requestOf(caller, { stream: true });

  it("U10 follows no redirect", async () => {
    const redirect = () =>
      new Response(null, { status: 307, headers: { location: "http://evil.test/" } });
    const { service, seen } = serviceBefore(upstream, redirect);
    expect((await service.request(...requestOf(caller))).status).toBe(502);
    expect(seen.map(({ url }) => new URL(url).host)).toEqual(["upstream.test"]);
  });

  it("B16 lets no member of a body choose where the request goes", async () => {
    const { service, seen } = serviceBefore(upstream, answerOf(upstream));
    const change = {
      base_url: "http://evil.test",
      api_base: "http://evil.test",
      api_key: "sk-evil",
    };
    const response = await service.request(...requestOf(caller, change));
    for (const { url, headers } of seen) {
      expect(new URL(url).host).toBe("upstream.test");
      expect(JSON.stringify([...headers])).not.toContain("sk-evil");
    }
    // A Messages upstream refuses unknown members itself; a gateway of Chat Completions may obey them.
    const isSent = caller === upstream && upstream === "messages";
    expect([response.status, seen.length]).toEqual(isSent ? [200, 1] : [400, 0]);
    if (caller === upstream && !isSent) {
      expect(await response.json()).toMatchObject({
        error: {
          param: "base_url",
          message: expect.stringMatching(/'base_url'.*'api_base'.*'api_key'/),
        },
      });
    }
  });

  it("T30 S02 answers with the real status of an error that comes first", async () => {
    const error = `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: "overloaded_error", message: "busy" } })}\n\n`;
    const { service, ledger } = serviceBefore(upstream, () => streamOf([": hi\n\n", error]));
    const response = await service.request(...streamed);
    expect(response.status).toBe(caller === "messages" ? 529 : 503);
    expect(response.headers.get("content-type")).toContain("json");
    await service.close();
    expect(ledger.all()).toMatchObject([{ end: "upstream_error", usage: noUsage }]);
  });

  it("T19 T27 S01 treats an empty stream as a bad reply", async () => {
    const { service } = serviceBefore(upstream, () => streamOf([]));
    expect((await service.request(...streamed)).status).toBe(502);
  });

  it("T26 S05 ends a stream that breaks off with an error and no terminal event", async () => {
    const { service, ledger } = serviceBefore(upstream, () =>
      streamOf(frames[upstream].slice(0, 3)),
    );
    const text = await (await service.request(...streamed)).text();
    expect(framesOf(text).at(-1)?.data).toContain('"error"');
    expect(text).not.toMatch(/message_stop|\[DONE\]/);
    await service.close();
    expect(ledger.all()).toMatchObject([
      { end: "upstream_error", usage: { sources: { output: "observed" } } },
    ]);
  });

  it("U19 answers in the requested form, whichever form arrived", async () => {
    const asJson = serviceBefore(upstream, () => Response.json(replies[upstream]));
    const stream = await (await asJson.service.request(...streamed)).text();
    expect(stream).toContain("Hello.");
    expect(stream).toMatch(/message_stop|\[DONE\]/);
    const asStream = serviceBefore(upstream, () => streamOf(frames[upstream]));
    const body = await (await asStream.service.request(...requestOf(caller))).json();
    expect(textOf(caller, body)).toBe("Hello.");
  });

  it("S06 reads nothing after the terminal event, and releases the connection", async () => {
    let cancelled = false;
    const onCancel = () => {
      cancelled = true;
    };
    const twice = [...frames[upstream], ...frames[upstream]];
    for (const blocks of [twice, [twice.join("")]]) {
      cancelled = false;
      const answer = () => streamOf(blocks, { open: true, onCancel });
      const { service } = serviceBefore(upstream, answer);
      const text = await (await service.request(...streamed)).text();
      expect(text.match(/lo\./g)).toHaveLength(1);
      expect(text.match(/message_stop"|\[DONE\]/g)).toHaveLength(1);
      await until(() => cancelled);
    }
  });

  it.each([
    ["before the head", () => new Promise<Response>(() => undefined)],
    ["in a silent stream", () => streamOf(frames[upstream].slice(0, 3), { open: true })],
  ])(
    "C03 C05 ends the upstream's request at once when the caller leaves %s",
    async (_name, answer) => {
      const leaving = new AbortController();
      const { service, ledger, seen } = serviceBefore(upstream, answer);
      const response = service.request(streamed[0], { ...streamed[1], signal: leaving.signal });
      const text = response.then((head) => head.text()).catch(() => "gone");
      await until(() => seen.length === 1);
      await flushPromises();
      leaving.abort();
      expect(seen[0]?.signal.aborted).toBe(true);
      await text;
      await service.close();
      expect(ledger.all()).toMatchObject([
        { end: "client_abort", usage: { sources: { output: "observed" } } },
      ]);
    },
  );

  it("T51 T64 keeps the caller's connection alive while it is silent", async () => {
    const clock = createFakeClock();
    const blocks = frames[upstream].slice(0, 1);
    const { service } = serviceBefore(
      upstream,
      () => streamOf(blocks, { open: true }),
      {},
      { clock },
    );
    const reader = (await service.request(...streamed)).body!.getReader();
    const readText = async () => new TextDecoder().decode((await reader.read()).value);
    // A Chat Completions reply has nothing to write before its first block.
    if (!(caller === "chat-completions" && upstream === "messages")) {
      expect(await readText()).toMatch(/^(?:event: message_start|data: \{)/);
    }
    for (let sign = 0; sign < 2; sign++) {
      const next = readText();
      await flushPromises();
      clock.advance(15_000);
      expect(await next).toMatch(caller === "messages" ? /^event: ping\n/ : /^: .+\n\n$/);
    }
    await reader.cancel();
  });

  it("U08 abandons an upstream without a first event after its own timeout", async () => {
    const clock = createFakeClock();
    const { service, ledger, seen } = serviceBefore(
      upstream,
      () => new Promise(() => undefined),
      { timeouts: { firstEvent: 1000 } },
      { clock },
    );
    const response = service.request(...streamed);
    await until(() => seen.length === 1);
    clock.advance(1000);
    expect((await response).status).toBe(504);
    expect(seen[0]?.signal.aborted).toBe(true);
    expect([ledger.all()[0]?.state, clock.pending]).toEqual(["settled", 0]);
  });
});

describe("a translated stream of a Chat Completions upstream", () => {
  it("T23 T54 waits five seconds for the usage of an otherwise complete reply", async () => {
    const clock = createFakeClock();
    const whole = frames["chat-completions"].slice(0, 4);
    const { service } = serviceBefore(
      "chat-completions",
      () => streamOf(whole, { open: true }),
      {},
      { clock },
    );
    const response = await service.request(...requestOf("messages", { stream: true }));
    const text = response.text();
    await flushPromises();
    clock.advance(5000);
    expect(await text).toContain("message_stop");
  });
});

describe("a relayed stream of a Chat Completions upstream", () => {
  it.each([
    ["says nothing more", ""],
    ["sends signs of life", ": keep-alive\n\n"],
  ])("T23 S06 ends five seconds after its choices if it %s", async (_name, sign) => {
    const clock = createFakeClock();
    const whole = frames["chat-completions"].slice(0, 4);
    const blocks = sign === "" ? whole : [...whole, sign, sign];
    const { service, ledger } = serviceBefore(
      "chat-completions",
      () => streamOf(blocks, { open: true }),
      {},
      { clock },
    );
    const response = await service.request(...requestOf("chat-completions", { stream: true }));
    const text = response.text();
    await flushPromises();
    clock.advance(5_000);
    expect((await text).endsWith("data: [DONE]\n\n")).toBe(true);
    await flushPromises();
    expect(ledger.all()).toMatchObject([{ end: "completed" }]);
  });
});

describe.each(formatNames)("a relay of %s in a form that was not requested", (format) => {
  it.each([false, true])(
    "U19 reports that the reply was written anew (stream: %s)",
    async (stream) => {
      const { service } = serviceBefore(format, () =>
        stream ? Response.json(replies[format]) : streamOf(frames[format]),
      );
      const response = await service.request(...requestOf(format, { stream }));
      expect(response.status).toBe(200);
      expect(response.headers.get("x-diglot-receipt")).toContain('approximated;p="";reply');
    },
  );
});

describe.each([
  ["messages", 'event: ping\ndata: {"type":"ping"}\n\n'],
  ["chat-completions", ": keep-alive\n\n"],
] as const)("a translated stream of a %s upstream that only pings", (upstream, ping) => {
  const caller = upstream === "messages" ? "chat-completions" : "messages";

  it("F9.4 T64 does not count as silence for its caller either", async () => {
    const clock = createFakeClock();
    const pinging = new TransformStream<Uint8Array, Uint8Array>();
    const writer = pinging.writable.getWriter();
    const { service } = serviceBefore(
      upstream,
      () => new Response(pinging.readable, { headers: { "content-type": "text/event-stream" } }),
      {},
      { clock },
    );
    const response = service.request(...requestOf(caller, { stream: true }));
    const say = (text: string) => writer.write(new TextEncoder().encode(text));
    await say(frames[upstream].slice(0, 3).join(""));
    const reader = (await response).body!.getReader();
    const readText = async () => new TextDecoder().decode((await reader.read()).value);
    await readText();
    const next = readText();
    for (let second = 0; second < 15; second += 5) {
      await flushPromises();
      clock.advance(5000);
      await say(ping);
    }
    expect(await next).toMatch(caller === "messages" ? /^event: ping\n/ : /^: .+\n\n$/);
    await reader.cancel();
  });
});

describe("a translation that fails because of a bug", () => {
  it.each([false, true])("T32 returns an error and no reply, streamed: %s", async (stream) => {
    const rewriteSchema = () => {
      throw new TypeError("secret words");
    };
    const { service, ledger, seen, failures } = serviceBefore(
      "chat-completions",
      answerOf("chat-completions"),
      { capabilities: { rewriteSchema } },
    );
    const tools = [{ name: "look", input_schema: { type: "object", properties: {} } }];
    const response = await service.request(...requestOf("messages", { stream, tools }));
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ type: "error", error: { type: "api_error" } });
    expect(text).not.toContain("secret words");
    expect(failures).toHaveLength(1);
    expect(seen).toEqual([]);
    await service.close();
    expect(ledger.all()).toEqual([]);
  });
});

describe("calls to which an upstream gave no ids", () => {
  const calls = [1, 2].map((place) => ({
    index: place - 1,
    type: "function",
    function: { name: "look", arguments: JSON.stringify({ place }) },
  }));
  const called = {
    ...replies["chat-completions"],
    choices: [{ index: 0, message: { tool_calls: calls }, finish_reason: "tool_calls" }],
  };
  const streamed = [
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: calls } }] })}\n\n`,
    ...frames["chat-completions"].slice(3),
  ];

  it("T41 get unique ids, within a reply and across replies", async () => {
    const { service } = serviceBefore("chat-completions", ({ body }) =>
      body.stream === true ? streamOf(streamed) : Response.json(called),
    );
    const ids: string[] = [];
    for (const stream of [false, false, true, true]) {
      const response = await service.request(...requestOf("messages", { stream }));
      ids.push(...((await response.text()).match(/toolu_\w+/g) ?? []));
    }
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
  });
});

describe("the token counter", () => {
  const path = "/v1/messages/count_tokens";
  const [, init] = requestOf("messages");

  it("asks a Messages upstream", async () => {
    const { service, seen } = serviceBefore("messages", () => Response.json({ input_tokens: 42 }));
    const response = await service.request(path, init);
    expect(await response.json()).toEqual({ input_tokens: 42 });
    expect(response.headers.get("x-diglot-token-count")).toBeNull();
    expect(seen[0]).toMatchObject({
      url: "http://upstream.test/v1/messages/count_tokens",
      body: { model: "real-model" },
    });
  });

  it.each([
    ["an upstream of the other format", "chat-completions"],
    ["an upstream without a counter", "messages"],
  ] as const)("estimates for %s, and says so", async (_name, upstream) => {
    const { service } = serviceBefore(upstream, () => new Response("none", { status: 404 }));
    const response = await service.request(path, init);
    expect(response.headers.get("x-diglot-token-count")).toBe("estimate");
  });

  it("T111 answers an upstream's failure with an error instead of a number", async () => {
    const error = { type: "error", error: { type: "api_error", message: "Broken." } };
    const { service } = serviceBefore("messages", () => Response.json(error, { status: 500 }));
    const response = await service.request(path, init);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual(error);
  });
});

describe("listUpstreamModels", () => {
  it.each([
    ["messages", messagesUpstream, { display_name: "One", max_tokens: 9 }],
    ["chat-completions", chatCompletionsUpstream, { owned_by: "acme", context_length: 8 }],
  ] as const)("makes a model of each that a %s upstream lists", async (_name, create, more) => {
    const fake = fakeUpstream(() =>
      Response.json({ data: [{ id: "one", ...more }, { id: "two" }] }),
    );
    const { baseUrl, apiKey, fetch } = fake.options;
    const models = await listUpstreamModels(create, { baseUrl, apiKey, fetch });
    expect(models.map(({ id }) => id)).toEqual(["one", "two"]);
    expect(fake.seen).toHaveLength(1);
    expect(fake.seen[0]?.method).toBe("GET");
    expect(models[0]).toMatchObject(
      create === messagesUpstream
        ? { displayName: "One", capabilities: { maxOutputTokens: 9 } }
        : { ownedBy: "acme", capabilities: { contextWindow: 8 } },
    );
  });

  it("gives each model its own prices, and no prices to a name that is not in the table", async () => {
    const listed = [{ id: "one" }, { id: "two" }, { id: "constructor" }];
    const { baseUrl, fetch } = fakeUpstream(() => Response.json({ data: listed })).options;
    const prices = { one: { input: 1, output: 2 }, other: { input: 3, output: 4 } };
    const models = await listUpstreamModels(messagesUpstream, { baseUrl, fetch, prices });
    expect(models.map((model) => model.prices)).toEqual([prices.one, undefined, undefined]);
  });

  it("rejects if the upstream does not answer with a list", async () => {
    const fake = fakeUpstream(() => new Response("no", { status: 401 }));
    const { baseUrl, fetch } = fake.options;
    const listing = listUpstreamModels(messagesUpstream, { baseUrl, fetch });
    await expect(listing).rejects.toMatchObject({ kind: "upstream_unavailable" });
  });
});

describe("a reasoning store", () => {
  const replyWithReasoning = {
    ...replies.messages,
    content: [
      { type: "thinking", thinking: "Hm.", signature: "EqQBCgIYAhIM" },
      { type: "tool_use", id: "toolu_1", name: "look", input: {} },
    ],
    stop_reason: "tool_use",
  };
  const tools = [{ type: "function", function: { name: "look", parameters: { type: "object" } } }];

  it("T158 returns to a Messages upstream what a Chat Completions caller could not carry", async () => {
    const { service, seen } = serviceBefore("messages", () => Response.json(replyWithReasoning), {
      reasoningStore: createMemoryReasoningStore(),
    });
    await service.request(...requestOf("chat-completions", { tools }));
    const call = { id: "toolu_1", type: "function", function: { name: "look", arguments: "{}" } };
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "toolu_1", content: "seen" },
    ];
    await service.request(...requestOf("chat-completions", { tools, messages }));
    expect(seen[1]?.body.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: replyWithReasoning.content },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1" }] },
    ]);
  });

  it("T113 returns to a Chat Completions upstream what was hidden from a Messages caller, whatever its ids", async () => {
    const called = { name: "look", arguments: "{}" };
    const message = {
      role: "assistant",
      content: null,
      reasoning_content: "Hm.",
      tool_calls: [{ id: "functions.look:0", type: "function", function: called }],
    };
    const reply = {
      ...replies["chat-completions"],
      choices: [{ index: 0, message, finish_reason: "tool_calls" }],
    };
    const { service, seen } = serviceBefore("chat-completions", () => Response.json(reply), {
      reasoningStore: createMemoryReasoningStore(),
      capabilities: { reasoningEcho: { when: "tool_turns", field: "reasoning_content" } },
    });
    const asked = {
      tools: [{ name: "look", input_schema: { type: "object", properties: {} } }],
      thinking: { type: "adaptive", display: "omitted" },
    };
    const first = await service.request(...requestOf("messages", asked));
    const { content } = (await first.json()) as { content: { id?: string }[] };
    expect(content).toMatchObject([{ type: "thinking", thinking: "" }, { type: "tool_use" }]);
    const result = { type: "tool_result", tool_use_id: content[1]?.id, content: "seen" };
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", content },
      { role: "user", content: [result] },
    ];
    await service.request(...requestOf("messages", { ...asked, messages }));
    expect(seen[1]?.body.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", reasoning_content: "Hm." },
      { role: "tool", content: "seen" },
    ]);
  });
});
