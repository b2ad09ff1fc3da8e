import {
  chatCompletionsUpstream,
  type Model,
  messagesUpstream,
  ServiceError,
  thinking,
  toolCall,
  usage,
} from "@diglot/core";
import { framesOf, textOf } from "@diglot/test-support/answers";
import { key } from "@diglot/test-support/key";
import type { Script } from "@diglot/test-support/models";
import { endpoints } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { responsesUpstream } from "../src/index.js";
import { assertLegalStream } from "./legal-stream.js";
import { worldOf } from "./world.js";

const upstreamOf = {
  responses: responsesUpstream,
  messages: messagesUpstream,
  "chat-completions": chatCompletionsUpstream,
};

/** How callers of each format ask. */
const askers = {
  ...endpoints,
  responses: {
    path: "/v1/responses",
    headers: { authorization: `Bearer ${key}` },
    body: { model: "m", input: "hi" },
  },
};

/** A service before an upstream of a format, which is a service over a script; and what was sent there. */
function before(upstream: keyof typeof upstreamOf, script: Script, options: object = {}) {
  const sent: { url: string; text: string }[] = [];
  const received: string[] = [];
  const inner = worldOf(script);
  const model: Model = upstreamOf[upstream]({
    ...{ id: "public", model: "scripted", apiKey: key },
    baseUrl: "http://upstream.test/v1",
    fetch: async (url, init) => {
      const request = new Request(url, init);
      sent.push({ url: request.url, text: await request.clone().text() });
      const response = await inner.service.fetch(request);
      const text = await response.text();
      received.push(text);
      return new Response(text, response);
    },
    ...options,
  });
  const world = worldOf(model);
  const ask = async (caller: keyof typeof askers, change: object) => {
    const { path, headers, body } = askers[caller];
    const response = await world.service.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ ...body, model: "public", ...change }),
    });
    return { response, text: await response.text() };
  };
  const bodyOf = (index: number) => JSON.parse(sent[index]?.text ?? "{}");
  return { ...world, sent, received, askAs: ask, bodyOf };
}

const script = [
  thinking("Hm.", { signature: "proof" }),
  "Hel",
  "lo.",
  usage({ input: 10, cacheRead: 4, cacheWrite: 2, output: 9, reasoning: 3 }),
];
const counted = { input: 10, cacheRead: 4, cacheWrite: 2, output: 9, reasoning: 3 };
const callers = ["messages", "chat-completions"] as const;

describe("an upstream of the format before its own callers", () => {
  it("relays a request byte for byte, except for the model's name", async () => {
    const { ask, sent } = before("responses", script);
    const text = '{ "model" : "public", "input":"hi", "z":1.0, "big":12345678901234567890 }';
    await ask({}, { body: text });
    expect(sent[0]?.text).toBe(text.replace('"public"', '"scripted"'));
  });

  it.each([true, false])(
    "relays a reply byte for byte, and counts it; streamed: %s",
    async (stream) => {
      const { ask, received, ledger } = before("responses", script);
      const response = await ask({ model: "public", input: "hi", stream });
      expect(await response.text()).toBe(received[0]?.replaceAll('"scripted"', '"public"'));
      await expect.poll(() => ledger.all()[0]).toMatchObject({ usage: counted });
    },
  );

  it("R087 ends a stream that breaks off with a failure", async () => {
    const cut = (body: string) =>
      new Response(body.slice(0, body.indexOf("event: response.output_text.done")), {
        headers: { "content-type": "text/event-stream" },
      });
    const whole = await (
      await worldOf(script).ask({ model: "scripted", input: "hi", stream: true })
    ).text();
    const { ask, ledger } = before("responses", script, { fetch: async () => cut(whole) });
    const text = await (await ask({ model: "public", input: "hi", stream: true })).text();
    expect(
      framesOf(text)
        .map(({ event }) => event)
        .slice(-2),
    ).toEqual(["error", "response.failed"]);
    expect(ledger.all()[0]).toMatchObject({
      end: "upstream_error",
      usage: { output: expect.any(Number) },
    });
  });

  it("R086 relays a failure as it came, in both of its events, and counts it as one", async () => {
    const failing: Script = async function* () {
      yield "Half";
      throw new ServiceError({ kind: "overloaded", message: "Too much." });
    };
    const { ask, received, ledger } = before("responses", failing);
    const text = await (await ask({ model: "public", input: "hi", stream: true })).text();
    expect(text).toBe(received[0]?.replaceAll('"scripted"', '"public"'));
    const events = assertLegalStream(framesOf(text));
    expect(events.map(({ type }) => type).slice(-2)).toEqual(["error", "response.failed"]);
    await expect.poll(() => ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it("lets no more tokens be generated than are reserved", async () => {
    const prices = { input: 1, output: 1 };
    const { ask, bodyOf } = before("responses", script, {
      prices,
      capabilities: { maxOutput: 500 },
    });
    await ask({ model: "public", input: "hi" });
    expect(bodyOf(0)).toMatchObject({ max_output_tokens: expect.any(Number) });
  });
});

describe.each(callers)("an upstream of the format before callers of %s", (caller) => {
  it("is translated whole and counted", async () => {
    const { askAs, sent, bodyOf, ledger } = before("responses", script);
    const { text } = await askAs(caller, { stream: false });
    expect(textOf(caller, JSON.parse(text))).toBe("Hello.");
    expect(sent[0]?.url).toBe("http://upstream.test/v1/responses");
    expect(bodyOf(0)).toMatchObject({ model: "scripted", store: false, input: [{ role: "user" }] });
    expect(ledger.all()[0]).toMatchObject({ format: caller, usage: counted });
  });

  it("is translated as a stream and counted", async () => {
    const { askAs, ledger } = before("responses", script);
    const { text } = await askAs(caller, { stream: true });
    expect(framesOf(text).filter(({ data }) => /"(Hel|lo\.)"/.test(data))).toHaveLength(2);
    await expect.poll(() => ledger.all()[0]).toMatchObject({ usage: counted });
  });

  it("tells its errors in the caller's envelope", async () => {
    const fetch = async () =>
      Response.json(
        { error: { message: "Too long.", code: "context_length_exceeded" } },
        { status: 400 },
      );
    const { askAs } = before("responses", script, { fetch });
    const { response, text } = await askAs(caller, {});
    expect(response.status).toBe(400);
    expect(JSON.parse(text).error.message).toBeTypeOf("string");
  });
});

describe("reasoning that an upstream has sealed", () => {
  const tools = [{ name: "look", input_schema: { type: "object", properties: {} } }];
  const calling = [
    thinking("Hm.", { signature: "proof" }),
    toolCall({ name: "look", arguments: {} }),
  ];

  it("R069 comes back to it through a caller of Messages, exactly as it was", async () => {
    const { askAs, bodyOf, received } = before("responses", calling);
    const { text } = await askAs("messages", { tools });
    const { content } = JSON.parse(text);
    await askAs("messages", {
      tools,
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: content.at(-1).id, content: "seen" }],
        },
      ],
    });
    const [reasoning] = JSON.parse(received[0] ?? "{}").output;
    expect(bodyOf(1).input.slice(1)).toEqual([
      {
        type: "reasoning",
        id: reasoning.id,
        summary: reasoning.summary,
        encrypted_content: reasoning.encrypted_content,
      },
      { type: "function_call", call_id: content.at(-1).id, name: "look", arguments: "{}" },
      { type: "function_call_output", call_id: content.at(-1).id, output: "seen" },
    ]);
  });

  it("R097 never reaches an upstream of another format", async () => {
    const { askAs } = before("responses", calling);
    const { content } = JSON.parse((await askAs("messages", { tools })).text);
    for (const other of callers) {
      const { askAs, sent } = before(other, ["Done."]);
      await askAs("messages", {
        tools,
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", content },
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: content.at(-1).id, content: "seen" }],
          },
        ],
      });
      expect(sent).toHaveLength(1);
      expect(sent[0]?.text).not.toContain("dgl1_");
    }
  });
});

describe.each(callers)("a caller of the format before an upstream of %s", (upstream) => {
  it("is translated, whole and as a stream, and counted", async () => {
    const { answer, stream, ledger } = before(upstream, script);
    const { body } = await answer({ model: "public" });
    expect(body.output.at(-1)).toMatchObject({ content: [{ text: "Hello." }] });
    const { events } = await stream({ model: "public" });
    expect(events.at(-1).response.output.at(-1)).toMatchObject({ content: [{ text: "Hello." }] });
    const row = { usage: { output: 9 } };
    await expect.poll(() => ledger.all()).toMatchObject([row, row]);
  });

  it("R050 R051 R053 R054 has its tools and its choice, and gets their calls back under its own names", async () => {
    const tools = [
      {
        type: "custom",
        name: "free",
        format: { type: "grammar", syntax: "lark", definition: "start: A" },
      },
      { type: "namespace", name: "space", tools: [{ type: "function", name: "peek" }] },
      { type: "web_search" },
    ];
    const calls = [
      toolCall({ name: "free", arguments: { input: "text" } }),
      toolCall({ name: "space__peek", arguments: {} }),
    ];
    const { answer, bodyOf } = before(upstream, calls);
    const { body, response } = await answer({
      model: "public",
      tools,
      tool_choice: "required",
      parallel_tool_calls: false,
    });
    expect(body.output).toMatchObject([
      { type: "custom_tool_call", name: "free", input: "text" },
      { type: "function_call", name: "peek", namespace: "space" },
    ]);
    expect(bodyOf(0).tools).toHaveLength(2);
    const receipt = response.headers.get("x-diglot-receipt");
    expect(receipt).toContain('dropped;p="/tools/2"');
    expect(receipt).toContain('approximated;p="/tools/0/format"');
  });

  it("continues with what its tools have answered", async () => {
    const call = { type: "function_call", call_id: "call_1", name: "look", arguments: '{"a":1}' };
    const image = { type: "input_image", image_url: "data:image/png;base64,AAAA" };
    const { answer, sent } = before(upstream, ["Done."]);
    const { status } = await answer({
      model: "public",
      tools: [{ type: "function", name: "look" }],
      input: [
        { role: "user", content: "hi" },
        { role: "assistant", content: "I look.", phase: "commentary" },
        call,
        {
          type: "function_call_output",
          call_id: "call_1",
          output: [{ type: "input_text", text: "seen" }, image],
        },
      ],
    });
    expect(status).toBe(200);
    for (const part of ["I look.", "seen", "AAAA", "call_1"]) expect(sent[0]?.text).toContain(part);
  });

  it("R059 asks for a schema, and says what cannot be carried", async () => {
    const format = {
      type: "json_schema",
      name: "x",
      schema: { type: "object", properties: {}, additionalProperties: false },
    };
    const { answer, sent } = before(upstream, ["{}"], { capabilities: { jsonSchema: true } });
    const { response } = await answer({
      model: "public",
      text: { format, verbosity: "low" },
      metadata: { a: "b" },
    });
    expect(sent[0]?.text).toContain("additionalProperties");
    expect(response.headers.get("x-diglot-receipt")).toContain("/metadata");
  });
});

describe("a stream of an upstream that is cut", () => {
  /** What the last frames of a whole reply say, in each format. */
  const ends = {
    responses: /"type":"response\.(?:completed|incomplete)"/,
    messages: /"type":"message_stop"/,
    "chat-completions": /\[DONE\]|"finish_reason":"/,
  };
  const failures = {
    responses: /"type":"response\.failed"/,
    messages: /"type":"error"/,
    "chat-completions": /"error":\{/,
  };

  it.each(["responses", ...callers] as const)(
    "R087 before any of its events never ends well for a caller of %s, and is counted as cut",
    async (caller) => {
      const whole = await worldOf([thinking("Hm."), "Hel", toolCall({ name: "look" })]).ask({
        ...{ model: "scripted", input: "hi", stream: true },
      });
      const frames = (await whole.text()).split(/(?<=\n\n)/);
      expect(frames.length).toBeGreaterThan(15);
      for (let kept = 1; kept < frames.length; kept++) {
        const { askAs, ledger } = before("responses", [], {
          fetch: async () =>
            new Response(frames.slice(0, kept).join(""), {
              headers: { "content-type": "text/event-stream" },
            }),
        });
        const { response, text } = await askAs(caller, { stream: true });
        const way = `${kept} events`;
        expect(text, way).not.toMatch(ends[caller]);
        if (response.status === 200) expect(text, way).toMatch(failures[caller]);
        await expect.poll(() => ledger.all()[0]).toMatchObject({ end: "upstream_error" });
      }
    },
  );
});

describe.each(callers)("a tool before an upstream of %s", (upstream) => {
  it("whose name is too long there gets one that fits, and its calls come back under its own", async () => {
    const space = "a_namespace_with_a_very_long_name_that_says_all_of_it";
    const tools = [
      {
        type: "namespace",
        name: space,
        tools: [{ type: "function", name: "and_a_tool_with_another_one", parameters: {} }],
      },
    ];
    const { askAs, bodyOf } = before(upstream, async function* ({ conversation }) {
      yield toolCall({ name: conversation.tools[0]?.name ?? "", arguments: { a: 1 } });
    });
    const { text } = await askAs("responses", { tools });
    const [tool] = bodyOf(0).tools;
    const sent = tool.name ?? tool.function.name;
    expect(sent).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(JSON.parse(text).output).toMatchObject([
      {
        ...{ type: "function_call", name: "and_a_tool_with_another_one", namespace: space },
        arguments: '{"a":1}',
      },
    ]);
  });
});

describe("a stream of an upstream with the faults that servers have", () => {
  const event = (type: string, members: object = {}) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
  const done = (output: readonly object[], status = "completed", more: object = {}) =>
    event(`response.${status}`, {
      response: { id: "resp_1", model: "m", status, output, ...more },
    });
  const message = (text: string) => ({
    type: "message",
    id: "msg_1",
    content: [{ type: "output_text", text }],
  });
  const call = (json: string) => ({
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name: "look",
    arguments: json,
  });

  async function read(frames: readonly string[]) {
    const fetch = async () =>
      new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
    const { askAs } = before("responses", [], { fetch });
    const { response, text } = await askAs("chat-completions", {
      stream: true,
      tools: [{ type: "function", function: { name: "look" } }],
    });
    const chunks = framesOf(text)
      .filter(({ data }) => data !== "[DONE]")
      .map(({ data }) => JSON.parse(data));
    const deltas = chunks.map(({ choices }) => choices?.[0]?.delta ?? {});
    return {
      text: deltas.map(({ content }) => content ?? "").join(""),
      json: deltas.map(({ tool_calls }) => tool_calls?.[0]?.function?.arguments ?? "").join(""),
      status: response.status,
      finish: chunks.map(({ choices }) => choices?.[0]?.finish_reason).find(Boolean),
      error: chunks.find(({ error }) => error)?.error,
    };
  }

  it.each<[string, readonly string[], object]>([
    [
      "a delta before its item",
      [
        event("response.output_text.delta", { output_index: 0, content_index: 0, delta: "Hi." }),
        done([message("Hi.")]),
      ],
      { text: "Hi.", finish: "stop" },
    ],
    [
      "content only in the last event",
      [event("response.created", { response: {} }), done([message("Hi.")])],
      { text: "Hi.", finish: "stop" },
    ],
    [
      "arguments only at the end",
      [
        event("response.output_item.added", { output_index: 0, item: call("") }),
        event("response.function_call_arguments.done", { output_index: 0, arguments: '{"a":1}' }),
        done([call('{"a":1}')]),
      ],
      { json: '{"a":1}', finish: "tool_calls" },
    ],
    [
      "arguments only in the item",
      [
        event("response.output_item.added", { output_index: 0, item: call("") }),
        event("response.output_item.done", { output_index: 0, item: call('{"a":1}') }),
        done([]),
      ],
      { json: '{"a":1}', finish: "tool_calls" },
    ],
    [
      "items that are mixed",
      [
        event("response.output_item.added", {
          output_index: 0,
          item: { type: "message", content: [] },
        }),
        event("response.output_item.added", { output_index: 1, item: call("") }),
        event("response.function_call_arguments.delta", { output_index: 1, delta: "{}" }),
        event("response.output_text.delta", { output_index: 0, content_index: 0, delta: "Hi." }),
        event("response.output_item.done", { output_index: 1, item: call("{}") }),
        event("response.output_item.done", { output_index: 0, item: message("Hi.") }),
        done([]),
      ],
      { text: "Hi.", json: "{}", finish: "tool_calls" },
    ],
    [
      "indexes with holes",
      [
        event("response.output_item.done", {
          output_index: 0,
          item: { ...message("One."), id: "msg_1" },
        }),
        event("response.output_item.done", {
          output_index: 2,
          item: { ...message("Two."), id: "msg_2" },
        }),
        done([
          { ...message("One."), id: "msg_1" },
          { ...message("Two."), id: "msg_2" },
        ]),
      ],
      { text: "One.Two." },
    ],
    [
      "more items than a reply may have",
      Array.from({ length: 10_001 }, (_, index) =>
        event("response.output_item.added", { output_index: index, item: { type: "message" } }),
      ),
      {
        error: expect.objectContaining({ message: "The model's reply is larger than its limit." }),
      },
    ],
    [
      "no usage, and unknown events",
      [event("response.new", {}), event("keepalive"), done([message("Hi.")])],
      { text: "Hi." },
    ],
    [
      "a call that was cut",
      [
        event("response.output_item.added", { output_index: 0, item: call("") }),
        event("response.function_call_arguments.delta", { output_index: 0, delta: '{"a":' }),
        done([{ ...call('{"a":'), status: "incomplete" }], "incomplete", {
          incomplete_details: { reason: "max_output_tokens" },
        }),
      ],
      { json: '{"a":', finish: "length" },
    ],
    [
      "a failure",
      [
        event("response.created", { response: {} }),
        done([], "failed", { error: { code: "server_error", message: "It broke." } }),
      ],
      { error: expect.anything() },
    ],
    [
      "an error event",
      [event("error", { code: "server_error", message: "It broke." })],
      { status: 502 },
    ],
    [
      "an end without its last event",
      [event("response.output_text.delta", { output_index: 0, delta: "Hi." })],
      { text: "Hi.", error: expect.anything() },
    ],
  ])("is read in spite of %s", async (_name, frames, expected) => {
    expect(await read(frames)).toMatchObject(expected);
  });

  it("R082 is written for its own callers as the wire demands", async () => {
    const frames = [
      event("response.output_text.delta", { output_index: 0, content_index: 0, delta: "Hi." }),
      done([message("Hi.")]),
    ];
    const fetch = async () =>
      new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
    const chat = before("responses", [], { fetch });
    const outer = worldOf(
      chatCompletionsUpstream({
        ...{ id: "scripted", model: "public", baseUrl: "http://outer.test/v1", apiKey: key },
        fetch: (url, init) => chat.service.fetch(new Request(url, init)),
      }),
    );
    const response = await outer.ask({ model: "scripted", input: "hi", stream: true });
    const events = assertLegalStream(framesOf(await response.text()));
    expect(events.at(-1).type).toBe("response.completed");
  });
});
