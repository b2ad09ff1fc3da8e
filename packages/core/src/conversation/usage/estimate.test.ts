import { conversationOf } from "@diglot/test-support/conversations";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../conversation.js";
import { byteLength, estimateInputTokens, estimateTokens } from "./estimate.js";

function tokensOf(...blocks: readonly Block[]): number {
  return estimateInputTokens(conversationOf({ system: blocks }));
}

describe("estimateTokens", () => {
  it("counts a quarter of the bytes, rounded up", () => {
    expect([
      estimateTokens(""),
      estimateTokens("a"),
      estimateTokens("abcd"),
      estimateTokens("abcde"),
    ]).toEqual([0, 1, 1, 2]);
  });

  it("counts bytes of UTF-8, not characters", () => {
    expect(byteLength("é値😀")).toBe(2 + 3 + 4);
  });

  it("counts long texts as it counts their pieces, wherever they are cut", () => {
    const unit = fc.constantFrom("a", "é", "値", "😀", "\ud83d", "\ude00");
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), fc.nat(9_000), (units, length) => {
        const text = `${units.join("")}${"x".repeat(length)}`.repeat(2);
        const pieces = Array.from(text.match(/.{1,100}/gs) ?? []);
        expect(byteLength(text)).toBe(pieces.reduce((sum, piece) => sum + byteLength(piece), 0));
      }),
    );
  });
});

describe("estimateInputTokens", () => {
  it("counts nothing for an empty conversation", () => {
    expect(estimateInputTokens(conversationOf({}))).toBe(0);
  });

  it("counts every kind of block", () => {
    expect(tokensOf({ type: "text", text: "abcd" })).toBe(1);
    expect(tokensOf({ type: "thinking", text: "abcd" })).toBe(1);
    expect(tokensOf({ type: "refusal", text: "abcd" })).toBe(1);
    expect(tokensOf({ type: "redacted_thinking", data: "abcdefgh" })).toBe(2);
    expect(tokensOf({ type: "tool_call", id: "c", name: "name", arguments: "{}" })).toBe(2);
    expect(tokensOf({ type: "native", format: "messages", value: { a: 1 } })).toBe(2);
    const source = { type: "url", url: "https://example.test/x.png" } as const;
    expect(tokensOf({ type: "image", source })).toBe(1500);
    expect(tokensOf({ type: "document", source })).toBe(1500);
    expect(tokensOf({ type: "audio", encoding: "wav", data: "AAAA" })).toBe(1500);
  });

  it("counts the text of a document and of the content of a tool result", () => {
    const text = { type: "text", mediaType: "text/plain", data: "abcdefgh" } as const;
    const document: Block = { type: "document", source: text };
    expect(tokensOf(document)).toBe(2);
    const content = [document, { type: "text", text: "abcd" }] as const;
    expect(tokensOf({ type: "tool_result", callId: "c", content, isError: false })).toBe(3);
  });

  it("adds a little for each turn and each tool", () => {
    const turn = { role: "user", blocks: [{ type: "text", text: "abcd" }] } as const;
    expect(estimateInputTokens(conversationOf({ turns: [turn, turn] }))).toBe(10);
    const tool = { type: "function", name: "f", parameters: {} } as const;
    expect(estimateInputTokens(conversationOf({ tools: [tool] }))).toBeGreaterThan(4);
  });

  it("uses the model's own counter where there is one", () => {
    const system = [{ type: "text", text: "abcd" }] as const;
    expect(estimateInputTokens(conversationOf({ system }), (text) => text.length)).toBe(4);
  });
});
