import type { Block } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { describeBlock } from "./describe-block.js";

const cases: readonly [Block, string][] = [
  [{ type: "text", text: " as it is " }, " as it is "],
  [{ type: "refusal", text: "No." }, "No."],
  [
    { type: "image", source: { type: "base64", mediaType: "image/png", data: "AAAAAA==" } },
    "[an image, image/png, 4 bytes]",
  ],
  [{ type: "image", source: { type: "url", url: "https://x.y/z" } }, "[an image at https://x.y/z]"],
  [
    {
      type: "document",
      title: "Minutes",
      source: { type: "text", mediaType: "text/plain", data: "hello" },
    },
    '[a document "Minutes", text/plain, 5 characters]',
  ],
  [{ type: "document", source: { type: "file", fileId: "file_1" } }, "[a document, file file_1]"],
  [
    { type: "document", source: { type: "blocks", blocks: [{ type: "text", text: "hello" }] } },
    "[a document, blocks: 1]",
  ],
  [{ type: "audio", encoding: "wav", data: "AAAA" }, "[a sound recording, wav, 3 bytes]"],
  [{ type: "thinking", text: "hm" }, "[reasoning of 2 characters]"],
  [{ type: "redacted_thinking", data: "x" }, "[reasoning that only its vendor can read]"],
  [{ type: "tool_call", id: "1", name: "add", arguments: "{}" }, "[a call of add]"],
  [
    { type: "native", format: "messages", value: { type: "search_result" } },
    '[a block of type "search_result", known to messages alone]',
  ],
];

describe("describeBlock", () => {
  it.each(cases)("says what %j is", (block, phrase) => {
    expect(describeBlock(block)).toBe(phrase);
  });

  it("does not repeat a file that is in an address", () => {
    const url = `data:image/png;base64,${"A".repeat(10_000)}`;
    expect(describeBlock({ type: "image", source: { type: "url", url } }).length).toBeLessThan(120);
  });
});
