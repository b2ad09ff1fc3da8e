import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createMemoryKeys, createMemoryLedger, createService } from "../src/index.js";
import { attemptOf, everyWay, upstreamCreators } from "./attempt-of.js";
import { fakeUpstream, frames, streamOf } from "./upstream-of.js";

/** 40 bytes; with those of the arguments that is an output of 11 tokens. */
const name = "n".repeat(40);
const begunArguments = '{"a"';

const frameOf = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const inputDelta = { type: "input_json_delta", partial_json: begunArguments };
const call = {
  index: 0,
  id: "c",
  type: "function",
  function: { name, arguments: begunArguments },
};

/** Streams that break off within the arguments of a call. */
const cutStreams = {
  messages: [
    frames.messages[0],
    frameOf({
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "t", name, input: {} },
    }),
    frameOf({ type: "content_block_delta", index: 0, delta: inputDelta }),
  ],
  "chat-completions": [
    frames["chat-completions"][0],
    frameOf({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] }),
  ],
} as const;

/** A relay of Chat Completions looks for text in its chunks without parsing them, and counts no names. */
const namingWays = everyWay.filter(
  ({ caller, upstream }) => upstream === "messages" || caller === "messages",
);

describe.each(namingWays)("a call of a $upstream upstream for a $caller caller", (way) => {
  it("that breaks off is charged for its name and the arguments that arrived", async () => {
    const answer = () => streamOf(cutStreams[way.upstream]);
    const { row } = await attemptOf(way, answer, { stream: true });
    expect(row).toMatchObject({
      end: "upstream_error",
      usage: { output: 11, sources: { output: "observed" } },
    });
  });
});

const thinkingDelta = { type: "thinking_delta", thinking: "x".repeat(40) };

/** Streams that break off after ten tokens of reasoning and five of text. */
const thoughtfulStreams = {
  messages: [
    frames.messages[0],
    frameOf({ type: "content_block_start", index: 0, content_block: { type: "thinking" } }),
    frameOf({ type: "content_block_delta", index: 0, delta: thinkingDelta }),
    frameOf({ type: "content_block_stop", index: 0 }),
    frameOf({ type: "content_block_start", index: 1, content_block: { type: "text", text: "" } }),
    frameOf({
      type: "content_block_delta",
      index: 1,
      delta: { type: "text_delta", text: "y".repeat(20) },
    }),
  ],
  "chat-completions": [
    frameOf({ choices: [{ index: 0, delta: { reasoning_content: "x".repeat(40) } }] }),
    frameOf({ choices: [{ index: 0, delta: { content: "y".repeat(20) } }] }),
  ],
} as const;

describe.each(everyWay)("reasoning of a $upstream upstream for a $caller caller", (way) => {
  it("that breaks off is recorded as reasoning, and charged as a part of the output", async () => {
    const answer = () => streamOf(thoughtfulStreams[way.upstream]);
    const { row } = await attemptOf(way, answer, { stream: true });
    expect(row.usage).toMatchObject({
      ...{ output: 15, reasoning: 10 },
      sources: { output: "observed", reasoning: "observed" },
    });
  });
});

const ways = everyWay.flatMap((way) => [true, false].map((stream) => ({ ...way, stream })));

describe.each(ways)(
  "an attempt with a $upstream upstream for a $caller caller (stream: $stream)",
  ({ caller, upstream, stream }) => {
    it("that the closing of the service cuts is charged for its input, since the model may have run", async () => {
      const clock = createFakeClock();
      const ledger = createMemoryLedger({ clock });
      const type = stream ? "text/event-stream" : "application/json";
      const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
      const fake = fakeUpstream(() => new Response(silent, { headers: { "content-type": type } }));
      const service = createService({
        models: [upstreamCreators[upstream](fake.options)],
        keys: createMemoryKeys([{ key }]),
        ledger,
        clock,
      });
      const responding = service.request(...requestOf(caller, { stream }));
      await until(() => fake.seen.length === 1);
      await flushPromises();
      const closed = service.close({ timeout: 1_000 });
      clock.advance(1_000);
      expect((await responding).status).toBeGreaterThanOrEqual(500);
      await closed;
      expect(ledger.all()).toMatchObject([
        { state: "settled", usage: { sources: { input: "estimated", output: "observed" } } },
      ]);
    });
  },
);
