import type { Block } from "@diglot/core";
import { assistant, toolCall, toolResult, turn, user } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import { outlineOf } from "./outline.js";

const text = (value: string): Block => ({ type: "text", text: value });
const image: Block = { type: "image", source: { type: "url", url: "https://example.com/a" } };

/** What is said in the only turn of these blocks. */
function parts(role: string, ...blocks: readonly Block[]) {
  const [only, ...others] = outlineOf([turn(role, ...blocks)]);
  expect(others).toEqual([]);
  return only?.parts.map(({ label, content }) => [label, content]);
}

describe("the outline of a turn", () => {
  it("joins texts that stand beside each other, and no others", () => {
    expect(parts("user", text("a"), text("b"), image, text("c"))).toEqual([
      ["text", "ab"],
      ["image (url)", JSON.stringify({ type: "url", url: "https://example.com/a" })],
      ["text", "c"],
    ]);
  });

  it("has the texts of the assistant before its calls, whose arguments have no white space", () => {
    const call = { type: "tool_call", id: "a", name: "look", arguments: '{ "at": 1 }' } as const;
    expect(parts("assistant", text("Let me "), call, text("look."))).toEqual([
      ["text", "Let me look."],
      ["call 0 look", '{"at":1}'],
    ]);
  });

  it("has the results of the user first, ascending, and all else as it came", () => {
    const [asked, answered] = outlineOf([
      assistant(toolCall("a", "t", {}), toolCall("b", "t", {})),
      user(text("So:"), toolResult("b", "2"), image, toolResult("a", "1", true)),
    ]);
    expect(asked?.parts.map(({ label }) => label)).toEqual(["call 0 t", "call 1 t"]);
    expect(answered?.parts.map(({ label }) => label)).toEqual([
      "result 0 (error)",
      "result 1",
      "text",
      "image (url)",
    ]);
    expect(answered?.parts[1]?.content).toBe('[{"type":"text","text":"2"}]');
  });

  it.each<[Block, readonly string[]]>([
    [{ type: "refusal", text: "No." }, ["text", "No."]],
    [{ type: "audio", encoding: "wav", data: "AAAA" }, ["audio", "AAAA"]],
    [
      { type: "document", source: { type: "file", fileId: "f" } },
      ["document (file)", '{"type":"file","fileId":"f"}'],
    ],
    [
      { type: "native", format: "messages", value: { type: "search" } },
      ["messages search", '{"type":"search"}'],
    ],
    [{ type: "native", format: "messages", value: {} }, ["messages block", "{}"]],
  ])("names %j by what it is, and keeps what it says", (block, part) => {
    expect(parts("user", block)).toEqual([part]);
  });

  it.each<Block>([
    { type: "thinking", text: "Hm." },
    { type: "redacted_thinking", data: "x" },
    { type: "text", text: "" },
  ])("leaves out %j", (block) => {
    expect(parts("assistant", block)).toEqual([]);
  });
});

describe("the outline of a conversation", () => {
  it("has turns of one role behind each other as one", () => {
    const outline = outlineOf([user("a"), user("b"), assistant("c"), user("d")]);
    expect(outline.map(({ role, parts: [part] }) => [role, part?.content])).toEqual([
      ["user", "ab"],
      ["assistant", "c"],
      ["user", "d"],
    ]);
  });

  it("numbers calls on through all turns", () => {
    const call = (id: string) => assistant(toolCall(id, "t", {}));
    const outline = outlineOf([
      call("a"),
      user(toolResult("a", "1")),
      call("b"),
      user(toolResult("b", "2")),
    ]);
    expect(outline.flatMap(({ parts: all }) => all.map(({ label }) => label))).toEqual([
      "call 0 t",
      "result 0",
      "call 1 t",
      "result 1",
    ]);
  });
});
