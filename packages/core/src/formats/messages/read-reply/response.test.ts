import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConversationEvent } from "../../../conversation/events.js";
import { ServiceError } from "../../../errors/service-error.js";
import {
  block,
  inputDelta,
  joinPieces,
  messageDelta,
  messageStop,
  parseContextOf,
  readEvents,
  signatureDelta,
  startEvent,
  textDelta,
  thinkingDelta,
} from "../__fixtures__/reply.js";
import { parseResponse } from "./response.js";

type Fields = Readonly<Record<string, unknown>>;

const messageOf = (content: readonly Fields[], change: Fields = {}): Fields => ({
  id: "msg_01abc",
  type: "message",
  role: "assistant",
  model: "real-model",
  content,
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...change,
});

function faultOf(body: unknown): string | undefined {
  try {
    parseResponse(body, parseContextOf());
    return undefined;
  } catch (error) {
    if (ServiceError.is(error)) return error.kind;
    throw error;
  }
}

/** The stream that the vendor would send for a message. */
function streamOf({ content, stop_reason, usage, ...message }: Fields): Fields[] {
  const blocks = (content as Fields[]).flatMap((value, index) => streamBlock(value, index));
  const start = startEvent({ ...message, usage: { input_tokens: 10, output_tokens: 1 } });
  return [start, ...blocks, messageDelta({ stop_reason }, usage as Fields), messageStop];
}

function streamBlock(value: Fields, index: number): Fields[] {
  switch (value.type) {
    case "text":
      return block(index, { type: "text", text: "" }, ...[...String(value.text)].map(textDelta));
    case "thinking":
      return block(
        index,
        { type: "thinking", thinking: "", signature: "" },
        ...[...String(value.thinking)].map(thinkingDelta),
        signatureDelta(String(value.signature)),
      );
    case "tool_use":
    case "server_tool_use": {
      const json = JSON.stringify(value.input);
      const pieces = json === "{}" ? [""] : ["", json.slice(0, 3), json.slice(3)];
      return block(index, { ...value, input: {} }, ...pieces.map(inputDelta));
    }
    default:
      return block(index, value);
  }
}

/** The events that must be equal in both forms; the counts at the start always differ. */
const comparable = (events: readonly ConversationEvent[]) =>
  joinPieces(events).filter(({ type }) => type !== "usage" && type !== "start");

describe("parseResponse", () => {
  it("reads a whole message like its stream", () => {
    const content = [{ type: "text", text: "Hi" }];
    expect(parseResponse(messageOf(content), parseContextOf())).toEqual([
      {
        type: "start",
        model: "real-model",
        id: "01abc",
        usage: expect.objectContaining({ input: 10, output: 5 }),
      },
      { type: "open", index: 0, block: { type: "text" } },
      { type: "delta", index: 0, delta: { type: "text", text: "Hi" } },
      { type: "close", index: 0 },
      { type: "stop", reason: "end", native: "end_turn" },
      {
        type: "end",
        usage: expect.objectContaining({
          input: 10,
          output: 5,
          sources: expect.objectContaining({ input: "reported", output: "reported" }),
        }),
      },
    ]);
  });

  it("keeps arguments of calls that JavaScript cannot represent", () => {
    const text =
      '{"content":[{"type":"text","text":"x"},{"type":"tool_use","id":"a","name":"f",' +
      '"input":{"big": 12345678901234567890, "1": 1.0}}],"stop_reason":"tool_use"}';
    const events = parseResponse(
      JSON.parse(text),
      parseContextOf(),
      new TextEncoder().encode(text),
    );
    expect(events).toContainEqual({
      type: "delta",
      index: 1,
      delta: { type: "arguments", json: '{"big":12345678901234567890,"1":1.0}' },
    });
  });

  it("J10 refuses a body that is not a message", () => {
    for (const body of [null, [], "x", {}, { content: "text" }, { content: [null] }]) {
      expect(faultOf(body)).toBe("upstream_bad_response");
    }
  });

  it.each([null, "", undefined])("J10 takes no message with the stop reason %j for whole", (no) => {
    const body = messageOf([{ type: "text", text: "a" }], { stop_reason: no });
    expect(faultOf(body)).toBe("upstream_bad_response");
  });

  it("J10 J12 accepts a message with odd usage, unknown blocks, members and reasons", () => {
    const odd = { usage: "much", stop_reason: "new_reason", new_member: 1 };
    expect(faultOf(messageOf([{ type: "new_block", value: 1 }], odd))).toBeUndefined();
  });

  it("U20 gives the right kind to an error inside a successful response", () => {
    expect(faultOf({ type: "error", error: { type: "rate_limit_error" } })).toBe("rate_limited");
    expect(faultOf({ error: { message: "?", code: 1 } })).toBe("upstream_bad_response");
    expect(faultOf({ error: "?" })).toBe("upstream_bad_response");
  });

  const someText = fc.string({ unit: "grapheme", maxLength: 5 });
  const someBlock: fc.Arbitrary<Fields> = fc.oneof(
    someText.map((text) => ({ type: "text", text })),
    fc
      .tuple(someText, fc.constantFrom("", "c2ln"))
      .map(([thinking, signature]) => ({ type: "thinking", thinking, signature })),
    fc.constant({ type: "redacted_thinking", data: "x" }),
    fc
      .dictionary(fc.constantFrom("b", "a", "__proto__x"), fc.jsonValue({ maxDepth: 1 }))
      .map((input) => ({ type: "tool_use", id: "toolu_1", name: "f", input })),
    fc.constant({ type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } }),
    fc.constant({ type: "web_search_tool_result", tool_use_id: "s", content: [] }),
  );

  it("P11.1 gives the same events for a message and for its stream", () => {
    fc.assert(
      fc.property(
        fc.array(someBlock, { maxLength: 5 }),
        fc.constantFrom("end_turn", "tool_use", "max_tokens", "refusal", "pause_turn", "odd"),
        (content, stop_reason) => {
          const message = messageOf(content, { stop_reason });
          const whole = parseResponse(message, parseContextOf());
          expect(comparable(readEvents(streamOf(message)))).toEqual(comparable(whole));
        },
      ),
      { numRuns: repeats(300, 6_000) },
    );
  });
});
