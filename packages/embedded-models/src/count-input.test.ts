import {
  assistant,
  conversationOf,
  tool,
  toolResult,
  user,
} from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import { countInput } from "./count-input.js";

describe("countInput", () => {
  it("is 0 for nothing", () => {
    expect(countInput(conversationOf({}))).toBe(0);
  });

  it("adds up instructions, turns, calls, results and tools", () => {
    const conversation = conversationOf({
      system: [{ type: "text", text: "be brief" }],
      turns: [
        user("add one and two"),
        assistant({ type: "tool_call", id: "1", name: "add", arguments: '{"a": 1}' }),
        user(toolResult("1", "it is 3")),
      ],
      tools: [tool("add")],
    });
    // 2 instructions, 4 words, the name and 2 pieces of arguments, 3 words, the tool's name and {}.
    expect(countInput(conversation)).toBe(2 + 4 + 3 + 3 + 2);
  });

  it("counts an image as its phrase and a text document in full", () => {
    const image = user({ type: "image", source: { type: "url", url: "x" } });
    const document = user({
      type: "document",
      source: { type: "text", mediaType: "text/plain", data: "five words of plain text" },
    });
    expect(countInput(conversationOf({ turns: [image] }))).toBe(4);
    expect(countInput(conversationOf({ turns: [document] }))).toBe(5);
  });
});
