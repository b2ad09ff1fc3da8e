import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinBytes } from "../../json/spans.js";
import { chatCompletionsUpstream } from "../chat-completions-upstream.js";
import { upstreamOf } from "../create-upstream.js";
import { messagesUpstream } from "../messages-upstream.js";
import type { FramePassage } from "./judge-frame.js";
import { passFrames } from "./pass-frames.js";
import { FrameRename } from "./public-name.js";

const encoder = new TextEncoder();
const options = { id: "public", model: "own-1", baseUrl: "http://upstream.test/v1" };

/** What a caller gets of these blocks, and what was observed. */
function pass(
  create: typeof chatCompletionsUpstream,
  blocks: readonly Uint8Array[],
  { revealModel = false } = {},
) {
  const upstream = upstreamOf(create({ ...options, revealModel }));
  if (!upstream) throw new Error("A model without an upstream.");
  const { format, settings } = upstream;
  const observer = format.createRelayObserver(settings.capabilities, true, {});
  const splitter = format.framing.createSplitter(1_000_000);
  const rename = new FrameRename(upstream);
  const passage: FramePassage = { upstream, observer, rename, ended: false, failure: undefined };
  const passed: Uint8Array[] = [];
  for (const block of blocks) {
    if (!passage.ended && !passage.failure) passed.push(passFrames(passage, splitter.push(block)));
  }
  const { ended, failure } = passage;
  const counts = [observer.events, observer.outputBytes(), observer.reasoningBytes()];
  const text = Buffer.from(joinBytes(passed)).toString("latin1");
  return { text, counts, ended, failure: String(failure?.error) };
}

const said = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", " b", "own-1", "model", "ä€😀") },
  fc.constantFrom('"model":"own-1"', "\n", "", "\ufffd", '"}}\n\n', "\\"),
  fc.string(),
);
const name = fc.constantFrom("own-1", "own-1", "own-1", "public", "other");

/** Chunks that name the model before or after what they say. */
const chatFrame = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(said, name, fc.boolean()).map(([content, model, isFirst]) => {
      const choices = [{ index: 0, delta: { content }, finish_reason: null }];
      const chunk = isFirst ? { id: "c", model, choices } : { id: "c", choices, model };
      return `data: ${JSON.stringify(chunk)}\n\n`;
    }),
  },
  fc.constantFrom(
    ": own-1 thinks\n\n",
    ": ping\n\n",
    'data: {"id":"c","\\u006dodel":"own-1","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n',
    'data: {"id":"c","model":"own-1","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}\n\n',
    'data: {"error":{"message":"own-1 is busy","type":"overloaded"}}\n\n',
    "data: [DONE]\n\n",
  ),
);

const messagesFrame = fc.oneof(
  {
    weight: 9,
    arbitrary: said.map(
      (text) =>
        `event: content_block_delta\ndata: ${JSON.stringify({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })}\n\n`,
    ),
  },
  fc.constantFrom('event: ping\ndata: {"type":"ping"}\n\n', ": own-1 thinks\n\n"),
);
const messagesBegin = [
  'event: message_start\ndata: {"type":"message_start","message":{"model":"own-1","usage":{}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text"}}\n\n',
];

/** Replaces some of the bytes that are not ASCII by others that are not UTF-8. */
function spoil(bytes: Uint8Array, which: readonly number[]): Uint8Array {
  const wide = [...bytes.keys()].filter((at) => (bytes[at] ?? 0) > 0x7f);
  for (const index of which) if (wide[index] !== undefined) bytes[wide[index]] = 0xff;
  return bytes;
}

describe("passFrames", () => {
  it.each([
    ["chat-completions", chatCompletionsUpstream, chatFrame, []],
    ["messages", messagesUpstream, messagesFrame, messagesBegin],
  ] as const)("passes frames of one block as those that come alone, in %s", (...given) => {
    const [, create, frame, begin] = given;
    const spoilt = fc.array(fc.nat(8), { maxLength: 2 });
    fc.assert(
      fc.property(fc.array(fc.tuple(frame, spoilt), { maxLength: 20 }), (frames) => {
        const alone = [
          ...begin.map((each) => encoder.encode(each)),
          ...frames.map(([each, which]) => spoil(encoder.encode(each), which)),
        ];
        const together = pass(create as typeof chatCompletionsUpstream, [joinBytes(alone)]);
        expect(together).toEqual(pass(create as typeof chatCompletionsUpstream, alone));
      }),
      { numRuns: 500 },
    );
  });

  it.each(["before", "behind"])(
    "names the public model in each frame of a block, %s what it says, and changes no other byte",
    (place) => {
      const chunk = (model: string, content: string) => {
        const choices = [{ index: 0, delta: { content } }];
        const [first, last] = place === "before" ? [{ model }, {}] : [{}, { model }];
        return `data: ${JSON.stringify({ id: "c", ...first, choices, ...last })}\n\n`;
      };
      const texts = ["one", "one", " two", " own-1", " ä", "\n", " six"];
      const block = (model: string) => texts.map((text) => chunk(model, text)).join("");
      const { text, counts } = pass(chatCompletionsUpstream, [encoder.encode(block("own-1"))]);
      expect(Buffer.from(text, "latin1").toString()).toBe(block("public"));
      expect(counts).toEqual([texts.length, encoder.encode(texts.join("")).length, 0]);
    },
  );

  it("leaves the model of the upstream in all frames of a block where it may be seen", () => {
    const chunk = (content: string) =>
      `data: ${JSON.stringify({ id: "c", model: "own-1", choices: [{ index: 0, delta: { content } }] })}\n\n`;
    const block = ["one", " two", " three"].map(chunk).join("");
    const { text } = pass(chatCompletionsUpstream, [encoder.encode(block)], { revealModel: true });
    expect(text).toBe(block);
  });

  const said = 'data: {"id":"c","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';

  it("names the public model in the words of an error", () => {
    const error = (model: string) => `data: {"error":{"message":"${model} is busy"}}\n\n`;
    const { text } = pass(chatCompletionsUpstream, [encoder.encode(said + error("own-1"))]);
    expect(text).toBe(said + error("public"));
  });

  it("changes no byte of an error that does not name the model, even if it is not UTF-8", () => {
    const error = Buffer.from('data: {"error":{"message":"\xff is busy"}}\n\n', "latin1");
    const { text } = pass(chatCompletionsUpstream, [encoder.encode(said), error]);
    expect(text).toBe(said + error.toString("latin1"));
  });
});
