import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRelayObserver as createChatObserver } from "./chat-completions/relay/observer.js";
import { defaultUpstreamCapabilities as chat } from "./chat-completions/wire/capabilities.js";
import { createRelayObserver as createMessagesObserver } from "./messages/relay/observer.js";
import { defaultUpstreamCapabilities as messages } from "./messages/wire/capabilities.js";
import type { RelayObserver } from "./upstream-format.js";

const said = fc.oneof(
  fc.constantFrom("a", "hello there", 'a "quote"', "ä€😀", "\n", "", '"usage":{"', "}}", '"},'),
  fc.string(),
);
const index = fc.constantFrom(0, 0, 0, 1);

const chatDelta = fc.oneof(
  { weight: 6, arbitrary: said.map((content): object => ({ content })) },
  said.map((text) => ({ reasoning_content: text, content: null })),
  said.map((text) => ({ reasoning: text, content: "b" })),
  said.map((json) => ({ tool_calls: [{ index: 0, function: { arguments: json } }] })),
  said.map((name) => ({ tool_calls: [{ index: 0, id: "c", function: { name, arguments: "" } }] })),
  said.map((text) => ({ content: [{ type: "text", text }] })),
);
const chatFrame = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(index, chatDelta, fc.constantFrom(null, null, null, "stop"))
      .map(([at, delta, finish]) =>
        toFrame({ id: "c", choices: [{ index: at, delta, finish_reason: finish }] }),
      ),
  },
  fc.constantFrom(
    toFrame({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }),
    ": keep-alive\n\n",
    'data: {"choices":[{"index":0,"delta":{"content":"a"}]\n\n',
    'data: {"choices":[{"index":0,"delta":{"content":"a","content":"b"}}]}\n\n',
    "data: [DONE]\n\n",
  ),
);

const messagesDelta = fc.oneof(
  { weight: 6, arbitrary: said.map((text): object => ({ type: "text_delta", text })) },
  said.map((text) => ({ text, type: "text_delta" })),
  said.map((thinking) => ({ type: "thinking_delta", thinking })),
  said.map((json) => ({ type: "input_json_delta", partial_json: json })),
  said.map((signature) => ({ type: "signature_delta", signature })),
);
const block = fc.constantFrom("text", "thinking", "tool_use");
const messagesFrame = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(index, messagesDelta)
      .map(([at, delta]) => toEvent({ type: "content_block_delta", index: at, delta })),
  },
  fc
    .tuple(index, block)
    .map(([at, type]) =>
      toEvent({ type: "content_block_start", index: at, content_block: { type } }),
    ),
  index.map((at) => toEvent({ type: "content_block_stop", index: at })),
  fc.constantFrom(toEvent({ type: "ping" }), toEvent({ type: "message_start", message: {} })),
);

function toFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function toEvent(data: Readonly<Record<string, unknown>>): string {
  return `event: ${data.type}\n${toFrame(data)}`;
}

/** What an observer makes of frames, until it refuses one. */
function observe(observer: RelayObserver, frames: readonly string[]) {
  return frames.map((frame) => {
    let verdict: string;
    try {
      verdict = observer.push(frame);
    } catch (error) {
      verdict = String(error);
    }
    const { events, begun, awaitsEnd } = observer;
    const bytes = [observer.outputBytes(), observer.reasoningBytes()];
    return { verdict, events, begun, awaitsEnd, bytes, reported: observer.reportedUsage() };
  });
}

/** A comment that is different in each frame, so that none repeats another. */
function apart(frames: readonly string[]): readonly string[] {
  return frames.map((frame, at) => `: ${at}\n${frame}`);
}

describe("a frame that repeats another in all but its text", () => {
  it.each([
    ["chat-completions", chatFrame, () => createChatObserver(chat, true)],
    ["messages", messagesFrame, () => createMessagesObserver(messages)],
  ] as const)("counts as it would alone in %s", (_name, anyFrame, create) => {
    const begin = [
      toEvent({ type: "message_start", message: {} }),
      ...["text", "thinking"].map((type, at) =>
        toEvent({ type: "content_block_start", index: at, content_block: { type } }),
      ),
    ];
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 20 }), (frames) => {
        const all = anyFrame === messagesFrame ? [...begin, ...frames] : frames;
        expect(observe(create(), all)).toEqual(observe(create(), apart(all)));
      }),
      { numRuns: 500 },
    );
  });
});
