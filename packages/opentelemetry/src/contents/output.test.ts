import type { ConversationEvent } from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { createCleaner } from "./clean.js";
import { OutputLog } from "./output.js";
import type { Message } from "./part.js";

const open = (index: number, block: object) =>
  ({ type: "open", index, block }) as unknown as ConversationEvent;
const piece = (index: number, text: string) =>
  ({ type: "delta", index, delta: { type: "text", text } }) as ConversationEvent;
const json = (index: number, text: string) =>
  ({ type: "delta", index, delta: { type: "arguments", json: text } }) as ConversationEvent;
const other = { type: "start", id: "m", model: "m" } as unknown as ConversationEvent;

/** The messages of a log of these events, with room for so many characters. */
function messagesOf(events: readonly ConversationEvent[], limit = 1_000, shown = 1_000) {
  const log = new OutputLog(limit);
  log.take(events);
  return runRedaction(
    log.toMessages(createCleaner(createRedactor([]), shown)),
    0,
  ) as readonly Message[];
}

describe("the parts of a reply", () => {
  it.each<[string, object, ConversationEvent[], object]>([
    [
      "text",
      { type: "text" },
      [piece(0, "Th"), piece(0, "ree.")],
      { type: "text", content: "Three." },
    ],
    ["a refusal", { type: "refusal" }, [piece(0, "No.")], { type: "refusal", content: "No." }],
    ["reasoning", { type: "thinking" }, [piece(0, "Hm.")], { type: "reasoning", content: "Hm." }],
    [
      "a call",
      { type: "tool_call", id: "c1", name: "zoom" },
      [json(0, '{"by"'), json(0, ":2}")],
      { type: "tool_call", id: "c1", name: "zoom", arguments: { by: 2 } },
    ],
    [
      "sealed reasoning",
      { type: "redacted_thinking", data: "sealed" },
      [],
      { type: "redacted_thinking" },
    ],
    [
      "a block of one format alone",
      { type: "native", value: { type: "server_tool_use" } },
      [],
      { type: "server_tool_use" },
    ],
    ["a block without a type", { type: "native", value: {} }, [], { type: "native" }],
    [
      "nothing of proofs",
      { type: "thinking" },
      [
        { type: "delta", index: 0, delta: { type: "signature", signature: "proof" } } as never,
        piece(0, "Hm."),
      ],
      { type: "reasoning", content: "Hm." },
    ],
  ])("are %s", (_name, block, events, part) => {
    expect(messagesOf([other, open(0, block), ...events])).toEqual([
      { role: "assistant", parts: [part] },
    ]);
  });

  it("grow by their indexes", () => {
    const events = [open(0, { type: "thinking" }), open(1, { type: "text" })];
    const pieces = [piece(1, "Th"), piece(0, "Hm."), piece(1, "ree."), piece(7, "lost")];
    expect(messagesOf([...events, ...pieces])[0]?.parts).toEqual([
      { type: "reasoning", content: "Hm." },
      { type: "text", content: "Three." },
    ]);
  });
});

describe("the room of a reply", () => {
  const block = { type: "text" };

  it("ends what is kept of its texts, and of its blocks", () => {
    const events = [
      open(0, block),
      piece(0, "1234"),
      piece(0, "56"),
      open(1, block),
      piece(1, "7"),
    ];
    const contents = (limit: number) =>
      messagesOf(events, limit)[0]?.parts.map(({ content }) => content);
    expect(contents(9)).toEqual(["123456", "7"]);
    expect(contents(8)).toEqual(["123456", ""]);
    expect(contents(7)).toEqual(["123456"]);
    expect(contents(6)).toEqual(["12345"]);
    expect(contents(1)).toEqual([""]);
    expect(contents(0)).toEqual([]);
  });

  it("ends what is shown", () => {
    const events = [open(0, block), piece(0, "1234"), open(1, block), piece(1, "5678")];
    expect(messagesOf(events, 100, 4)[0]?.parts).toEqual([{ type: "text", content: "1234" }]);
  });
});
