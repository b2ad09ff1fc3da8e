import { getEventListeners } from "node:events";
import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { RelayReply } from "../src/models/model.js";
import { upstreamCreators } from "./attempt-of.js";
import { modelRequestOf } from "./make.js";
import { type AnyUpstreamOptions, fakeUpstream, frames, publicly, replies } from "./upstream-of.js";

const encoder = new TextEncoder();
const gone = new Error("gone");

/** A relayed request that an upstream answers, and the attempt that it opened. */
async function relay(
  format: FormatName,
  answer: () => Response,
  { stream = true, ...options }: Partial<AnyUpstreamOptions> & { stream?: boolean } = {},
) {
  const caller = new AbortController();
  const { signal } = caller;
  const fake = fakeUpstream(answer, options);
  const body = { model: "m", stream, stream_options: { include_usage: true } };
  const { request, close } = modelRequestOf({ stream, signal });
  const bytes = encoder.encode(JSON.stringify(body));
  const origin = { ...request.origin, format, body, bytes };
  const reply = await upstreamCreators[format](fake.options).respond({ ...request, origin });
  if (reply.kind !== "relay") throw new Error("The reply is relayed.");
  return { reply, caller, close, seen: fake.seen };
}

/** The body of a relayed stream. */
function streamOf({ body }: RelayReply) {
  if (body instanceof Uint8Array) throw new Error("The reply is a stream.");
  return body;
}

/** How an attempt was closed. */
function endsOf(close: Awaited<ReturnType<typeof relay>>["close"]) {
  return close.mock.calls.map(([end]) => end);
}

/** An event stream that a test writes. */
function writtenStream() {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      writer = controller;
    },
  });
  return {
    answer: () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
    write: (text: string) => writer?.enqueue(encoder.encode(text)),
    fail: (error: Error) => writer?.error(error),
    end: () => writer?.close(),
  };
}

const errors = {
  messages: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n',
  "chat-completions": 'data: {"error":{"type":"overloaded_error","message":"busy"}}\n\n',
} as const;

describe.each(formatNames)("a relayed stream of %s", (format) => {
  const [first, ...rest] = frames[format];

  /** A stream whose first event has been relayed. */
  async function begin() {
    const upstream = writtenStream();
    upstream.write(first);
    const relayed = await relay(format, upstream.answer);
    const body = streamOf(relayed.reply);
    await body.read();
    return { ...upstream, ...relayed, body };
  }

  it("never gives an empty block, however its frames are cut", async () => {
    const { body, write, end } = await begin();
    const blocks: Uint8Array[] = [];
    const reading = (async () => {
      for (let block = await body.read(); block; block = await body.read()) blocks.push(block);
    })();
    const text = rest.join("");
    for (let start = 0; start < text.length; start += 20) {
      write(text.slice(start, start + 20));
      await flushPromises();
    }
    end();
    await reading;
    expect(blocks.map(({ length }) => length)).not.toContain(0);
    expect(blocks.map((block) => new TextDecoder().decode(block)).join("")).toBe(publicly(text));
  });

  it("fails as unreachable when its connection breaks", async () => {
    const { body, fail, close } = await begin();
    const read = body.read();
    fail(new Error("socket hang up"));
    await expect(read).rejects.toMatchObject({ kind: "upstream_unavailable", mayHaveRun: true });
    expect(endsOf(close)).toEqual(["upstream_error"]);
  });

  it("ends with its caller at once, and with the caller's reason", async () => {
    const { body, caller, close } = await begin();
    const read = body.read();
    caller.abort(gone);
    expect(endsOf(close)).toEqual(["client_abort"]);
    await expect(read).rejects.toBe(gone);
    await expect(body.read()).rejects.toBe(gone);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it("does not listen to its caller any more when it is over", async () => {
    const { body, caller, write } = await begin();
    const removed = vi.spyOn(caller.signal, "removeEventListener");
    write(rest.join(""));
    await body.read();
    expect(removed.mock.calls).toContainEqual(["abort", expect.any(Function)]);
  });

  it("does not listen to its caller any more when it is cancelled", async () => {
    const { body, caller } = await begin();
    await body.cancel();
    await flushPromises();
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });

  it("asks its upstream for nothing more when its caller has left", async () => {
    const left = frames[format].map((frame) => encoder.encode(frame));
    const read = vi.fn(() => left.shift());
    const headers = new Headers({ "content-type": "text/event-stream" });
    const transport = async () => ({
      ...{ status: 200, headers },
      body: { read, cancel: async () => undefined },
    });
    const { reply, caller } = await relay(format, Response.error, { fetch: undefined, transport });
    const count = read.mock.calls.length;
    caller.abort(gone);
    const body = streamOf(reply);
    await body.read();
    await expect(body.read()).rejects.toBe(gone);
    expect(read).toHaveBeenCalledTimes(count);
  });

  it("has failed if it is cancelled behind an error of its upstream", async () => {
    const { body, write, close } = await begin();
    write(rest.slice(0, 2).join(""));
    await body.read();
    write(errors[format]);
    await body.read();
    await body.cancel();
    expect(endsOf(close)).toEqual(["upstream_error"]);
    expect(close.mock.calls[0]?.[3]).toMatchObject({ error: { kind: "overloaded" } });
  });

  it("knows whether its content has begun", async () => {
    const { reply, body, write } = await begin();
    expect(reply.hasBegun?.()).toBe(false);
    write(rest.slice(0, 2).join(""));
    await body.read();
    expect(reply.hasBegun?.()).toBe(true);
  });

  it("is settled with what it says of itself", async () => {
    const { body, write, close } = await begin();
    write(rest.join(""));
    while (await body.read());
    expect(close.mock.calls[0]?.[4]?.()).toEqual({
      ...{ id: replies[format].id, model: "real-model" },
      finishReasons: [format === "messages" ? "end_turn" : "stop"],
    });
  });

  it("may be read as soon as its content has begun, though the upstream goes on", async () => {
    const { reply, body, write } = await begin();
    const begun = rest.slice(0, 2).join("");
    write(begun);
    await reply.untilContent();
    expect(await body.read()).toEqual(encoder.encode(publicly(begun)));
  });

  it("is refused for an error that comes before its content", async () => {
    const { reply, write } = await begin();
    write(errors[format]);
    await expect(reply.untilContent()).rejects.toMatchObject({ kind: "overloaded" });
  });

  it("is not refused for an error that comes after its content has begun", async () => {
    const { reply, write } = await begin();
    write(rest.slice(0, 1).join("") + errors[format]);
    await expect(reply.untilContent()).resolves.toBeUndefined();
  });

  it("may end without content", async () => {
    const { reply, body, write } = await begin();
    write(rest.filter((frame) => !/Hel|lo\.|content_block/.test(frame)).join(""));
    await reply.untilContent();
    expect(await body.read()).toBeDefined();
    expect(await body.read()).toBeUndefined();
  });
});

describe.each(formatNames)("a relayed JSON reply of %s", (format) => {
  const relayJson = (value: unknown) =>
    relay(format, () => new Response(JSON.stringify(value), json), { stream: false });
  const json = { headers: { "content-type": "application/json; charset=utf-8" } };

  it("is passed on as JSON", async () => {
    const { reply } = await relayJson(replies[format]);
    expect(reply.headers).toContainEqual(["content-type", "application/json"]);
    expect(reply.body).toEqual(encoder.encode(publicly(JSON.stringify(replies[format]))));
  });

  it("with an error in it fails with that error", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "busy" } };
    await expect(relayJson(error)).rejects.toMatchObject({ kind: "overloaded" });
  });

  it.each([5, null, { error: null }, {}])("of %j is no reply of its format", async (value) => {
    await expect(relayJson(value)).rejects.toMatchObject({
      kind: "upstream_bad_response",
      cause: expect.objectContaining({
        message: expect.stringMatching(
          /^The body is not a reply of its format\. \(POST https?:\S+, status 200, content type application\/json\)$/,
        ),
      }),
    });
  });
});

describe("the output of a relayed request without a limit", () => {
  it.each<[string, Partial<AnyUpstreamOptions>, number | undefined]>([
    ["is not limited where no money is counted", {}, undefined],
    ["is limited to what is reserved where it costs", { prices: { input: 1, output: 2 } }, 100],
    [
      "is limited to the most that the model can",
      { prices: { input: 1, output: 2 }, capabilities: { maxOutput: 20 } },
      20,
    ],
    [
      "is limited to what is reserved if the model can do more",
      { prices: { input: 1, output: 2 }, capabilities: { maxOutput: 200 } },
      100,
    ],
  ])("%s", async (_name, options, most) => {
    const answer = () => Response.json(replies["chat-completions"]);
    const { seen } = await relay("chat-completions", answer, { ...options, stream: false });
    expect(seen[0]?.body.max_tokens).toBe(most);
  });
});
