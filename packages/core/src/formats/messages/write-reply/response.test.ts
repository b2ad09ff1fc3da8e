import { describe, expect, it } from "vitest";
import type { ConversationEvent } from "../../../conversation/events.js";
import { encodeJson } from "../../../json/raw.js";
import { jsonOf, refusal, reply } from "../__fixtures__/make.js";

function call(json: string, closed = true): ConversationEvent[] {
  return [
    { type: "open", index: 0, block: { type: "tool_call", id: "toolu_1", name: "f" } },
    { type: "delta", index: 0, delta: { type: "arguments", json } },
    ...(closed ? [{ type: "close", index: 0 } as const] : []),
  ];
}

describe("toResponse", () => {
  it("M061 M018 has every member of a message, in the order of the wire", () => {
    const message = jsonOf(
      reply([
        { type: "open", index: 0, block: { type: "text" } },
        { type: "delta", index: 0, delta: { type: "text", text: "hi" } },
        { type: "close", index: 0 },
        { type: "stop", reason: "end" },
      ]),
    );
    expect(JSON.stringify(message)).toBe(
      '{"model":"m-1","id":"msg_010000000000000000000001","type":"message","role":"assistant","content":[{"type":"text","text":"hi"}],"container":null,"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":11,"cache_creation_input_tokens":7,"cache_read_input_tokens":2,"cache_creation":{"ephemeral_5m_input_tokens":3,"ephemeral_1h_input_tokens":4},"output_tokens":7,"service_tier":"standard","inference_geo":"not_available"},"diagnostics":null}',
    );
  });

  it("M062 names the stop sequence", () => {
    const message = jsonOf(reply([{ type: "stop", reason: "stop_sequence", sequence: "END" }]));
    expect(message).toMatchObject({ stop_reason: "stop_sequence", stop_sequence: "END" });
  });

  it("T105 keeps numbers in a call's input that JavaScript cannot represent", () => {
    const input = '{"id":12345678901234567890,"ratio":1.0}';
    const events = reply([...call(input), { type: "stop", reason: "tool_calls" }]);
    expect(encodeJson(jsonOf(events))).toContain(`"input":${input}`);
  });

  it("M064 parses the input of a call", () => {
    const events = reply([...call('{"a":[1]}'), { type: "stop", reason: "tool_calls" }]);
    expect(jsonOf(events)).toMatchObject({
      stop_reason: "tool_use",
      content: [
        {
          type: "tool_use",
          id: "toolu_1",
          name: "f",
          input: { a: [1] },
          caller: { type: "direct" },
        },
      ],
    });
  });

  it("M066 keeps only the complete members of a truncated call", () => {
    const events = reply([
      ...call('{"a":1,"b":{"c":2,"d":"x', false),
      { type: "stop", reason: "max_tokens" },
    ]);
    expect(jsonOf(events).content[0]).toHaveProperty("input", { a: 1, b: { c: 2 } });
  });

  for (const json of ["[1]", "nope", "null", "1", '{"a":']) {
    it(`refuses complete arguments that are not an object: ${json}`, () => {
      const events = reply([...call(json), { type: "stop", reason: "tool_calls" }]);
      expect(refusal(() => jsonOf(events))).toContain("not a JSON object");
    });
  }
});
