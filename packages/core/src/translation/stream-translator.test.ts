import { framesOf } from "@diglot/test-support/answers";
import { describe, expect, it } from "vitest";
import { chatCompletionsStreams } from "../../test/maximal/chat-completions-replies.js";
import { messagesStreams } from "../../test/maximal/messages-replies.js";
import { fixed, toStreamText } from "../../test/observe.js";
import type { FormatName } from "../formats/formats.js";
import { createStreamTranslator, type StreamTranslator } from "./stream-translator.js";

const streams = {
  messages: messagesStreams.map(({ events }) => toStreamText("messages", events)),
  "chat-completions": chatCompletionsStreams.map(({ events }) =>
    toStreamText("chat-completions", events),
  ),
};
const directions = [
  ["messages", "chat-completions"],
  ["chat-completions", "messages"],
] as const;
const utf8 = new TextEncoder();

function translatorOf(from: FormatName, to: FormatName): StreamTranslator {
  return createStreamTranslator(from, to, fixed());
}

function translateAtOnce(from: FormatName, to: FormatName, text: string): string {
  const translator = translatorOf(from, to);
  return translator.push(text) + translator.end();
}

describe.each(directions)("a stream translator from %s to %s", (from, to) => {
  it("P11.2 gives the same text however the input is cut into pieces", () => {
    for (const text of streams[from]) {
      const whole = translateAtOnce(from, to, text);
      const bytes = utf8.encode(text);
      const different: object[] = [];
      for (let cut = 1; cut < bytes.length; cut++) {
        const translator = translatorOf(from, to);
        const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
        const joined = pieces.map((piece) => translator.push(piece)).join("") + translator.end();
        if (joined !== whole) different.push({ cut, joined });
      }
      expect(different).toEqual([]);
    }
  });

  it("P11.2 gives the same text byte by byte", () => {
    for (const text of streams[from]) {
      const translator = translatorOf(from, to);
      const joined = [...utf8.encode(text)].map((byte) => translator.push(Uint8Array.of(byte)));
      expect(joined.join("") + translator.end()).toBe(translateAtOnce(from, to, text));
    }
  });

  it("writes an event as soon as it is known", () => {
    const [text = ""] = streams[from];
    const translator = translatorOf(from, to);
    expect(translator.push(text.slice(0, text.length / 2))).not.toBe("");
  });

  it("ends a stream that was cut off with an error, and writes nothing after it", () => {
    const [text = ""] = streams[from];
    const translator = translatorOf(from, to);
    const written = translator.push(text.slice(0, text.length / 2)) + translator.end();
    expect(lastData(written)).toHaveProperty("error");
    expect(translator.push(text) + translator.end() + translator.fail(new Error("x"))).toBe("");
  });

  it("writes a failure of the transport as an error without its cause", () => {
    const [text = ""] = streams[from];
    const translator = translatorOf(from, to);
    translator.push(text.slice(0, text.length / 2));
    const failure = translator.fail(new Error("secret address"));
    expect(lastData(failure)).toHaveProperty("error.message", expect.any(String));
    expect(failure).not.toContain("secret");
    expect(translator.end()).toBe("");
  });

  it("writes nothing after the end", () => {
    const [text = ""] = streams[from];
    const translator = translatorOf(from, to);
    translator.push(text);
    translator.end();
    expect(translator.push(text) + translator.end() + translator.fail(new Error("x"))).toBe("");
  });
});

function lastData(text: string): unknown {
  return JSON.parse(framesOf(text).at(-1)?.data ?? "");
}

describe("a stream translator between equal formats", () => {
  it("returns the text unchanged, also when a cut splits a character", () => {
    const text = "\ufeffdata: é\n\n";
    const translator = translatorOf("messages", "messages");
    const pieces = [...utf8.encode(text)].map((byte) => translator.push(Uint8Array.of(byte)));
    expect(pieces.join("") + translator.end()).toBe(text);
  });

  it("writes a failure as an error, and nothing after it", () => {
    const translator = translatorOf("messages", "messages");
    expect(translator.fail(new Error("x"))).toContain("event: error");
    expect(translator.push("more") + translator.end()).toBe("");
  });
});
