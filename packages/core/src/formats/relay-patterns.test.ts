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

/** The same for frames in one text, of which all that repeat are pushed at once. */
function observeText(observer: RelayObserver, frames: readonly string[]) {
  const text = frames.join("");
  for (let start = 0, index = 0; index < frames.length; ) {
    const run = observer.findRun?.(text, start);
    const count = run?.strings.length ?? 1;
    const pushed = frames.slice(index, index + count).join("");
    if (run) expect(run.end).toBe(start + pushed.length);
    if (run) observer.pushRun?.(run);
    else observer.push(pushed);
    start += pushed.length;
    index += count;
  }
  return observe(observer, [": the end\n\n"]);
}

/** A comment that is different in each frame, so that none repeats another. */
function apart(frames: readonly string[]): readonly string[] {
  return frames.map((frame, at) => `: ${at}\n${frame}`);
}

/** The events before the deltas of a reply in the Messages format. */
const begin = [
  toEvent({ type: "message_start", message: {} }),
  ...["text", "thinking"].map((type, at) =>
    toEvent({ type: "content_block_start", index: at, content_block: { type } }),
  ),
];

describe("a frame that repeats another in all but its text", () => {
  it.each([
    ["chat-completions", chatFrame, () => createChatObserver(chat, true)],
    ["messages", messagesFrame, () => createMessagesObserver(messages)],
  ] as const)("counts as it would alone in %s", (_name, anyFrame, create) => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 20 }), (frames) => {
        const all = anyFrame === messagesFrame ? [...begin, ...frames] : frames;
        expect(observe(create(), all)).toEqual(observe(create(), apart(all)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["chat-completions", chatFrame, () => createChatObserver(chat, true)],
    ["messages", messagesFrame, () => createMessagesObserver(messages)],
  ] as const)("counts in a run as it would alone in %s", (_name, anyFrame, create) => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 20 }), (frames) => {
        const alone = create();
        const passed: string[] = [];
        for (const frame of anyFrame === messagesFrame ? [...begin, ...frames] : frames) {
          if (observe(alone, [frame])[0]?.verdict !== "pass") break;
          passed.push(frame);
        }
        const again = create();
        observe(again, passed);
        expect(observeText(create(), passed)).toEqual(observe(again, [": the end\n\n"]));
      }),
      { numRuns: 500 },
    );
  });

  it("is in a run with those that follow it, up to one with an escape", () => {
    const observer = createChatObserver(chat, true);
    const says = (content: string) =>
      toFrame({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    observer.push(says("first"));
    const same = says("two") + says("three") + says("fünf");
    const run = observer.findRun?.(same + says("\n") + says("six"), 0);
    expect(run).toMatchObject({ strings: ["two", "three", "fünf"], end: same.length });
    if (run) observer.pushRun?.(run);
    expect(observer.events).toBe(4);
    expect(observer.outputBytes()).toBe("firsttwothreefuenf".length);
  });
});
