import { describe, expect, it } from "vitest";
import type { TextRun } from "../../json/text-pattern.js";
import { chatCompletionsUpstream } from "../chat-completions-upstream.js";
import { upstreamOf } from "../create-upstream.js";
import { messagesUpstream } from "../messages-upstream.js";
import { FrameRename, renameReply } from "./public-name.js";

const encoder = new TextEncoder();
const creators = { chat: chatCompletionsUpstream, messages: messagesUpstream };

function upstreamNamed(format: keyof typeof creators, change: { revealModel?: boolean } = {}) {
  const options = { id: "public", model: "own-1", baseUrl: "http://upstream.test/v1" };
  const upstream = upstreamOf(creators[format]({ ...options, ...change }));
  if (!upstream) throw new Error("It is an upstream.");
  return upstream;
}

const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

describe("a JSON reply", () => {
  function rename(text: string, repeatsNames = false, change = {}) {
    const bytes = encoder.encode(text);
    const reply = { bytes, value: JSON.parse(text), repeatsNames };
    const renamed = renameReply(upstreamNamed("chat", change), reply);
    return { text: textOf(renamed), isSame: renamed === bytes };
  }

  it("names the public model, in each place if the member is repeated", () => {
    expect(rename('{ "model" : "own-1","n":1.0 }').text).toBe('{ "model" : "public","n":1.0 }');
    expect(rename('{"model":"own-1","model":"public"}', true).text).toBe(
      '{"model":"public","model":"public"}',
    );
  });

  it("stays the same bytes if it does so already, or may name its own", () => {
    expect(rename('{"model":"public"}').isSame).toBe(true);
    const revealed = rename('{"model":"own-1"}', false, { revealModel: true });
    expect(revealed).toEqual({ text: '{"model":"own-1"}', isSame: true });
  });
});

describe("the frames of a stream", () => {
  const chunk = (content: string, model = "own-1", more = "") =>
    `data: {"id":"c","model":"${model}","choices":[{"index":0,"delta":{"content":"${content}"}}]${more}}\n\n`;
  const escaped = 'data: {"id":"c","\\u006dodel":"own-1","choices":[]}\n\n';
  const unnamed = 'data: {"id":"c","choices":[]}\n\n';

  /** Frames with the public name, one after another, by one stream. */
  function renameAll(frames: readonly string[], format: keyof typeof creators = "chat") {
    const rename = new FrameRename(upstreamNamed(format));
    return frames.map((frame) =>
      textOf(rename.apply(encoder.encode(frame), frame.replace(/^\uFEFF/, ""))),
    );
  }

  it("name the public model, wherever they do, and differ in no other byte", () => {
    const frames = [
      ...[chunk("one"), chunk("two"), chunk("ä"), chunk("x", "other"), unnamed, escaped],
      ...[chunk("y", "own-1", ',"model":"own-1"'), `\uFEFF${chunk("z")}`, chunk("end")],
      `data: {"id":"ä","model":"own-1"}\n\n`,
      `data: {"id":"ä","model":"own-1","n":1}\n\n`,
      ...[chunk("p", "public"), chunk("q", "public"), chunk("r")],
    ];
    const named = (frame: string) =>
      frame
        .replaceAll(/(model"):"[a-z1-]+"/g, '$1:"public"')
        .replace('odel":"own-1"', 'odel":"public"');
    expect(renameAll(frames)).toEqual(frames.map(named));
  });

  it("are searched only if they may name a model", () => {
    const rename = new FrameRename(upstreamNamed("chat"));
    const concerned = () =>
      [unnamed, escaped, chunk("a"), chunk("a", "public")].map((frame) => rename.concerns(frame));
    expect(concerned()).toEqual([false, true, true, true]);
    rename.apply(encoder.encode(chunk("a")), chunk("a"));
    expect(concerned()).toEqual([false, true, true, true]);
    const public1 = chunk("a", "public");
    rename.apply(encoder.encode(public1), public1);
    expect(concerned()).toEqual([false, true, true, false]);
    expect(rename.concerns(chunk("a", "public", ',"model":"own-1"'))).toBe(true);
    expect(rename.concerns(chunk("a", "public", ',"\\u006dodel":"own-1"'))).toBe(true);
  });

  it("are not searched any more where only the first event names the model", () => {
    const rename = new FrameRename(upstreamNamed("messages"));
    const start = `event: message_start\ndata: {"type":"message_start","message":{"model":"own-1"}}\n\n`;
    expect(rename.concerns(start)).toBe(true);
    expect(textOf(rename.apply(encoder.encode(start), start))).toContain('"model":"public"');
    expect([rename.concerns(start), rename.concerns(escaped)]).toEqual([false, false]);
  });

  it("stay as they are if they may name the upstream's model", () => {
    const rename = new FrameRename(upstreamNamed("chat", { revealModel: true }));
    expect([rename.concerns(chunk("a")), rename.concerns(escaped)]).toEqual([false, false]);
  });

  describe("that repeat", () => {
    const run = (head: string): TextRun => ({
      ...{ strings: ["a", "b"], headLength: head.length, end: 0 },
    });
    const head = chunk("@").split("@")[0] ?? "";
    const both = chunk("a") + chunk("b");

    function learnt(first = chunk("x")) {
      const rename = new FrameRename(upstreamNamed("chat"));
      rename.apply(encoder.encode(first), first);
      return (text: string, headLength = head.length) => {
        const renamed = rename.applyToRun(text, { ...run(head), headLength });
        return renamed instanceof Uint8Array ? textOf(renamed) : renamed;
      };
    }

    it("are renamed together where the name stands before what they say", () => {
      expect(learnt()(both)).toBe(chunk("a", "public") + chunk("b", "public"));
      const toName = 'data: {"id":"c","model":"own-1"'.length;
      expect(learnt()(both, toName)).toBe(chunk("a", "public") + chunk("b", "public"));
    });

    it("are the same if they have the public name, or none", () => {
      const first = chunk("x", "public");
      expect(learnt(first)(chunk("a", "public") + chunk("b", "public"))).toBe("same");
      expect(learnt()(unnamed + unnamed)).toBe("same");
    });

    it("are looked at one by one if the name may stand elsewhere, or a byte is no UTF-8", () => {
      const toName = 'data: {"id":"c","model":"own-1"'.length;
      expect(learnt()(both, toName - 1)).toBeUndefined();
      expect(learnt()(chunk("a") + chunk("\ufffd"))).toBeUndefined();
      expect(learnt(unnamed)(both)).toBeUndefined();
      expect(learnt()(chunk("a", "own-1", ',"model":"own-1"'))).toBeUndefined();
      expect(learnt()(escaped + escaped)).toBeUndefined();
    });
  });
});
