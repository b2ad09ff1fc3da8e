import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeChat } from "../../../../test/write-chat-completions-request.js";
import { bodyOf } from "../../messages/__fixtures__/make.js";

interface Message {
  readonly role: string;
  readonly content: readonly object[];
}

const words = fc.string({ minLength: 1, maxLength: 6 });
const texts = fc.array(
  words.map((text) => ({ type: "text", text })),
  { minLength: 1, maxLength: 3 },
);
/** Few ids, so that some come again. */
const ids = fc.array(fc.constantFrom("call:1", "call_2", "toolu_3"), { maxLength: 3 });
const image = fc.constant({ type: "image", source: { type: "url", url: "https://a.example/i" } });

/** An exchange: the assistant speaks and may call tools, then the user answers, then instructions may follow. */
const exchange: fc.Arbitrary<readonly Message[]> = fc
  .record({
    said: texts,
    ids,
    answer: texts,
    failed: fc.boolean(),
    shown: image,
    late: fc.option(words),
  })
  .map(({ said, ids: called, answer, failed, shown, late }) => [
    {
      role: "assistant",
      content: [
        ...said,
        ...called.map((id) => ({ type: "tool_use", id, name: "f", input: { id } })),
      ],
    },
    {
      role: "user",
      content: [
        ...called.map((id) => ({
          type: "tool_result",
          tool_use_id: id,
          content: [...answer, shown],
          is_error: failed,
        })),
        ...answer,
      ],
    },
    ...(late === null ? [] : [{ role: "system", content: [{ type: "text", text: late }] }]),
  ]);

const conversation = fc
  .tuple(texts, fc.array(exchange, { maxLength: 4 }), exchange)
  .map(([opening, exchanges, last]) => ({
    before: [{ role: "user", content: opening }, ...exchanges.flat()],
    next: last,
  }));

const capabilities = fc.record({
  userParts: fc.boolean(),
  midSystem: fc.boolean(),
  strictAlternation: fc.boolean(),
  toolMessageParts: fc.boolean(),
  toolMessageImages: fc.boolean(),
  toolResultFiller: fc.option(fc.constant("Done."), { nil: undefined }),
  maxToolId: fc.constantFrom(9, 40),
});

describe("a conversation that continues", () => {
  it("P11.6 begins with the bytes of the turn before", () => {
    fc.assert(
      fc.property(conversation, capabilities, ({ before, next }, change) => {
        const write = (messages: readonly Message[]) =>
          writeChat(bodyOf({ messages }), { capabilities: change });
        const first = write(before);
        const second = write([...before, ...next]);
        expect(second.refusals).toEqual([]);
        const { messages } = second.body;
        const prefix = messages.slice(0, first.body.messages.length);
        expect(JSON.stringify(prefix)).toBe(JSON.stringify(first.body.messages));
      }),
    );
  });
});
