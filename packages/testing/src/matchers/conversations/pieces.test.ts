import type { Block } from "@diglot/core";
import { conversationOf, toolCall, turn } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import { answerText, handMadeCall } from "../../../test/matchers/hand-made-call.js";
import { conversationLines } from "./conversation-lines.js";
import { instructionPieces, replyPieces, turnPieces } from "./pieces.js";

const image: Block = { type: "image", source: { type: "file", fileId: "file_1" } };

/** The lines of a conversation with these blocks of the user. */
function linesOf(...blocks: readonly Block[]): readonly string[] {
  const turns = [turn("assistant", toolCall("c1", "look", {})), turn("user", ...blocks)];
  return conversationLines(handMadeCall({ turns })).slice(1);
}

describe("the pieces of a conversation", () => {
  it.each<[string, Block, string]>([
    ["a file", image, "(image file_1)"],
    [
      "a text in a document",
      { type: "document", source: { type: "text", mediaType: "text/plain", data: "Hi" } },
      "(document text/plain)",
    ],
    [
      "a document of blocks",
      { type: "document", source: { type: "blocks", blocks: [image, image] } },
      "(document of 2 blocks)",
    ],
    ["a sound", { type: "audio", encoding: "wav", data: "AAAA" }, "(audio wav)"],
    ["a refusal", { type: "refusal", text: "No." }, "(refusal) No."],
    [
      "a result with a picture between its texts",
      {
        type: "tool_result",
        callId: "c1",
        isError: false,
        content: [{ type: "text", text: "See:" }, image, { type: "text", text: "Well?" }],
      },
      "look → See:\n(image file_1)\nWell?",
    ],
    [
      "a result of nothing",
      { type: "tool_result", callId: "c1", isError: false, content: [] },
      "look → ",
    ],
  ])("show %s", (_, block, words) => {
    expect(linesOf(block)).toEqual([`user: ${words}`]);
  });

  it("are the instructions, the turns and the answer, each with its role", () => {
    const conversation = conversationOf({
      system: [{ type: "text", text: "Be brief." }, image],
      turns: [turn("user", "Hi"), turn("system", "Speak French.")],
    });
    expect(instructionPieces(conversation)).toEqual([
      { role: "system", type: "text", text: "Be brief." },
      { role: "system", type: "other", text: "image file_1" },
    ]);
    expect(turnPieces(conversation).map(({ role }) => role)).toEqual(["user", "system"]);
  });

  it("are in an answer what it says, what it calls, and names for all else", () => {
    const opened = [
      { type: "thinking" },
      { type: "redacted_thinking", data: "x" },
      { type: "native", format: "messages", value: { type: "server_tool_use" } },
      { type: "tool_call", id: "c1", name: "look" },
    ] as const;
    const blocks = opened.map((block) => ({ ...answerText('{"at":1}'), opened: block }));
    const call = handMadeCall({ answer: blocks as never });
    const reply = call.answer?.reply;
    expect(reply && replyPieces(reply)).toEqual([
      { role: "assistant", type: "thinking", text: '{"at":1}' },
      { role: "assistant", type: "other", text: "redacted thinking" },
      { role: "assistant", type: "other", text: "server_tool_use" },
      { role: "assistant", type: "tool_call", name: "look", arguments: '{"at":1}' },
    ]);
  });
});
