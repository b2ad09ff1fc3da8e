import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completeUsage } from "../src/conversation/usage/usage.js";
import {
  chunksOf,
  completionOf,
  contextOf,
  joinDeltas,
} from "../src/formats/chat-completions/__fixtures__/make.js";
import { toUsage as toCompletionUsage } from "../src/formats/chat-completions/write-reply/usage.js";
import {
  block,
  capabilitiesOf,
  messageDelta,
  messageStop,
  parseContextOf,
  replyOf,
  startEvent,
} from "../src/formats/messages/__fixtures__/reply.js";
import { parseResponse } from "../src/formats/messages/read-reply/response.js";
import { parseUsage } from "../src/formats/messages/read-reply/usage.js";
import { toUsage as toMessageUsage } from "../src/formats/messages/write-reply/usage.js";
import { type Fields, finishesOf, translate, webCitation, withUsage } from "./messages-to-chat.js";

describe("a reply of Messages, streamed and as JSON", () => {
  const words = fc.string({ unit: "binary", maxLength: 5 });
  const someBlock: fc.Arbitrary<Fields> = fc.oneof(
    words.map((text) => ({ type: "text", text })),
    fc
      .tuple(words, fc.constantFrom("", "c2ln"))
      .map(([thinking, signature]) => ({ type: "thinking", thinking, signature })),
    fc.constant({ type: "redacted_thinking", data: "x" }),
    fc.dictionary(words, words).map((input) => ({ type: "tool_use", id: "t", name: "f", input })),
    fc.constant({ type: "web_search_tool_result", content: [] }),
    fc.constant({
      type: "text",
      text: "cited",
      citations: [webCitation("https://a.test", "A").citation, { type: "page_location" }],
    }),
  );
  const reasons = fc.constantFrom("end_turn", "tool_use", "max_tokens", "refusal", "odd");

  it("P11.1 the joined chunks equal the JSON answer", () => {
    fc.assert(
      fc.property(fc.array(someBlock, { maxLength: 5 }), reasons, (content, stop_reason) => {
        const message = { id: "msg_1", model: "m", content, stop_reason, usage: {} };
        const blocks = content.flatMap((value, index) => block(index, value));
        const stream = translate(replyOf(blocks, stop_reason));
        const whole = completionOf(parseResponse(message, parseContextOf()), contextOf());
        expect(joinDeltas(chunksOf(stream))).toEqual(whole.choices[0]?.message);
        expect(finishesOf(stream)).toEqual([whole.choices[0]?.finish_reason]);
      }),
      { numRuns: repeats(300, 6_000) },
    );
  });

  const count = fc.option(fc.nat({ max: 1_000_000 }), { nil: undefined });
  const someUsage = fc.record({
    input_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    output_tokens: count,
    output_tokens_details: fc.option(fc.record({ thinking_tokens: count }), { nil: undefined }),
  });

  it("P11.9 T161 the counts of both formats add up, streamed or not", () => {
    fc.assert(
      fc.property(someUsage, (usage) => {
        const stream = translate(
          [startEvent({ usage: {} }), messageDelta("end_turn", usage), messageStop],
          { context: withUsage() },
        );
        const message = { content: [], stop_reason: "end_turn", usage };
        const whole = completionOf(parseResponse(message, parseContextOf()), contextOf()).usage;
        expect(chunksOf(stream).at(-1)?.usage).toEqual(whole);
        const { cached_tokens, cache_write_tokens = 0 } = whole.prompt_tokens_details;
        const estimated = Math.max(0, 100 - cached_tokens - cache_write_tokens);
        const input = usage.input_tokens ?? estimated;
        expect(cached_tokens).toBe(usage.cache_read_input_tokens ?? 0);
        expect(cache_write_tokens).toBe(usage.cache_creation_input_tokens ?? 0);
        expect(whole.prompt_tokens).toBe(input + cached_tokens + cache_write_tokens);
        expect(whole.total_tokens).toBe(whole.prompt_tokens + whole.completion_tokens);
        expect(whole.completion_tokens_details.reasoning_tokens).toBeLessThanOrEqual(
          whole.completion_tokens,
        );
      }),
      { numRuns: repeats(300, 6_000) },
    );
  });

  it("P11.9 counts survive being written to the Messages wire and read again, cache writes included", () => {
    const whole = fc.nat({ max: 1_000_000 });
    const usages = fc.record({
      input: whole,
      cacheRead: whole,
      cacheWrite: whole,
      cacheWriteLong: whole,
      output: whole,
    });
    fc.assert(
      fc.property(usages, (counts) => {
        const final = completeUsage(counts, { input: 0, output: 0, reasoning: 0 });
        const written = toMessageUsage(final, undefined, undefined);
        expect(parseUsage(written, capabilitiesOf())).toEqual(counts);
        expect(toCompletionUsage(final).prompt_tokens).toBe(
          written.input_tokens +
            written.cache_read_input_tokens +
            written.cache_creation_input_tokens,
        );
        expect(toCompletionUsage(final).completion_tokens).toBe(written.output_tokens);
      }),
    );
  });
});
