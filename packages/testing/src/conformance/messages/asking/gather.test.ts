import { describe, expect, it } from "vitest";
import type { ProbedEvent } from "../../probing/probe.js";
import { gather, toMessage } from "./gather.js";

const event = (json: Record<string, unknown>): ProbedEvent => ({
  event: String(json.type),
  data: JSON.stringify(json),
  json,
});

const start = event({
  type: "message_start",
  message: { id: "msg_1", usage: { input_tokens: 3 } },
});
const stop = event({ type: "message_stop" });
const open = (index: number, content_block: object) =>
  event({ type: "content_block_start", index, content_block });
const text = (index: number, piece: string) =>
  event({ type: "content_block_delta", index, delta: { type: "text_delta", text: piece } });
const close = (index: number) => event({ type: "content_block_stop", index });
const last = (stop_reason: string) =>
  event({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 2 } });

const said = { type: "text", text: "" };
const ping = event({ type: "ping" });

describe("a stream that is gathered", () => {
  it("becomes the message that a client would make of it", () => {
    const events = [start, open(0, said), ping, text(0, "a"), text(0, "b"), close(0)];
    expect(toMessage(gather([...events, last("end_turn"), stop]))).toEqual({
      id: "msg_1",
      content: [{ type: "text", text: "ab" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 3, output_tokens: 2 },
    });
  });

  it("may have no blocks, and events that nobody knows", () => {
    const unknown = event({ type: "brand_new" });
    expect(gather([start, unknown, last("refusal"), stop]).blocks).toEqual([]);
  });

  it("may leave its last block open if it was cut short", () => {
    const events = [start, open(0, said), text(0, "a")];
    expect(gather([...events, last("max_tokens"), stop]).blocks[0]?.closed).toBe(false);
    expect(() => gather([...events, last("end_turn"), stop])).toThrow("no content_block_stop");
  });

  it("may not leave a block open before its last one, even if it was cut short", () => {
    const events = [start, open(0, said), text(0, "a"), open(1, said), text(1, "b")];
    expect(() => gather([...events, last("max_tokens"), stop])).toThrow("block 0 has no");
  });

  it.each([
    ["begins otherwise", [open(0, said), close(0), last("end_turn"), stop]],
    ["does not stop", [start, last("end_turn")]],
    ["has no message_delta", [start, open(0, said), close(0), stop]],
    ["goes on after message_delta", [start, last("end_turn"), open(0, said), close(0), stop]],
    ["skips an index", [start, open(1, said), close(1), last("end_turn"), stop]],
    ["has a delta outside of blocks", [start, text(0, "a"), last("end_turn"), stop]],
    [
      "mixes blocks",
      [start, open(0, said), open(1, said), close(0), close(1), last("end_turn"), stop],
    ],
    ["has an error within", [start, event({ type: "error" }), last("end_turn"), stop]],
  ])("is refused if it %s", (_what, events) => {
    expect(() => gather(events)).toThrow();
  });
});
