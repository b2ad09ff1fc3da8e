import type { Block, Conversation, Steps } from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { createCleaner } from "./clean.js";
import { toInputMessages, toInstructions } from "./input.js";

/** What short contents give at once. */
const run = <Result>(steps: Steps<Result>) => runRedaction(steps, 0) as Result;
const cleaner = (limit = 1_000) => createCleaner(createRedactor([]), limit);

/** The messages of a conversation with these turns. */
function messagesOf(turns: readonly object[], limit?: number) {
  return run(toInputMessages({ turns } as unknown as Conversation, cleaner(limit)));
}

const text = (words: string): Block => ({ type: "text", text: words });
const result = (...content: Block[]) => ({ type: "tool_result", callId: "c1", content });

describe("the parts of a message", () => {
  const source = { type: "base64", mediaType: "image/png", data: "aGVsbG8=" };

  it.each<[string, object, object]>([
    ["a text", text("hi"), { type: "text", content: "hi" }],
    ["a refusal", { type: "refusal", text: "No." }, { type: "refusal", content: "No." }],
    ["reasoning", { type: "thinking", text: "Hm." }, { type: "reasoning", content: "Hm." }],
    [
      "reasoning that only its maker can read",
      { type: "redacted_thinking", data: "sealed" },
      { type: "redacted_thinking" },
    ],
    [
      "a call",
      { type: "tool_call", id: "c1", name: "zoom", arguments: '{"by":2}' },
      { type: "tool_call", id: "c1", name: "zoom", arguments: { by: 2 } },
    ],
    [
      "a call whose arguments are no JSON",
      { type: "tool_call", id: "c1", name: "zoom", arguments: "{by" },
      { type: "tool_call", id: "c1", name: "zoom", arguments: "{by" },
    ],
    [
      "a result",
      result(text("A mug.")),
      {
        type: "tool_call_response",
        id: "c1",
        response: [{ type: "text", content: "A mug." }],
      },
    ],
    [
      "an image, whose bytes are only counted",
      { type: "image", source },
      { type: "blob", modality: "image", mime_type: "image/png", byte_size: 5 },
    ],
    [
      "an image of other bytes",
      { type: "image", source: { ...source, data: "aGk=" } },
      { type: "blob", modality: "image", mime_type: "image/png", byte_size: 2 },
    ],
    [
      "an image without padding",
      { type: "image", source: { ...source, data: "aGVs" } },
      { type: "blob", modality: "image", mime_type: "image/png", byte_size: 3 },
    ],
    [
      "an image with much padding",
      { type: "image", source: { ...source, data: "aA==" } },
      { type: "blob", modality: "image", mime_type: "image/png", byte_size: 1 },
    ],
    [
      "sound",
      { type: "audio", encoding: "mp3", data: "aGVsbG8=" },
      { type: "blob", modality: "audio", byte_size: 5 },
    ],
    [
      "the text of a document",
      { type: "document", source: { type: "text", mediaType: "text/plain", data: "Three." } },
      { type: "text", content: "Three." },
    ],
    [
      "a document by its URL",
      { type: "document", source: { type: "url", url: "https://docs.test/mugs.pdf" } },
      { type: "uri", modality: "document", uri: "https://docs.test/mugs.pdf" },
    ],
    [
      "an image by its id",
      { type: "image", source: { type: "file", fileId: "file-1" } },
      { type: "file", modality: "image", file_id: "file-1" },
    ],
    [
      "the blocks of a document",
      { type: "document", source: { type: "blocks", blocks: [text("Three.")] } },
      { type: "document", content: [{ type: "text", content: "Three." }] },
    ],
    [
      "a block of one format alone",
      { type: "native", format: "messages", value: { type: "search_result", text: "no" } },
      { type: "search_result" },
    ],
    [
      "a block without a type",
      { type: "native", format: "messages", value: {} },
      { type: "native" },
    ],
  ])("are %s", (_name, block, part) => {
    expect(messagesOf([{ role: "user", blocks: [block] }])[0]?.parts).toEqual([part]);
    const conversation = { system: [block], turns: [] } as unknown as Conversation;
    expect(run(toInstructions(conversation, cleaner()))).toEqual([part]);
  });

  it("are without secrets", () => {
    const secret = "sk-live-4f9a8b7c6d5e4f3a2b1c";
    const blocks = [
      text(`My key is ${secret}.`),
      { type: "thinking", text: secret },
      { type: "tool_call", id: "c1", name: "zoom", arguments: `{"key":"${secret}"}` },
      { type: "image", source: { type: "url", url: `https://images.test/?key=${secret}` } },
      { type: "document", source: { type: "text", mediaType: "text/plain", data: secret } },
      { type: "native", format: "messages", value: { type: secret } },
      result(text(secret)),
    ];
    const shown = JSON.stringify(messagesOf([{ role: "user", blocks }]));
    expect(shown).not.toContain("sk-live");
    expect(shown.match(/\[redacted\]/g)).toHaveLength(7);
  });
});

describe("the messages of a conversation", () => {
  it("are of the tool if they are its results alone", () => {
    const roles = messagesOf([
      { role: "user", blocks: [] },
      { role: "assistant", blocks: [text("I look.")] },
      { role: "user", blocks: [result(text("A mug.")), result(text("Two."))] },
      { role: "user", blocks: [result(text("A mug.")), text("And now?")] },
      { role: "system", blocks: [text("Be late.")] },
    ]).map(({ role }) => role);
    expect(roles).toEqual(["user", "assistant", "tool", "user", "system"]);
  });

  it("are the last ones if there is no room for all, and so are their first parts", () => {
    const turns = ["aaaa", "bbbb", "cccc"].map((words) => ({
      role: "user",
      blocks: [text(words)],
    }));
    const contents = (limit: number) =>
      messagesOf(turns, limit).map(({ parts }) => parts.map(({ content }) => content));
    expect(contents(12)).toEqual([["aaaa"], ["bbbb"], ["cccc"]]);
    expect(contents(8)).toEqual([["bbbb"], ["cccc"]]);
    expect(contents(6)).toEqual([["bb…"], ["cccc"]]);
    expect(contents(4)).toEqual([["cccc"]]);
    const blocks = ["aaaa", "bbbb"].map(text);
    expect(messagesOf([{ role: "user", blocks }], 4)).toEqual([
      { role: "user", parts: [{ type: "text", content: "aaaa" }] },
    ]);
  });

  it("end with parts that have no text, which need room, too", () => {
    const blocks = Array.from({ length: 5 }, () => text(""));
    expect(messagesOf([{ role: "user", blocks }], 3)[0]?.parts).toHaveLength(3);
  });
});
