import { describe, expect, it } from "vitest";
import { type ExpectedTurn, expectedLine, expectedRole, isExpected } from "./expected-turn.js";
import type { Piece } from "./pieces.js";

const said: Piece = { role: "user", type: "text", text: "What's the weather?" };
const call: Piece = {
  role: "assistant",
  type: "tool_call",
  name: "add",
  arguments: '{"a":1,"b":2}',
};
const failed: Piece = {
  role: "user",
  type: "tool_result",
  name: "add",
  text: "too large",
  isError: true,
};
const added: Piece = { ...failed, text: "3", isError: false };
const thought: Piece = { role: "assistant", type: "thinking", text: "The weather." };

describe("a piece of a conversation", () => {
  it.each<[string, Piece, ExpectedTurn]>([
    ["its line", said, "user: What's the weather?"],
    ["a pattern of its line", said, /^user: .*weather\?$/],
    ["its role alone", said, { role: "user" }],
    ["a part of its text", said, { role: "user", text: "weather" }],
    ["a call, with other white space and order", call, 'assistant: add({ "b": 2, "a": 1 })'],
    ["a call by its name", call, { role: "assistant", toolCall: { name: "add" } }],
    [
      "a call by its arguments",
      call,
      { role: "assistant", toolCall: { name: "add", arguments: { b: 2, a: 1 } } },
    ],
    [
      "a result that is an error, which is not asked for",
      failed,
      { role: "user", toolResult: { name: "add" } },
    ],
    [
      "a result that is an error",
      failed,
      { role: "user", toolResult: { isError: true, text: /large/ } },
    ],
    ["a result of any tool", added, { role: "user", toolResult: {} }],
    ["a result in its line", failed, "user: add → error: too large"],
  ])("is %s", (_, piece, expected) => {
    expect(isExpected(piece, expected)).toBe(true);
  });

  it.each<[string, Piece, ExpectedTurn]>([
    ["a part of its line", said, "user: What's"],
    ["a line of another role", said, "assistant: What's the weather?"],
    ["another role", said, { role: "assistant", text: "weather" }],
    ["a text that is only thought", thought, { role: "assistant", text: "weather" }],
    ["a call of another tool", call, 'assistant: sub({"a":1,"b":2})'],
    ["a call with one argument less", call, 'assistant: add({"a":1})'],
    ["a call with arguments that are no JSON", call, "assistant: add({a:1,b:2})"],
    ["a call by another role", call, 'user: add({"a":1,"b":2})'],
    ["a call of another tool, by its name", call, { role: "assistant", toolCall: { name: "sub" } }],
    ["a line that begins as a call, where something is said", said, "user: undefined({})"],
    ["a call where something is said", said, { role: "user", toolCall: { name: "add" } }],
    [
      "other arguments",
      call,
      { role: "assistant", toolCall: { name: "add", arguments: { a: 1 } } },
    ],
    ["a result that is no error", added, { role: "user", toolResult: { isError: true } }],
    ["a result with another text", added, { role: "user", toolResult: { text: "4" } }],
    ["a result of another tool", added, { role: "user", toolResult: { name: "sub" } }],
    ["a result where something is said", said, { role: "user", toolResult: {} }],
  ])("is not %s", (_, piece, expected) => {
    expect(isExpected(piece, expected)).toBe(false);
  });
});

describe("what was expected", () => {
  it.each<[ExpectedTurn, string | undefined, string]>([
    ["user: Hi: there", "user", "user: Hi: there"],
    ["Hi", undefined, "Hi"],
    [/Hi/i, undefined, "/Hi/i"],
    [{ role: "user" }, "user", "user: …"],
    [{ role: "user", text: "Hi" }, "user", "user: …Hi…"],
    [{ role: "user", text: /Hi/ }, "user", "user: /Hi/"],
    [{ role: "assistant", toolCall: { name: "add" } }, "assistant", "assistant: add(…)"],
    [
      { role: "assistant", toolCall: { name: "add", arguments: { a: expect.any(Number) } } },
      "assistant",
      'assistant: add({"a":"Any<Number>"})',
    ],
    [{ role: "user", toolResult: {} }, "user", "user: … → …"],
    [{ role: "user", toolResult: { name: "add", text: /3/ } }, "user", "user: add → /3/"],
  ])("%j says who speaks, and stands on one line", (expected, role, line) => {
    expect(expectedRole(expected)).toBe(role);
    expect(expectedLine(expected)).toBe(line);
  });

  it("says nothing where nothing is expected", () => {
    expect(expectedRole(undefined)).toBeUndefined();
  });
});
