import { framesOf } from "@diglot/test-support/answers";
import { endpoints, type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { defineModel, type Model, type SizeLimits, toolCall } from "../src/index.js";
import { everyWay, upstreamCreators } from "./attempt-of.js";
import { fakeUpstream, replies, streamOf } from "./upstream-of.js";

const most = 3;

function event(type: string, members: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
}

function chunk(members: object): string {
  return `data: ${JSON.stringify({ ...chunkHead, ...members })}\n\n`;
}

const chunkHead = { id: "c", object: "chat.completion.chunk", created: 1, model: "real-model" };
const usage = { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 };

/** The items that streams of both formats have, and the bytes for one of them. */
const items = {
  messages: {
    blocks: (index: number) => [
      event("content_block_start", { index, content_block: { type: "text", text: "" } }),
      event("content_block_delta", { index, delta: { type: "text_delta", text: "a" } }),
      event("content_block_stop", { index }),
    ],
    calls: (index: number) => [
      event("content_block_start", { index, content_block: callBlock(index) }),
      event("content_block_stop", { index }),
    ],
    "blocks that stay open": (index: number) => [
      event("content_block_start", { index, content_block: callBlock(index) }),
    ],
  },
  "chat-completions": {
    calls: (index: number) => [
      chunk({ choices: [{ index: 0, delta: { tool_calls: [callOf(index, index)] } }] }),
    ],
    "calls without index": (index: number) => [
      chunk({ choices: [{ index: 0, delta: { tool_calls: [callOf(index)] } }] }),
    ],
  },
} as const;

function callBlock(index: number) {
  return { type: "tool_use", id: `c${index}`, name: "f", input: {} };
}

function callOf(id: number, index?: number) {
  const called = { name: "f", arguments: "{}" };
  return { index, id: `c${id}`, type: "function", function: called };
}

/** A stream with so many of them. */
function streamWith(
  format: FormatName,
  toItem: (index: number) => readonly string[],
  count: number,
) {
  const made = Array.from({ length: count }, (_, index) => toItem(index)).flat();
  if (format === "chat-completions") {
    const end = chunk({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }], usage });
    return streamOf([...made, end, "data: [DONE]\n\n"]);
  }
  const message = { ...replies.messages, content: [], stop_reason: null };
  const delta = { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } };
  const end = [event("message_delta", delta), event("message_stop")];
  return streamOf([event("message_start", { message }), ...made, ...end]);
}

/** What the caller of a limited service gets, and the rows of its attempts. */
async function ask(model: Model, caller: FormatName, change: object, limits: Partial<SizeLimits>) {
  const { service, ledger } = serviceOf(model, { sizeLimits: limits });
  const response = await service.request(...requestOf(caller, change));
  const text = await response.text();
  await service.close();
  return { status: response.status, text, rows: ledger.all() };
}

/** The error that ends a stream, or is the whole answer. */
function errorOf(caller: FormatName, text: string): unknown {
  const body = JSON.parse(framesOf(text).at(-1)?.data ?? text);
  return caller === "messages" ? body.type === "error" && body.error : body.error;
}

const tooLarge = { message: "The model's reply is larger than its limit." };

const ways = everyWay.flatMap((way) =>
  Object.entries(items[way.upstream]).flatMap(([name, toItem]) =>
    [true, false].map((stream) => ({ ...way, name, toItem, stream })),
  ),
);

describe.each(ways)(
  "$name in a stream of $upstream for $caller (stream: $stream)",
  ({ caller, upstream, toItem, stream }) => {
    // A choice counts in a relay, which cannot tell how many blocks its content is.
    const isRelayed = caller === upstream && stream;
    const room = isRelayed && upstream === "chat-completions" ? most + 1 : most;
    const answerWith = (count: number) => {
      const fake = fakeUpstream(() => streamWith(upstream, toItem, count));
      const model = upstreamCreators[upstream](fake.options);
      return ask(model, caller, { stream }, { replyBlocks: room });
    };

    it("S12 pass up to the limit", async () => {
      const { status, text, rows } = await answerWith(most);
      expect(status).toBe(200);
      expect(text).not.toContain('"error"');
      expect(rows).toMatchObject([{ end: "completed" }]);
    });

    it("S12 end above it in an error of the caller's format, and in one row", async () => {
      const { status, text, rows } = await answerWith(most + 1);
      expect(status).toBe(stream ? 200 : 502);
      expect(errorOf(caller, text)).toMatchObject(tooLarge);
      expect(text).not.toMatch(/message_stop|\[DONE\]/);
      expect(rows).toMatchObject([{ state: "settled", end: "limit" }]);
    });
  },
);

describe.each(["messages", "chat-completions"] as const)("a JSON reply of %s", (upstream) => {
  const blocks = Array.from({ length: most + 1 }, (_, index) => callBlock(index));
  const calls = Array.from({ length: most + 1 }, (_, index) => callOf(index));
  const bodies = {
    messages: { ...replies.messages, content: blocks },
    "chat-completions": {
      ...replies["chat-completions"],
      choices: [{ index: 0, message: { tool_calls: calls }, finish_reason: "tool_calls" }],
    },
  };

  it.each(Object.keys(endpoints) as FormatName[])(
    "has no more blocks than a stream may have, for %s",
    async (caller) => {
      const fake = fakeUpstream(() => Response.json(bodies[upstream]));
      const model = upstreamCreators[upstream](fake.options);
      const limits = { replyBlocks: most };
      const { status, rows } = await ask(model, caller, {}, limits);
      expect(status).toBe(502);
      expect(rows).toMatchObject([{ end: "upstream_error", usage: { input: 11, output: 3 } }]);
      const room = { replyBlocks: most + 1 };
      expect((await ask(model, caller, {}, room)).status).toBe(200);
    },
  );
});

describe("a model in process", () => {
  const model = defineModel("scripted", async function* ({ conversation }) {
    for (let call = 0; call < (conversation.maxTokens ?? 0); call++) yield toolCall({ name: "f" });
  });

  it.each([true, false])("makes so many calls and no more (stream: %s)", async (stream) => {
    const limits = { replyBlocks: most };
    const [fits, exceeds] = await Promise.all(
      [most, most + 1].map((max_tokens) => ask(model, "messages", { max_tokens, stream }, limits)),
    );
    expect(fits?.rows).toMatchObject([{ end: "completed" }]);
    expect(exceeds?.rows).toMatchObject([{ state: "settled", end: "limit" }]);
    expect(errorOf("messages", exceeds?.text ?? "")).toMatchObject(tooLarge);
  });

  it("has one limit for all choices together", async () => {
    const change = { n: 2, max_tokens: 2 };
    const { status, rows } = await ask(model, "chat-completions", change, { replyBlocks: most });
    expect(status).toBe(502);
    expect(rows).toHaveLength(2);
    expect(rows.every(({ state }) => state === "settled")).toBe(true);
    const fits = await ask(model, "chat-completions", change, { replyBlocks: 4 });
    expect(fits.rows).toMatchObject([{ end: "completed" }, { end: "completed" }]);
  });
});

describe("what a stream says while an earlier block is open", () => {
  it("S12 is limited like what is passed on", async () => {
    const waiting = (size: number) =>
      streamOf([
        event("message_start", {
          message: { ...replies.messages, content: [], stop_reason: null },
        }),
        ...[0, 1].map((index) =>
          event("content_block_start", { index, content_block: { type: "text", text: "" } }),
        ),
        ...Array.from({ length: size }, () =>
          event("content_block_delta", { index: 1, delta: { type: "text_delta", text: "a" } }),
        ),
        event("message_delta", { delta: { stop_reason: "end_turn" } }),
        event("message_stop"),
      ]);
    const answerWith = (size: number) => {
      const model = upstreamCreators.messages(fakeUpstream(() => waiting(size)).options);
      const limits = { replyCharacters: 5_000 };
      return ask(model, "chat-completions", { stream: true }, limits);
    };
    expect((await answerWith(10)).rows).toMatchObject([{ end: "completed" }]);
    const { text, rows } = await answerWith(100);
    expect(errorOf("chat-completions", text)).toMatchObject(tooLarge);
    expect(rows).toMatchObject([{ end: "limit" }]);
  });
});
