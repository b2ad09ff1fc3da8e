import { framesOf } from "@diglot/test-support/answers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../src/errors/service-error.js";
import {
  chunksOf,
  contextOf,
  joinDeltas,
} from "../src/formats/chat-completions/__fixtures__/make.js";
import { createStreamWriter } from "../src/formats/chat-completions/write-reply/stream.js";
import {
  block,
  blockDelta,
  blockStart,
  blockStop,
  callBlock,
  callStart,
  inputDelta,
  messageDelta,
  messageStop,
  parseContextFor,
  parseContextOf,
  ping,
  readEvents,
  reasoningBlock,
  replyOf,
  signatureDelta,
  startEvent,
  textBlock,
  textDelta,
  thinkingDelta,
} from "../src/formats/messages/__fixtures__/reply.js";
import { createStreamParser } from "../src/formats/messages/read-reply/stream.js";
import {
  deltasOf,
  type Fields,
  finishesOf,
  messageOf,
  translate,
  webCitation,
  withUsage,
} from "./messages-to-chat.js";

const roleDelta = { role: "assistant", content: "", refusal: null };
const doneFrame = "data: [DONE]\n\n";

describe("events of Messages as chunks", () => {
  // before message_start
  it("F9.1 only an error counts before the start", () => {
    const early = [ping, ...textBlock(0, "early"), messageDelta("end_turn")];
    expect(translate([...early, ...replyOf(textBlock(0, "Hi"))])).toBe(
      translate(replyOf(textBlock(0, "Hi"))),
    );
    const error = { type: "error", error: { type: "overloaded_error", message: "?" } };
    expect(() => readEvents([...early, error])).toThrow(ServiceError);
  });

  // message_start
  it("F9.2 T58 the role is written once, in the first chunk", () => {
    const blocks = [...textBlock(0, "a", "b"), ...callBlock(1, "f", "{}"), ...textBlock(2, "c")];
    const deltas = deltasOf(translate(replyOf(blocks, "tool_use")));
    expect(deltas[0]).toEqual(roleDelta);
    expect(deltas.filter((delta) => delta?.role !== undefined)).toHaveLength(1);
  });

  // second message_start
  it("F9.3 a second start is an error", () => {
    const stream = translate([startEvent(), ...textBlock(0, "a"), ...replyOf(textBlock(1, "b"))]);
    expect(stream).toContain('"code":"upstream_bad_response"');
    expect(stream).not.toContain("[DONE]");
  });

  // ping
  it("F9.4 T64 a ping becomes no chunk, and comments keep a silent connection open", () => {
    const [start, ...rest] = replyOf(textBlock(0, "Hi"));
    expect(translate([start ?? {}, ping, ...rest, ping])).toBe(translate([start ?? {}, ...rest]));
    expect(createStreamWriter(contextOf()).ping()).toMatch(/^: .+\n\n$/);
  });

  // block_start text
  it("F9.5 T72 the text in the start of a text block is written, if there is any", () => {
    const full = deltasOf(translate(replyOf(block(0, { type: "text", text: "Hi" }))));
    expect(full).toEqual([roleDelta, { content: "Hi" }, {}]);
    const empty = deltasOf(translate(replyOf(block(0, { type: "text", text: "" }))));
    expect(empty).toEqual([roleDelta, {}]);
  });

  // text_delta
  it("F9.6 T151 all text blocks become content, joined without a separator", () => {
    const events = replyOf([...textBlock(0, "Snow", "", " is "), ...textBlock(1, "white.")]);
    expect(deltasOf(translate(events))).toEqual([
      roleDelta,
      { content: "Snow" },
      { content: " is " },
      { content: "white." },
      {},
    ]);
    expect(messageOf(events)?.content).toBe("Snow is white.");
  });

  // citations_delta
  it("F9.7 citations of web pages are written once, with the range of their text in UTF-16 units", () => {
    const events = replyOf([
      ...textBlock(0, "😀 "),
      ...block(
        1,
        { type: "text", text: "" },
        textDelta("Snow"),
        webCitation("https://a.test", "A"),
      ),
      ...block(2, { type: "text", text: "" }, webCitation("https://b.test", "B"), textDelta(".")),
    ]);
    const annotation = (url: string, title: string, start_index: number, end_index: number) => ({
      type: "url_citation",
      url_citation: { url, title, start_index, end_index },
    });
    const annotations = [
      annotation("https://a.test", "A", 3, 7),
      annotation("https://b.test", "B", 7, 8),
    ];
    expect(deltasOf(translate(events)).slice(-2)).toEqual([{ annotations }, {}]);
    expect(messageOf(events)?.annotations).toEqual(annotations);
  });

  it("reports citations that this format cannot show", () => {
    const context = contextOf();
    const citation = { type: "page_location", cited_text: "x", document_index: 0 };
    const cited = block(0, { type: "text", text: "x" }, { type: "citations_delta", citation });
    translate(replyOf(cited), { context });
    expect(context.receipt.entries).toMatchObject([
      { code: "dropped", direction: "reply", at: "/content/0/citations" },
    ]);
  });

  // block_start thinking / thinking_delta
  it("F9.8 T66 T153 T154 all thinking becomes reasoning, in order, separated by blank lines, never text", () => {
    const events = replyOf([
      ...block(
        0,
        { type: "thinking", thinking: "" },
        thinkingDelta("One, "),
        thinkingDelta("two."),
      ),
      ...block(1, { type: "thinking", thinking: "" }),
      ...block(2, { type: "thinking", thinking: "" }, thinkingDelta("Three.")),
      ...textBlock(3, "Yes"),
      ...callBlock(4, "f", "{}"),
    ]);
    const deltas = deltasOf(translate(events));
    expect(deltas.slice(0, 5)).toEqual([
      { role: "assistant", content: null, refusal: null },
      { reasoning_content: "One, " },
      { reasoning_content: "two." },
      { reasoning_content: "\n\nThree." },
      { content: "Yes" },
    ]);
    expect(deltas.some((delta) => delta?.content !== undefined && delta.reasoning_content)).toBe(
      false,
    );
    expect(messageOf(events)).toMatchObject({
      content: "Yes",
      reasoning_content: "One, two.\n\nThree.",
    });
  });

  // signature_delta
  it("F9.9 T156 T158 signed thinking blocks are complete in the carrier, with their signatures copied byte by byte", () => {
    const text = " a\u2028b\r\n é😀 ";
    const signature = "EqoB+/==\\u00e9 ";
    const events = replyOf([
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        thinkingDelta(text),
        signatureDelta("stale"),
        signatureDelta(signature),
      ),
      ...textBlock(1, "Hi"),
      ...reasoningBlock(2, "Again.", "c2ln"),
    ]);
    const format = "anthropic-claude-v1";
    const details = [
      { index: 0, type: "reasoning.text", text, signature, format, position: 0 },
      { index: 1, type: "reasoning.text", text: "Again.", signature: "c2ln", format, position: 2 },
    ];
    expect(deltasOf(translate(events)).slice(-2)).toEqual([{ reasoning_details: details }, {}]);
    expect(messageOf(events)?.reasoning_details).toEqual(details);
  });

  // block_start redacted_thinking
  it("F9.10 T71 T158 redacted thinking goes into the carrier and nowhere else", () => {
    const events = replyOf([
      ...block(0, { type: "redacted_thinking", data: "cGFzcw==" }),
      ...textBlock(1, "Hi"),
    ]);
    const detail = { index: 0, type: "reasoning.encrypted", data: "cGFzcw==", position: 0 };
    expect(deltasOf(translate(events))).toMatchObject([
      roleDelta,
      { content: "Hi" },
      { reasoning_details: [detail] },
      {},
    ]);
    expect(messageOf(events)).not.toHaveProperty("reasoning_content");
  });

  // block_start tool_use
  it("F9.11 T55 T58 calls are counted from 0, and have id, type and name once", () => {
    const blocks = [
      ...reasoningBlock(0, "Hm", ""),
      ...textBlock(1, "Wait."),
      ...callBlock(2, "f", '{"a":1}'),
      ...textBlock(3, "And"),
      ...callBlock(4, "g", "{}"),
    ];
    const calls = deltasOf(translate(replyOf(blocks, "tool_use"))).flatMap(
      (delta) => delta?.tool_calls ?? [],
    );
    const head = (index: number, id: string, name: string) => ({
      index,
      id,
      type: "function",
      function: { name, arguments: "" },
    });
    expect(calls).toEqual([
      head(0, "toolu_2", "f"),
      { index: 0, function: { arguments: '{"a":1}' } },
      head(1, "toolu_4", "g"),
      { index: 1, function: { arguments: "{}" } },
    ]);
  });

  // input_json_delta
  it("F9.12 T56 T57 fragments reach the call of their block, each with its index", () => {
    const events = replyOf(
      [
        blockStart(0, callStart("a", "f")),
        blockStart(1, callStart("b", "g")),
        blockDelta(1, inputDelta('{"g":')),
        blockDelta(0, inputDelta("")),
        blockDelta(0, inputDelta('{"f":')),
        blockDelta(1, inputDelta("1}")),
        blockDelta(0, inputDelta("2}")),
        blockStop(0),
        blockStop(1),
      ],
      "tool_use",
    );
    const stream = translate(events);
    const pieces = deltasOf(stream).flatMap((delta) => delta?.tool_calls ?? []);
    expect(pieces.map(({ index }) => index)).toEqual([0, 0, 0, 1, 1]);
    expect(joinDeltas(chunksOf(stream)).tool_calls).toMatchObject([
      { id: "a", function: { name: "f", arguments: '{"f":2}' } },
      { id: "b", function: { name: "g", arguments: '{"g":1}' } },
    ]);
  });

  // block_stop of tool_use
  it("F9.13 T42 T59 T72 every call without fragments gets its arguments at its end", () => {
    const events = replyOf(
      [
        ...block(0, callStart("a", "f")),
        ...block(1, callStart("b", "g", { input: { x: [1] } })),
        ...block(2, callStart("c", "h"), inputDelta("")),
        ...block(3, callStart("d", "i", { input: undefined })),
      ],
      "tool_use",
    );
    const calls = joinDeltas(chunksOf(translate(events))).tool_calls as Fields[];
    const expected = ["{}", '{"x":[1]}', "{}", "{}"];
    expect(calls.map(({ function: called }) => (called as Fields).arguments)).toEqual(expected);
    expect(messageOf(events)?.tool_calls).toEqual(calls);
  });

  // any other block kind and its deltas
  it("F9.14 T65 T71 T73 calls of server tools and unknown blocks never reach the caller, and are reported", () => {
    const context = contextOf();
    const events = replyOf([
      ...callBlock(0, "f", '{"a":1}'),
      ...block(
        1,
        { type: "server_tool_use", id: "s", name: "web_search", input: {} },
        inputDelta('{"q":1}'),
      ),
      ...block(2, { type: "web_search_tool_result", tool_use_id: "s", content: [] }),
      ...block(3, { type: "new_block" }, { type: "new_delta", value: 1 }),
      ...textBlock(4, "Hi"),
    ]);
    const message = joinDeltas(chunksOf(translate(events, { context })));
    expect(message).toMatchObject({
      content: "Hi",
      tool_calls: [{ id: "toolu_0", function: { name: "f", arguments: '{"a":1}' } }],
    });
    expect(message.tool_calls).toHaveLength(1);
    expect(context.receipt.entries.map(({ code, at }) => `${code} ${at}`)).toEqual([
      "dropped /content/1",
      "dropped /content/2",
      "dropped /content/3",
    ]);
  });

  // message_delta (0..n)
  it("F9.15 T70 T164 message deltas write nothing; later counts replace earlier ones and the reply ends once", () => {
    const parts = (deltas: readonly Fields[]) => [
      startEvent({ usage: { input_tokens: 10, cache_read_input_tokens: 30, output_tokens: 1 } }),
      ...textBlock(0, "Hi"),
      ...deltas,
      messageStop,
    ];
    const stream = translate(
      parts([
        messageDelta("end_turn", { output_tokens: 4, cache_read_input_tokens: 40 }),
        messageDelta({}, { output_tokens: 6 }),
      ]),
      { context: withUsage() },
    );
    expect(finishesOf(stream)).toEqual(["stop"]);
    expect(chunksOf(stream)).toHaveLength(4);
    expect(chunksOf(stream).at(-1)?.usage).toMatchObject({
      prompt_tokens: 50,
      completion_tokens: 6,
      total_tokens: 56,
      prompt_tokens_details: { cached_tokens: 40 },
    });
  });

  // message_stop
  it("F9.16 T62 T63 T75 T76 the end writes the carrier once, the finish reason, the usage if requested, and [DONE]", () => {
    const events = replyOf([
      ...reasoningBlock(0, "Hm", "c2ln"),
      ...block(1, { type: "text", text: "x" }, webCitation("https://a.test", "A")),
    ]);
    const stream = translate(events, { context: withUsage() });
    const chunks = chunksOf(stream);
    const [carrier, finish, usage] = chunks.slice(-3);
    expect(carrier?.choices[0]).toMatchObject({
      delta: { reasoning_details: [{ index: 0 }], annotations: [{ type: "url_citation" }] },
      finish_reason: null,
    });
    expect(finish?.choices[0]).toMatchObject({ delta: {}, finish_reason: "stop" });
    expect(finish?.usage).toBeNull();
    expect(usage).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    });
    expect(stream.endsWith(`${JSON.stringify(usage)}\n\n${doneFrame}`)).toBe(true);
    expect(stream.match(/reasoning_details/g)).toHaveLength(1);
    expect(translate(events)).not.toContain('"usage"');
  });

  // error event
  it("F9.17 T67 an error is the last frame: no finish reason, no usage, no [DONE]", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "secret words" } };
    const stream = translate([startEvent(), ...textBlock(0, "Hi"), error, messageStop], {
      context: withUsage(),
    });
    expect(JSON.parse(framesOf(stream).at(-1)?.data ?? "")).toEqual({
      error: {
        message: "The model behind this endpoint is overloaded. Try again later.",
        type: "service_unavailable_error",
        param: null,
        code: "server_is_overloaded",
      },
    });
    expect(stream).not.toContain("[DONE]");
    expect(stream).not.toContain("secret words");
    expect(stream).not.toMatch(/"finish_reason":"/);
  });

  // EOF, stop_reason seen
  it("F9.18 an end of the body after the stop reason is a complete reply if the capabilities allow it", () => {
    const whole = replyOf(textBlock(0, "Hi"));
    const parse = parseContextFor({ missingDoneOk: true });
    expect(translate(whole.slice(0, -1), { parse })).toBe(translate(whole));
    expect(translate(whole.slice(0, -1))).toContain('"code":"upstream_bad_response"');
  });

  // EOF, no stop_reason
  it("F9.19 T68 an end of the body without a stop reason is an error, and its usage is kept", () => {
    const parser = createStreamParser(parseContextFor({ missingDoneOk: true }));
    const cut = [startEvent(), ...textBlock(0, "Hi"), messageDelta({}, { output_tokens: 3 })];
    for (const event of cut) parser.push({ event: undefined, data: JSON.stringify(event) });
    expect(() => parser.end()).toThrow(ServiceError);
    expect(parser.reportedUsage().counts).toMatchObject({ input: 10 });
    const stream = translate(cut, { parse: parseContextFor({ missingDoneOk: true }) });
    expect(stream).toContain('"error":');
    expect(stream).not.toContain("[DONE]");
  });

  // unknown event or delta type
  it("F9.20 T73 unknown events and deltas are ignored and reported", () => {
    const parse = parseContextOf();
    const [start, ...rest] = replyOf(
      block(0, { type: "text", text: "" }, { type: "new_delta", x: 1 }, textDelta("Hi")),
    );
    const stream = translate([start ?? {}, { type: "new_event", x: 1 }, ...rest], { parse });
    expect(stream).toBe(translate(replyOf(textBlock(0, "Hi"))));
    expect(parse.receipt.entries.map(({ from }) => from)).toEqual(["new_event", "new_delta"]);
  });
});
