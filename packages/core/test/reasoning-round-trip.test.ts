import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../src/conversation/conversation.js";
import {
  completionOf,
  contextOf,
  openFormat,
} from "../src/formats/chat-completions/__fixtures__/make.js";
import { parseContextOf } from "../src/formats/messages/__fixtures__/reply.js";
import { parseResponse } from "../src/formats/messages/read-reply/response.js";

type Fields = Readonly<Record<string, unknown>>;

/** The blocks of a reply after a caller of Chat Completions has sent its message back. */
function roundTrip(content: readonly Fields[]): readonly Block[] {
  const message = { id: "msg_1", model: "m", content, stop_reason: "end_turn", usage: {} };
  const events = parseResponse(message, parseContextOf());
  const [choice] = completionOf(events, contextOf()).choices;
  const results = (choice?.message.tool_calls ?? []).map(({ id }) => ({
    role: "tool",
    tool_call_id: id,
    content: "ok",
  }));
  const messages = [{ role: "user", content: "hi" }, choice?.message, ...results];
  const body = JSON.parse(JSON.stringify({ model: "m", messages }));
  const { turns } = openFormat.parseRequest(body, {}).conversation();
  return turns.find(({ role }) => role === "assistant")?.blocks ?? [];
}

/** The content of a block, without its place. */
function sketch(block: Block): Fields {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "thinking":
      return { type: "thinking", thinking: block.text, signature: block.signature };
    case "redacted_thinking":
      return { type: "redacted_thinking", data: block.data };
    case "tool_call":
      return {
        type: "tool_use",
        id: block.id,
        name: block.name,
        input: JSON.parse(block.arguments),
      };
    default:
      return { type: block.type };
  }
}

const reasoningBlock = fc.oneof(
  fc
    .tuple(fc.string({ unit: "binary", maxLength: 6 }), fc.base64String({ minLength: 4 }))
    .map(([thinking, signature]) => ({ type: "thinking", thinking, signature })),
  fc.base64String({ minLength: 4 }).map((data) => ({ type: "redacted_thinking", data })),
);
const reasoning = fc.array(reasoningBlock, { maxLength: 2 });
const calls = fc.array(
  fc.tuple(reasoning, fc.dictionary(fc.string({ maxLength: 3 }), fc.integer())),
  { maxLength: 3 },
);

describe("reasoning of a Messages upstream", () => {
  it("T156 T158 comes back from a caller of Chat Completions byte by byte and in its place", () => {
    fc.assert(
      fc.property(
        reasoning,
        fc.string({ minLength: 1, maxLength: 5 }),
        calls,
        (first, text, rest) => {
          const content: Fields[] = [
            ...first,
            { type: "text", text: `said ${text}` },
            ...rest.flatMap(([between, input], index) => [
              ...between,
              { type: "tool_use", id: `toolu_${index}`, name: "f", input },
            ]),
          ];
          expect(roundTrip(content).map(sketch)).toEqual(content);
        },
      ),
      { numRuns: repeats(200, 4_000) },
    );
  });
});
