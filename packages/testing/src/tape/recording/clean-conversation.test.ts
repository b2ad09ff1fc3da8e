import type { Block } from "@diglot/core";
import { conversationOf, turn } from "@diglot/test-support/conversations";
import { expect, it } from "vitest";
import { cleanConversation } from "./clean-conversation.js";

const place = { at: "messages[0]", places: { text: "messages[0].text" } };
const note = /^\[400 characters, [0-9a-f]{8}\]$/;
const data = "A".repeat(400);
const image = (source: object) => ({ type: "image", source, ...place }) as unknown as Block;

/** The first block of a clean conversation that has this one. */
function clean(block: Block): unknown {
  const conversation = conversationOf({ turns: [{ ...turn("user", block), ...place }] as never });
  return cleanConversation(conversation).turns[0]?.blocks[0];
}

it("a clean conversation says nothing of places in its body", () => {
  const said = { type: "text", text: "Hi", ...place } as unknown as Block;
  const conversation = {
    ...conversationOf({ system: [said], turns: [{ ...turn("user", said), ...place } as never] }),
    tools: [{ type: "function", name: "look", parameters: {}, ...place }],
    places: { system: "system" },
  } as never;
  expect(JSON.stringify(cleanConversation(conversation))).not.toMatch(/places|"at"|messages\[0\]/);
  expect(cleanConversation(conversation)).toMatchObject({ tools: [{ name: "look" }] });
});

it.each<[string, Block, object]>([
  [
    "an image",
    image({ type: "base64", mediaType: "image/png", data }),
    { source: { data: expect.stringMatching(note) } },
  ],
  [
    "a sound",
    { type: "audio", encoding: "wav", data } as Block,
    { encoding: "wav", data: expect.stringMatching(note) },
  ],
  [
    "a document of blocks",
    {
      type: "document",
      source: { type: "blocks", blocks: [image({ type: "base64", mediaType: "image/png", data })] },
    } as unknown as Block,
    { source: { blocks: [{ source: { data: expect.stringMatching(note) } }] } },
  ],
  [
    "a result of a tool",
    {
      type: "tool_result",
      callId: "a",
      isError: false,
      content: [image({ type: "base64", mediaType: "image/png", data })],
    } as Block,
    { content: [{ source: { mediaType: "image/png", data: expect.stringMatching(note) } }] },
  ],
])("a clean conversation has a note in the place of the bytes of %s", (_, block, expected) => {
  expect(clean(block)).toMatchObject(expected);
  expect(JSON.stringify(clean(block))).not.toContain("AAAA");
});

it("a clean conversation has other notes for other pictures, and the same for the same", () => {
  const noted = (bytes: string) =>
    JSON.stringify(clean(image({ type: "base64", mediaType: "image/png", data: bytes })));
  expect(noted("AAAB")).not.toBe(noted("AABA"));
  expect(noted("AAAB")).toBe(noted("AAAB"));
});

it.each([
  { type: "text", mediaType: "text/plain", data },
  { type: "url", url: "https://example.com/a.png" },
  { type: "file", fileId: "file_1" },
])("a clean conversation leaves a source of the type $type as it is", (source) => {
  expect(clean(image(source))).toEqual({ type: "image", source });
});
