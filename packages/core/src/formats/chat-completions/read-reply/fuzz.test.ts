import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { DecodedEvent } from "../../../sse/event-fields.js";
import { readAnswer, readEvents } from "../__fixtures__/reply.js";

/** Strings that mean something to the reader, and some that do not. */
const text = fc.oneof(
  fc.constantFrom("", " ", "\n", "a", "{}", "{", '{"a":1}', '{"a":', "1}", "null", "f", "get"),
  fc.string({ maxLength: 4 }),
);
const odd = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }));

const fragment = fc.record(
  {
    index: fc.oneof(fc.nat(2), fc.constantFrom("0", -1, null, 1.5)),
    id: fc.oneof(fc.constantFrom("", "c0", "c1"), odd),
    function: fc.oneof(fc.record({ name: odd, arguments: odd }, { requiredKeys: [] }), odd),
    extra_content: odd,
  },
  { requiredKeys: [] },
);
const detail = fc.record(
  {
    type: fc.constantFrom("reasoning.text", "reasoning.encrypted", "reasoning.summary"),
    text: odd,
    data: odd,
    signature: odd,
    format: fc.constantFrom("anthropic-claude-v1", "other", null),
    index: fc.nat(2),
  },
  { requiredKeys: [] },
);
const delta = fc.record(
  {
    role: odd,
    content: odd,
    refusal: odd,
    reasoning: odd,
    reasoning_content: odd,
    reasoning_details: fc.oneof(fc.array(detail, { maxLength: 2 }), odd),
    tool_calls: fc.oneof(fc.array(fragment, { maxLength: 2 }), fragment, odd),
    function_call: fc.oneof(fragment, odd),
    annotations: odd,
  },
  { requiredKeys: [] },
);
const finish = fc.constantFrom(
  null,
  null,
  null,
  "stop",
  "length",
  "tool_calls",
  "eos",
  "error",
  "",
);
const choice = fc.record(
  { index: fc.constantFrom(0, 0, 0, 1, "0"), delta: fc.oneof(delta, odd), finish_reason: finish },
  { requiredKeys: [] },
);
const chunk = fc.record(
  {
    id: odd,
    model: odd,
    choices: fc.oneof(
      { weight: 8, arbitrary: fc.array(choice, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: odd },
    ),
    usage: fc.record({ prompt_tokens: odd, completion_tokens: odd }, { requiredKeys: [] }),
  },
  { requiredKeys: ["choices"] },
);
const data = fc.oneof(
  { weight: 20, arbitrary: chunk.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom("[DONE]", "", "{", '{"error":{"code":429}}') },
);
const event: fc.Arbitrary<DecodedEvent> = fc.record({
  event: fc.constantFrom(undefined, undefined, undefined, undefined, "error", "message"),
  data,
});
const change = fc.record({
  tools: fc.constantFrom([], ["f"], ["get", "get_weather"]),
  capabilities: fc.record({ eofWithoutFinishOk: fc.boolean(), missingDoneOk: fc.boolean() }),
});

it("P11.3 S17 keeps the grammar for any chunks, and ends with one end or one ServiceError", () => {
  let whole = 0;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 10 }), change, (events, context) => {
      // What readEvents reads it holds against all of this, and throws if it fails.
      const { error, events: read } = readEvents(events, context);
      if (!error) whole += 1;
      expect(read.filter(({ type }) => type === "end")).toHaveLength(error ? 0 : 1);
    }),
    { numRuns: repeats(400, 8_000) },
  );
  expect(whole).toBeGreaterThan(4);
});

it("P11.3 J10 J11 makes events in the grammar or a ServiceError of any answer", () => {
  const answer = fc.oneof(
    chunk,
    fc.record({ choices: fc.array(fc.record({ message: delta, finish_reason: finish })) }),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(answer, (body) => {
      const { error, events } = readAnswer(body);
      expect(events.at(-1)?.type).toBe(error ? undefined : "end");
    }),
    { numRuns: repeats(300, 6_000) },
  );
});
