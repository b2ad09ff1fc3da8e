import { describe, expect, it } from "vitest";
import { attemptOf, everyWay } from "./attempt-of.js";
import { replies } from "./upstream-of.js";

const json = { headers: { "content-type": "application/json" } };
/** No text can be made of it. */
const odd = { toString: 1, valueOf: 1 };
const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;

/** Replies whose content is not what it should be, by format. */
const oddReplies = {
  messages: [
    { ...replies.messages, content: [{ type: "text", text: odd }] },
    { ...replies.messages, content: [{ type: "thinking", thinking: [odd] }, { type: odd }] },
    { ...replies.messages, content: [{ type: "tool_use", id: "t", name: odd, input: "DEEP" }] },
  ],
  "chat-completions": [
    { role: "assistant", content: odd },
    { role: "assistant", content: [{ type: "text", text: odd }], reasoning_content: odd },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: odd, type: "function", function: { name: odd, arguments: "DEEP" } }],
    },
  ].map((message) => ({
    ...replies["chat-completions"],
    choices: [{ index: 0, message, finish_reason: "stop" }],
  })),
};

describe.each(everyWay)("a JSON reply of $upstream to a caller of $caller", (way) => {
  it.each([0, 1, 2])(
    "J10 J11 closes its attempt, whatever is in its content: case %s",
    async (index) => {
      const text = JSON.stringify(oddReplies[way.upstream][index]).replace('"DEEP"', deep);
      const { row, text: answer } = await attemptOf(way, () => new Response(text, json));
      expect(row.state).toBe("settled");
      expect(answer).not.toMatch(/"internal"|had an error while processing/);
    },
  );
});
