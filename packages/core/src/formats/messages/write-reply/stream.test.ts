import { describe, expect, it } from "vitest";
import type { ConversationEvent } from "../../../conversation/events.js";
import { ServiceError } from "../../../errors/service-error.js";
import {
  bodyOf,
  contextOf,
  framesOf,
  jsonOf,
  reply,
  streamText,
  usage,
} from "../__fixtures__/make.js";
import type { MessageStreamEvent } from "../schemas/events.js";
import { isOwnSignature, isValidSignature } from "../wire/signature.js";
import { createStreamWriter } from "./stream.js";

const stop = (reason: "end" | "max_tokens" | "tool_calls" | "refusal"): ConversationEvent => ({
  type: "stop",
  reason,
});

function block(
  index: number,
  opened: Extract<ConversationEvent, { type: "open" }>["block"],
  deltas: readonly Extract<ConversationEvent, { type: "delta" }>["delta"][] = [],
): ConversationEvent[] {
  return [
    { type: "open", index, block: opened },
    ...deltas.map((delta) => ({ type: "delta", index, delta }) as const),
    { type: "close", index },
  ];
}

const text = block(0, { type: "text" }, [
  { type: "text", text: "he" },
  { type: "text", text: "llo" },
]);
const tool = (index: number) =>
  block(index, { type: "tool_call", id: `toolu_${index}`, name: "f" }, [
    { type: "arguments", json: '{"a"' },
    { type: "arguments", json: ":1}" },
  ]);
const thinking = block(0, { type: "thinking" }, [
  { type: "text", text: "hm" },
  { type: "signature", signature: "proof" },
]);
const document = { type: "text", media_type: "text/plain", data: "x" };
const citing = bodyOf({
  messages: [
    {
      role: "user",
      content: [{ type: "document", source: document, citations: { enabled: true } }],
    },
  ],
});

function dataOf(events: readonly ConversationEvent[], body = bodyOf()): MessageStreamEvent[] {
  return framesOf(streamText(events, contextOf(body))).map(({ data }) => data);
}

interface Accumulated {
  content: Record<string, unknown>[];
  usage: object;
}

/** The message that the official client builds from a stream. */
function accumulate(events: readonly MessageStreamEvent[]): Accumulated {
  let message: Accumulated = { content: [], usage: {} };
  const inputs = new Map<number, string>();
  for (const event of events) {
    if (event.type === "message_start") message = { ...event.message, content: [] };
    if (event.type === "content_block_start") message.content.push({ ...event.content_block });
    if (event.type === "message_delta") {
      message = { ...message, ...event.delta, usage: { ...message.usage, ...event.usage } };
    }
    if (event.type === "content_block_delta") addDelta(message, inputs, event);
  }
  for (const [index, json] of inputs) message.content[index]!.input = JSON.parse(json || "{}");
  return message;
}

function addDelta(
  message: Accumulated,
  inputs: Map<number, string>,
  { index, delta }: Extract<MessageStreamEvent, { type: "content_block_delta" }>,
): void {
  const open = message.content[index]!;
  switch (delta.type) {
    case "text_delta":
      open.text += delta.text;
      break;
    case "thinking_delta":
      open.thinking += delta.thinking;
      break;
    case "signature_delta":
      open.signature = delta.signature;
      break;
    case "citations_delta":
      open.citations = [...((open.citations ?? []) as object[]), delta.citation];
      break;
    case "input_json_delta":
      inputs.set(index, (inputs.get(index) ?? "") + delta.partial_json);
      break;
  }
}

describe("createStreamWriter", () => {
  it("M076 M079 M088 streams a text in the order of the wire", () => {
    const data = dataOf(reply([...text, stop("end")]));
    expect(data.map(({ type }) => type)).toEqual([
      "message_start",
      "content_block_start",
      "ping",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(data[0]).toEqual({
      type: "message_start",
      message: {
        model: "m-1",
        id: "msg_010000000000000000000001",
        type: "message",
        role: "assistant",
        content: [],
        container: null,
        stop_reason: null,
        stop_sequence: null,
        stop_details: null,
        usage: {
          input_tokens: 11,
          cache_creation_input_tokens: 7,
          cache_read_input_tokens: 2,
          cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
          output_tokens: 1,
          service_tier: "standard",
          inference_geo: "not_available",
        },
        diagnostics: null,
      },
    });
    expect(data.at(-2)).toEqual({
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null, stop_details: null },
      usage: {
        input_tokens: 11,
        cache_creation_input_tokens: 7,
        cache_read_input_tokens: 2,
        output_tokens: 7,
      },
    });
  });

  it("M077 M093 names each frame by its type and ends it with a blank line", () => {
    const stream = streamText(reply([...text, ...tool(1), stop("tool_calls")]));
    expect(stream.endsWith("\n\n")).toBe(true);
    for (const { event, data } of framesOf(stream)) expect(event).toBe(data.type);
  });

  it("M081 M086 streams text and two calls with rising indexes and an empty first piece", () => {
    const data = dataOf(reply([...text, ...tool(1), ...tool(2), stop("tool_calls")]));
    const starts = data.filter((event) => event.type === "content_block_start");
    expect(starts.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(starts[1]?.content_block).toEqual({
      type: "tool_use",
      id: "toolu_1",
      name: "f",
      input: {},
      caller: { type: "direct" },
    });
    const pieces = data.flatMap((event) =>
      event.type === "content_block_delta" &&
      event.index === 1 &&
      event.delta.type === "input_json_delta"
        ? [event.delta.partial_json]
        : [],
    );
    expect(pieces[0]).toBe("");
    expect(JSON.parse(pieces.join(""))).toEqual({ a: 1 });
  });

  it("gives a call without arguments an empty object", () => {
    const call = block(0, { type: "tool_call", id: "t", name: "f" });
    expect(accumulate(dataOf(reply([...call, stop("tool_calls")]))).content[0]?.input).toEqual({});
    expect(streamText(reply([...call, stop("tool_calls")]))).toContain('"partial_json":"{}"');
  });

  it("M082 streams thinking, then exactly one signature, then the stop", () => {
    const deltas = dataOf(reply([...thinking, stop("end")])).slice(3, -2);
    expect(deltas).toEqual([
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "thinking_delta", thinking: "hm" },
      },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "signature_delta", signature: "proof" },
      },
      { type: "content_block_stop", index: 0 },
    ]);
  });

  it("M070 M083 omits thinking on request, and still signs it", () => {
    const body = bodyOf({ thinking: { type: "adaptive", display: "omitted" } });
    const unsigned = block(0, { type: "thinking" }, [{ type: "text", text: "hm" }]);
    const events = reply([...unsigned, stop("end")]);
    const deltas = dataOf(events, body).filter((event) => event.type === "content_block_delta");
    expect(deltas).toHaveLength(1);
    expect(deltas[0]?.delta.type).toBe("signature_delta");
    const [shown] = jsonOf(events, contextOf(body)).content;
    expect(shown).toMatchObject({ type: "thinking", thinking: "" });
    expect(shown).toHaveProperty("signature", expect.stringMatching(/.{20}/));
  });

  it("M084 starts a text that may have citations with an empty list", () => {
    const citation = { type: "char_location", cited_text: "x" };
    const cited = block(0, { type: "text" }, [
      { type: "text", text: "so" },
      { type: "citation", format: "messages", value: citation },
      { type: "citation", format: "other", value: { odd: true } },
    ]);
    const data = dataOf(reply([...cited, stop("end")]), citing);
    expect(data[1]).toHaveProperty("content_block.citations", []);
    expect(accumulate(data).content[0]?.citations).toEqual([citation]);
  });

  it("M085 shows results of server tools whole and counts their calls", () => {
    const call = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { q: 1 } };
    const result = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
    const events = reply([
      ...block(0, { type: "native", format: "messages", value: call }),
      ...block(1, { type: "native", format: "messages", value: result }),
      stop("end"),
    ]);
    const data = dataOf(events);
    const starts = data.filter((event) => event.type === "content_block_start");
    expect(starts.map(({ content_block }) => content_block)).toEqual([
      { ...call, input: {} },
      result,
    ]);
    expect(data.at(-2)).toHaveProperty("usage.server_tool_use", {
      web_search_requests: 1,
      web_fetch_requests: 0,
    });
    expect(accumulate(data)).toEqual(jsonOf(events));
  });

  it("M085 counts each kind of server tool by itself", () => {
    const names = ["web_search", "web_fetch", "web_fetch", "code_execution"];
    const events = reply([
      ...names.flatMap((name, index) => {
        const value = { type: "server_tool_use", id: `srvtoolu_${index}`, name, input: {} };
        return block(index, { type: "native", format: "messages", value });
      }),
      stop("end"),
    ]);
    expect(dataOf(events).at(-2)).toHaveProperty("usage.server_tool_use", {
      web_search_requests: 1,
      web_fetch_requests: 2,
    });
  });

  it.each(["server_tool_use", "mcp_tool_use"])(
    "streams the input of a block of type %s in deltas, the first of them empty",
    (type) => {
      const call = { type, id: "srvtoolu_1", name: "look", input: { q: [1] } };
      const events = reply([
        ...block(0, { type: "native", format: "messages", value: call }),
        stop("end"),
      ]);
      const data = dataOf(events);
      const deltas = data.filter((event) => event.type === "content_block_delta");
      expect(data[1]).toMatchObject({ content_block: { ...call, input: {} } });
      expect(deltas.map(({ delta }) => delta)).toEqual([
        { type: "input_json_delta", partial_json: "" },
        { type: "input_json_delta", partial_json: '{"q":[1]}' },
      ]);
      expect(accumulate(data)).toEqual(jsonOf(events));
    },
  );

  it("omits native blocks of other formats without a gap in the indexes", () => {
    const foreign = block(0, { type: "native", format: "chat-completions", value: { type: "x" } });
    const events = reply([...foreign, ...block(1, { type: "text" }), stop("end")]);
    const starts = dataOf(events).filter((event) => event.type === "content_block_start");
    expect(starts).toEqual([
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ]);
    expect(accumulate(dataOf(events))).toEqual(jsonOf(events));
  });

  it("M087 leaves a truncated call without a block stop", () => {
    const clipped = tool(0).slice(0, 2);
    const data = dataOf(reply([...clipped, stop("max_tokens")]));
    expect(data.some(({ type }) => type === "content_block_stop")).toBe(false);
    expect(data.at(-2)).toHaveProperty("delta.stop_reason", "max_tokens");
  });

  it("M030 streams no block when nothing was generated", () => {
    const types = dataOf(reply([stop("max_tokens")])).map(({ type }) => type);
    expect(types).toEqual(["message_start", "message_delta", "message_stop"]);
  });

  it("M068 reports a refusal in stop_details", () => {
    const refused: ConversationEvent = {
      type: "stop",
      reason: "refusal",
      refusal: { category: "cyber", explanation: null },
    };
    const data = dataOf(reply([...block(0, { type: "refusal" }), refused]));
    expect(data.at(-2)).toHaveProperty("delta", {
      stop_reason: "refusal",
      stop_sequence: null,
      stop_details: { type: "refusal", category: "cyber", explanation: null },
    });
  });

  it("gives a message the id of the upstream's reply under its own prefix", () => {
    const start: ConversationEvent = { type: "start", model: "m", id: "abc", usage };
    const events = [start, stop("end"), { type: "end", usage } as const];
    const [frame] = framesOf(streamText(events));
    expect(frame?.data).toMatchObject({ message: { id: "msg_abc" } });
    expect(jsonOf(events).id).toBe("msg_abc");
  });

  it("reports the service tier that the upstream used", () => {
    const tierOf = (serviceTier: string) =>
      jsonOf([
        { type: "start", model: "m", serviceTier, usage },
        stop("end"),
        { type: "end", usage },
      ]).usage.service_tier;
    expect(["standard", "priority", "flex"].map(tierOf)).toEqual([
      "standard",
      "priority",
      "standard",
    ]);
  });

  it("T160 gives thinking without a signature a marker of this service", () => {
    const reasoning = block(0, { type: "thinking" }, [{ type: "text", text: "Hm" }]);
    const frames = framesOf(streamText(reply([...reasoning, stop("end")])));
    const signatures = frames.flatMap(({ data }) =>
      data.type === "content_block_delta" && data.delta.type === "signature_delta"
        ? [data.delta.signature]
        : [],
    );
    expect(signatures.map(isOwnSignature)).toEqual([true]);
    expect(isValidSignature(signatures[0] ?? "", "Hm")).toBe(true);
  });

  it("reports blocks and citations of other formats as dropped, in streams and in JSON", () => {
    const events = reply([
      ...block(0, { type: "native", format: "chat-completions", value: {} }),
      ...block(1, { type: "text" }, [
        { type: "text", text: "x" },
        { type: "citation", format: "chat-completions", value: { type: "url_citation" } },
      ]),
      stop("end"),
    ]);
    for (const write of [streamText, jsonOf]) {
      const context = contextOf();
      write(events, context);
      expect(context.receipt.entries.map(({ code, at }) => `${code} ${at}`)).toEqual([
        "dropped /content/0",
        "dropped /content/1/citations",
      ]);
    }
  });

  it("M090 reports a failure in one error frame", () => {
    const error = new ServiceError({ kind: "overloaded", message: "Overloaded" });
    expect(createStreamWriter(contextOf()).fail(error, "req_1")).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}\n\n',
    );
  });

  it("M091 has a ping for silent connections", () => {
    expect(createStreamWriter(contextOf()).ping()).toBe('event: ping\ndata: {"type": "ping"}\n\n');
  });
});

describe("stream and JSON", () => {
  const reasoned = { ...usage, reasoning: 3 };
  const cases: Record<string, readonly ConversationEvent[]> = {
    text: reply([...text, stop("end")]),
    "text and calls": reply([...text, ...tool(1), ...tool(2), stop("tool_calls")]),
    thinking: reply([...thinking, ...block(1, { type: "text" }), stop("end")], reasoned),
    "unsigned thinking": reply([
      ...block(0, { type: "thinking" }, [{ type: "text", text: "hm\ud83d" }]),
      stop("end"),
    ]),
    redacted: reply([...block(0, { type: "redacted_thinking", data: "?" }), stop("end")]),
    refusal: reply([
      ...block(0, { type: "refusal" }, [{ type: "text", text: "no" }]),
      stop("refusal"),
    ]),
    nothing: reply([stop("max_tokens")]),
  };
  for (const [name, events] of Object.entries(cases)) {
    it(`M080 M094 add up to the same message: ${name}`, () => {
      expect(accumulate(dataOf(events))).toEqual(jsonOf(events));
    });
  }

  it("M061 agree on citations if the request has them enabled", () => {
    const events = reply([...text, stop("end")]);
    const message = jsonOf(events, contextOf(citing));
    expect(message.content).toEqual([{ citations: [], type: "text", text: "hello" }]);
    expect(accumulate(dataOf(events, citing))).toEqual(message);
  });
});
