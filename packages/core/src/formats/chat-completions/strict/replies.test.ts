import { framesOf } from "@diglot/test-support/answers";
import { describe, expect, it } from "vitest";
import {
  call,
  completionOf,
  contextOf,
  eventsOf,
  openSettings,
  streamOf,
  strictSettings,
  text,
} from "../__fixtures__/make.js";
import { replyRules } from "./replies.js";

const padding = /,"obfuscation":"([A-Za-z0-9]{0,15})"\}$/;
const reply = eventsOf([text("Hel", "lo, Grüße \u{1f680}")]);

/** The chunks of a stream as they were sent. */
function sentChunks(options: object | undefined, settings = strictSettings): readonly string[] {
  const change = { stream: true, ...(options && { stream_options: options }) };
  const frames = framesOf(streamOf(reply, contextOf(change, settings)));
  return frames.map(({ data }) => data).filter((data) => data !== "[DONE]");
}

describe("the padding of the strict profile", () => {
  it("C054 is the last member of every chunk, and fills it to a multiple of 16 characters", () => {
    const chunks = sentChunks({ include_usage: true });
    expect(chunks).toHaveLength(5);
    for (const chunk of chunks) {
      const [member = "", letters = ""] = padding.exec(chunk) ?? [];
      expect(member).not.toBe("");
      expect((chunk.length - member.length + "}".length + letters.length) % 16).toBe(0);
      expect(JSON.parse(chunk).obfuscation).toBe(letters);
    }
  });

  it("C054 is absent if the caller wants none, and in the open profile", () => {
    for (const chunks of [
      sentChunks({ include_obfuscation: false }),
      sentChunks(undefined, openSettings),
      sentChunks({ include_obfuscation: true }, openSettings),
    ]) {
      expect(chunks.join()).not.toContain("obfuscation");
    }
  });

  it("is there by default, the same for the same id, and another for another id", () => {
    expect(sentChunks(undefined)).toEqual(sentChunks({ include_obfuscation: true }));
    const request = { model: "m", messages: [] };
    const padded = (id: string) => replyRules.createPad(request, id)?.('{"a":1}');
    expect(padded("chatcmpl-1")).toBe(padded("chatcmpl-1"));
    expect(padded("chatcmpl-1")).not.toBe(padded("chatcmpl-2"));
  });
});

describe("a call in the strict profile", () => {
  const called = eventsOf([call("call_1", "f", "{}")], "tool_calls");
  const tools = [{ type: "function", function: { name: "f" } }];
  const named = { type: "function", function: { name: "f" } };
  const finishesOf = (change: object, settings = strictSettings) => {
    const request = { tools, ...change };
    const whole = completionOf(called, contextOf(request, settings));
    const stream = streamOf(called, contextOf({ ...request, stream: true }, settings));
    const streamed = [...stream.matchAll(/"finish_reason":"(\w+)"/g)].map(([, word]) => word);
    return [whole.choices[0]?.finish_reason, ...streamed];
  };

  it("C035 ends with stop if its function was forced by name, whole and streamed", () => {
    expect(finishesOf({ tool_choice: named })).toEqual(["stop", "stop"]);
    expect(finishesOf({ tool_choice: named }, openSettings)).toEqual(["tool_calls", "tool_calls"]);
  });

  it("ends with stop if it was forced before there were tools", () => {
    const older = { tools: undefined, functions: [{ name: "f" }] };
    expect(finishesOf({ ...older, function_call: { name: "f" } })).toEqual(["stop", "stop"]);
    expect(finishesOf({ ...older, function_call: "auto" })).toEqual(
      Array.from({ length: 2 }, () => "function_call"),
    );
  });

  it.each([
    ["nothing was chosen", {}],
    ["any call was required", { tool_choice: "required" }],
  ])("ends with tool_calls if %s", (_title, change) => {
    expect(finishesOf(change)).toEqual(["tool_calls", "tool_calls"]);
  });

  it("that was cut ends with length, although it was forced", () => {
    const request = { tools, tool_choice: named };
    const cut = eventsOf([call("call_1", "f", "{")], "max_tokens");
    expect(completionOf(cut, contextOf(request, strictSettings)).choices[0]?.finish_reason).toBe(
      "length",
    );
  });
});
