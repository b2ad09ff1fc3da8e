import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import type { ByteSource, Transport } from "../src/index.js";
import { everyWay, upstreamCreators } from "./attempt-of.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** What one stream may keep, and the characters after which a stream that no limit ends is long enough. */
const mostHeap = 8 * 1024 * 1024;
const enough = 24 * 1024 * 1024;

const blockSize = 64 * 1024;
const looks = 6;

function event(type: string, members: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
}

function start(index: number, block: object): string {
  return event("content_block_start", { index, content_block: block });
}

function chunk(delta: object): string {
  const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta }] })}\n\n`;
}

const usage = { input_tokens: 1, output_tokens: 1 };
const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage };
const text = { type: "text", text: "" };
const call = (id: number) => ({ type: "tool_use", id: `toolu_${id}`, name: "f", input: {} });
const called = (id: number) => ({
  id: `call_${id}`,
  type: "function",
  function: { name: "f", arguments: "{}" },
});

/** Heads of streams, and what follows them again and again. */
const heads = { messages: event("message_start", { message }), "chat-completions": "" };
const pieces: Record<keyof typeof heads, Record<string, (index: number) => string>> = {
  messages: {
    "texts that end": (index) =>
      start(index, text) +
      event("content_block_delta", { index, delta: { type: "text_delta", text: "a" } }) +
      event("content_block_stop", { index }),
    "calls that end": (index) => start(index, call(index)) + event("content_block_stop", { index }),
    "calls that stay open": (index) => start(index, call(index)),
    "unknown blocks that end": (index) =>
      start(index, { type: "x" }) + event("content_block_stop", { index }),
    "citations of one text": (index) =>
      (index === 0 ? start(0, text) : "") +
      event("content_block_delta", {
        index: 0,
        delta: { type: "citations_delta", citation: { type: "char_location", cited_text: "a" } },
      }),
    pings: () => event("ping"),
    comments: () => ": nothing\n\n",
  },
  "chat-completions": {
    text: () => chunk({ content: "a" }),
    "calls with an index": (index) => chunk({ tool_calls: [{ index, ...called(index) }] }),
    "calls without an index": (index) => chunk({ tool_calls: [called(index)] }),
    "calls with one id": (index) => chunk({ tool_calls: [{ index, ...called(1) }] }),
    "pieces of one call": (index) =>
      chunk({
        tool_calls: [{ index: 0, ...(index === 0 && called(0)), function: { arguments: " " } }],
      }),
    "members of chunks": (index) => chunk({ [`n${index}`]: 1 }),
  },
};

/** A stream that says such things until nobody reads it any more, and what lives while it is read. */
function endless(head: string, toPiece: (index: number) => string) {
  const encoder = new TextEncoder();
  const state = { index: 0, sent: 0, heaps: [] as number[] };
  const read = async () => {
    if (state.sent >= enough) return;
    let block = state.sent === 0 ? head : "";
    while (block.length < blockSize) block += toPiece(state.index++);
    const before = Math.floor((state.sent * looks) / enough);
    state.sent += block.length;
    if (Math.floor((state.sent * looks) / enough) > before) state.heaps.push(liveHeap());
    return encoder.encode(block);
  };
  const cancel = async () => {
    state.heaps.push(liveHeap());
  };
  return { state, source: { read, cancel } satisfies ByteSource };
}

function liveHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const ways = everyWay.flatMap((way) =>
  Object.entries(pieces[way.upstream]).map(([name, toPiece]) => ({ ...way, name, toPiece })),
);

describe("a stream of an upstream that never ends", () => {
  it.each(ways)(
    "S12 keeps at most 8 MiB alive: $name of $upstream for $caller",
    async ({ caller, upstream, toPiece }) => {
      const { state, source } = endless(heads[upstream], toPiece);
      const transport: Transport = async () => ({
        status: 200,
        headers: new Headers({ "content-type": "text/event-stream" }),
        body: source,
      });
      const options = {
        id: "scripted",
        baseUrl: "http://upstream.test/v1",
        apiKey: "k",
        transport,
      };
      const { service, ledger } = serviceOf(upstreamCreators[upstream](options));
      const before = liveHeap();
      const response = await service.request(...requestOf(caller, { stream: true }));
      await response.body?.pipeTo(new WritableStream());
      await service.close();
      expect(state.heaps.length).toBeGreaterThan(0);
      expect(Math.max(...state.heaps) - before).toBeLessThan(mostHeap);
      expect(ledger.all()).toMatchObject([{ state: "settled" }]);
    },
  );
});
