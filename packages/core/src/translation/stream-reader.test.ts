import { describe, expect, it } from "vitest";
import { foldOf } from "../../test/fold-of.js";
import { chatCompletionsStreams } from "../../test/maximal/chat-completions-replies.js";
import { messagesStreams } from "../../test/maximal/messages-replies.js";
import { fixed, toStreamText } from "../../test/observe.js";
import type { ConversationEvent } from "../conversation/events.js";
import type { FormatName } from "../formats/formats.js";
import { readResponse } from "./read-response.js";
import { createStreamReader } from "./stream-reader.js";

const all = {
  messages: messagesStreams.map(({ events }) => toStreamText("messages", events)),
  "chat-completions": chatCompletionsStreams.map(({ events }) =>
    toStreamText("chat-completions", events),
  ),
};
const withError = /^(?:event: error|data: \{"error")/m;
const whole = (format: FormatName) => all[format].filter((text) => !withError.test(text));
const formats = ["messages", "chat-completions"] as const;

/** The events of a stream that comes in these blocks. */
function read(format: FormatName, blocks: readonly (Uint8Array | string)[]): ConversationEvent[] {
  const reader = createStreamReader(format, fixed());
  return [...blocks.flatMap((block) => [...reader.push(block)]), ...reader.end()];
}

describe.each(formats)("a stream reader of %s", (format) => {
  it("returns the same events byte by byte as at once, and they make a complete reply", () => {
    expect(whole(format)).not.toEqual([]);
    for (const text of whole(format)) {
      const bytes = [...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte));
      const events = read(format, [text]);
      expect(read(format, bytes)).toEqual(events);
      expect(events.at(0)?.type).toBe("start");
      expect(events.at(-1)?.type).toBe("end");
      expect(foldOf(events).stop.type).toBe("stop");
    }
  });

  it("reports whether the reply is complete, and rejects the end of an incomplete one", () => {
    const [text = ""] = whole(format);
    const reader = createStreamReader(format, fixed());
    expect([...reader.push(text.slice(0, text.length / 2))].length).toBeGreaterThan(0);
    expect(reader.ended()).toBe(false);
    expect(() => [...reader.end()]).toThrow(
      expect.objectContaining({ kind: "upstream_bad_response" }),
    );
  });

  it("rejects with the error that an error event describes", () => {
    const error = {
      messages: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n',
      "chat-completions": 'data: {"error":{"message":"No.","type":"server_error"}}\n\n',
    }[format];
    const reader = createStreamReader(format, fixed());
    expect(() => [...reader.push(error)]).toThrow(
      expect.objectContaining({ name: "ServiceError" }),
    );
  });
});

describe("readResponse", () => {
  it("reads a JSON reply as the events that a stream of it has", () => {
    const events = readResponse("chat-completions", {
      id: "chatcmpl-abc",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [
        { index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
    });
    const { blocks, stop, usage } = foldOf(events);
    expect(blocks).toMatchObject([{ opened: { type: "text" }, text: "Hello.", closed: true }]);
    expect(stop).toMatchObject({ reason: "end" });
    expect(usage).toMatchObject({ input: 7, output: 5 });
  });

  it("rejects a body that is not a reply, and an unknown format", () => {
    expect(() => readResponse("messages", { type: "error", error: {} })).toThrow();
    expect(() => readResponse("responses" as never, {})).toThrow(TypeError);
  });
});
