import { createFakeClock } from "@diglot/test-support/clock";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { chatCompletionsUpstream, defineModel, messagesUpstream } from "../src/index.js";

const events = 10_000;
const words = Array.from({ length: events }, (_, index) => `${index} `);
const create = { messages: messagesUpstream, "chat-completions": chatCompletionsUpstream };

/** Whole streams, each with its text in 10,000 events. */
const streams: Readonly<Record<FormatName, string>> = {
  messages: [
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...words.map((text) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    })),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join(""),
  "chat-completions": [
    ...words.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .concat("data: [DONE]\n\n")
    .join(""),
};

/** An upstream whose stream is there at once, in one block. */
function upstreamOf(format: FormatName) {
  return create[format]({
    id: "scripted",
    baseUrl: "http://upstream.test/v1",
    async transport() {
      const blocks = [new TextEncoder().encode(streams[format])];
      return {
        status: 200,
        headers: new Headers({ "content-type": "text/event-stream" }),
        body: { read: async () => blocks.shift(), cancel: async () => undefined },
      };
    },
  });
}

/** A model that never waits for anything, neither before its words nor between them. */
const restless = defineModel("scripted", async function* () {
  yield* words;
});
/** A model that never waits and has nothing to show. */
const mute = defineModel("scripted", async function* () {
  for (const _ of words) yield "";
});
const brief = defineModel("brief", async function* () {
  yield "Hello.";
});

const cases = [
  ["an in-process model", () => restless],
  ["an in-process model with nothing to show", () => mute],
  ["a Messages upstream", () => upstreamOf("messages")],
  ["a Chat Completions upstream", () => upstreamOf("chat-completions")],
] as const;

describe.each(formatNames)("a %s caller", (format) => {
  describe.each([true, false])("(stream: %s)", (stream) => {
    it.each(cases)(
      "S22 T10 whose reply comes from %s, all at once, keeps nobody waiting to its end",
      async (_name, model) => {
        // No time passes for the service, so the machine's speed does not matter.
        const clock = createFakeClock();
        const options = { models: [model(), brief], keys: undefined, allowAnonymous: true, clock };
        const { service } = serviceOf([], options);
        const ended: string[] = [];
        let turns = 0;
        const count = () => {
          turns += 1;
          if (!ended.includes("first")) setImmediate(count);
        };
        setImmediate(count);
        const ask = async (name: string, change: object) => {
          const response = await service.request(...requestOf(format, change));
          await response.text();
          ended.push(name);
          return response.status;
        };
        const first = ask("first", { stream, max_tokens: 1_000_000 });
        const second = ask("second", { model: "brief" });
        expect(await Promise.all([first, second])).toEqual([200, 200]);
        expect(ended).toEqual(["second", "first"]);
        expect(turns).toBeGreaterThanOrEqual(8);
      },
    );
  });
});
