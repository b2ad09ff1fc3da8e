import type { ConversationEvent, ModelRequest } from "@diglot/core";
import { createFold } from "@diglot/core/translation";
import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { createReplyReader } from "./reply-reader.js";

const body = { model: "m", messages: [{ role: "user", content: "Where does it rain today?" }] };
const utf8 = new TextEncoder();

function readerOf(format = "chat-completions") {
  const origin = { format, body, headers: new Headers() };
  return createReplyReader({ origin, clock: createFakeClock() } as unknown as ModelRequest);
}

/** What events add up to. */
function fold(...lists: readonly Iterable<ConversationEvent>[]) {
  const folded = createFold();
  for (const list of lists) for (const event of list) folded.push(event);
  return folded.result();
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    ...{ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m" },
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;
const stream = `${chunk({ role: "assistant", content: "In " })}${chunk({ content: "Oslo." }, "stop")}data: [DONE]\n\n`;

describe("a reader of relayed replies", () => {
  it("reads a stream however its bytes are cut, and estimates the input that it does not state", () => {
    const bytes = utf8.encode(stream);
    const reader = readerOf();
    const { blocks, usage } = fold(
      [...reader.push(bytes.subarray(0, 90))],
      [...reader.push(bytes.subarray(90))],
      [...reader.end()],
    );
    expect(blocks.map(({ text }) => text)).toEqual(["In Oslo."]);
    expect(usage.input).toBeGreaterThan(0);
    expect(usage.sources.input).toBe("estimated");
  });

  it("reads a whole answer", () => {
    const choice = {
      index: 0,
      message: { role: "assistant", content: "In Oslo." },
      finish_reason: "stop",
    };
    const answer = {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [choice],
    };
    const { blocks } = fold(readerOf().whole(utf8.encode(JSON.stringify(answer))));
    expect(blocks.map(({ text }) => text)).toEqual(["In Oslo."]);
  });

  it("cannot read another format", () => {
    expect(() => readerOf("morse")).toThrow(
      'Relayed replies of the format "morse" cannot be recorded.',
    );
  });
});
