import {
  refusal,
  ServiceError,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";
import type { Script } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ask,
  askStream,
  deltasOf,
  expectError,
  failing,
  minimal,
  post,
  readFrames,
  replaying,
  talk,
} from "./helpers.js";

const tools = [{ name: "weather", input_schema: { type: "object" } }];
const document = {
  type: "document",
  source: { type: "text", media_type: "text/plain", data: "a" },
};

afterEach(() => {
  vi.useRealTimers();
});

describe("a stream", () => {
  it("M076 M077 M079 M088 has its events in order, with their names and counts", async () => {
    const frames = await askStream(["Hello", " there.", usage({ input: 7, output: 3 })]);
    expect(frames.map(({ data }) => data.type)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    for (const { event, data } of frames) expect(event).toBe(data.type);
    expect(frames[0]?.data.message).toMatchObject({
      type: "message",
      role: "assistant",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    });
    const [end, ...others] = frames.filter(({ data }) => "stop_reason" in (data.delta ?? {}));
    expect(others).toEqual([]);
    expect(end?.data).toEqual({
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null, stop_details: null },
      usage: {
        input_tokens: 7,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: 3,
      },
    });
  });

  it("M078 M093 has the headers of an event stream, and ends in a blank line", async () => {
    const { service } = serviceOf(["x"]);
    const response = await post(service, { ...minimal, stream: true });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream(; charset=utf-8)?$/);
    expect(response.headers.get("request-id")).toMatch(/^req_01/);
    expect(response.headers.get("cache-control")).toMatch(/no-cache|no-store/);
    expect(await response.text()).toMatch(/\ndata: \{"type":"message_stop"\}\n\n$/);
  });

  it("M080 M097 adds up to the text of the answer without a stream, halves of characters included", async () => {
    const script = ["aé", "€", "\ud83d", "\ude00 end"];
    const frames = await askStream(script);
    const text = deltasOf(frames, 0)
      .map((delta) => delta.text)
      .join("");
    expect(text).toBe("aé€😀 end");
    expect((await ask(script)).content).toEqual([{ type: "text", text }]);
  });

  it("M081 M086 has text and two calls one after another", async () => {
    const script = [
      "Wait.",
      toolCallStart({ name: "weather" }),
      toolCallArguments('{"pla'),
      toolCallArguments('ce":"Oslo"}'),
      toolCall({ name: "weather" }),
    ];
    const frames = await askStream(script, { tools });
    const starts = frames.filter(({ data }) => data.type === "content_block_start");
    expect(starts.map(({ data }) => data.content_block)).toMatchObject([
      { type: "text", text: "" },
      { type: "tool_use", name: "weather", input: {}, id: expect.stringMatching(/^toolu_/) },
      { type: "tool_use", name: "weather", input: {}, id: expect.stringMatching(/^toolu_/) },
    ]);
    const pieces = (index: number) => deltasOf(frames, index).map((delta) => delta.partial_json);
    expect(pieces(1)[0]).toBe("");
    expect(JSON.parse(pieces(1).join(""))).toEqual({ place: "Oslo" });
    expect(pieces(2)[0]).toBe("");
    expect(JSON.parse(pieces(2).join(""))).toEqual({});
    const indexes = frames.flatMap(({ data }) => data.index ?? []);
    expect(indexes).toEqual(indexes.toSorted());
    expect(new Set(indexes)).toEqual(new Set([0, 1, 2]));
    const stops = frames.filter(({ data }) => data.type === "content_block_stop");
    expect(stops.map(({ data }) => data.index)).toEqual([0, 1, 2]);
    expect(frames.at(-2)?.data.delta?.stop_reason).toBe("tool_use");
  });

  it.each([undefined, "c2lnbmVk"])(
    "M082 closes thinking with one signature (own: %s)",
    async (own) => {
      const frames = await askStream([
        thinking("Let "),
        thinking("me.", { signature: own }),
        "Ok.",
      ]);
      expect(frames[1]?.data.content_block).toEqual({
        type: "thinking",
        thinking: "",
        signature: "",
      });
      expect(deltasOf(frames, 0)).toEqual([
        { type: "thinking_delta", thinking: "Let " },
        { type: "thinking_delta", thinking: "me." },
        { type: "signature_delta", signature: own ?? expect.stringMatching(/./) },
      ]);
    },
  );

  it("M083 shows no thinking that shall be omitted, only its signature", async () => {
    const frames = await askStream([thinking("Let me."), "Ok."], {
      thinking: { type: "adaptive", display: "omitted" },
    });
    expect(deltasOf(frames, 0)).toEqual([
      { type: "signature_delta", signature: expect.stringMatching(/./) },
    ]);
    expect(JSON.stringify(frames)).not.toContain("Let me.");
  });

  it("M084 has its citations within the text block, which starts with none", async () => {
    const citation = { type: "char_location", cited_text: "a", document_index: 0 };
    const model = replaying([
      { type: "open", index: 0, block: { type: "text" } },
      { type: "delta", index: 0, delta: { type: "text", text: "So " } },
      { type: "delta", index: 0, delta: { type: "citation", format: "messages", value: citation } },
      { type: "delta", index: 0, delta: { type: "text", text: "it is." } },
      { type: "close", index: 0 },
    ]);
    const change = talk(["user", [{ ...document, citations: { enabled: true } }]]);
    const frames = await askStream([], change, { models: [model] });
    expect(frames[1]?.data.content_block).toEqual({ type: "text", text: "", citations: [] });
    expect(deltasOf(frames, 0)).toEqual([
      { type: "text_delta", text: "So " },
      { type: "citations_delta", citation },
      { type: "text_delta", text: "it is." },
    ]);
    expect((await ask([], change, { models: [model] })).content).toEqual([
      { type: "text", text: "So it is.", citations: [citation] },
    ]);
  });

  it("M085 has the results of server tools whole, and counts the calls", async () => {
    const call = {
      type: "server_tool_use",
      id: "srvtoolu_01",
      name: "web_search",
      input: { q: "a" },
    };
    const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_01", content: [] };
    const model = replaying(
      [call, found].flatMap((value, index) => [
        { type: "open", index, block: { type: "native", format: "messages", value } },
        { type: "close", index },
      ]),
    );
    const frames = await askStream([], {}, { models: [model] });
    const starts = frames.flatMap(({ data }) => data.content_block ?? []);
    expect(starts).toEqual([{ ...call, input: {} }, found]);
    expect(
      deltasOf(frames, 0)
        .map((delta) => delta.partial_json)
        .join(""),
    ).toBe('{"q":"a"}');
    expect(deltasOf(frames, 1)).toEqual([]);
    expect(frames.at(-2)?.data.usage?.server_tool_use).toMatchObject({ web_search_requests: 1 });
    const message = await ask([], {}, { models: [model] });
    expect(message.content).toEqual([call, found]);
    expect(message.usage.server_tool_use).toMatchObject({ web_search_requests: 1 });
  });

  it("M087 leaves a clipped call open", async () => {
    const frames = await askStream(
      ["Ok.", toolCall({ name: "weather", arguments: { place: "a".repeat(100) } })],
      { tools, max_tokens: 10 },
    );
    expect(frames.map(({ data }) => data.type)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "message_delta",
      "message_stop",
    ]);
    expect(frames.at(-2)?.data.delta?.stop_reason).toBe("max_tokens");
  });

  it("M089 fails as ordinary JSON before its first byte", async () => {
    const { service } = serviceOf(failing("overloaded"));
    const response = await post(service, { ...minimal, stream: true });
    await expectError(response, 529, "overloaded_error");
  });

  it("M090 fails after its first byte with one error event, and nothing after it", async () => {
    const { service } = serviceOf(async function* () {
      yield "Half an ans";
      throw new ServiceError({ kind: "overloaded", message: "Too busy." });
    });
    const response = await post(service, { ...minimal, stream: true });
    const frames = readFrames(await response.text()).filter(({ event }) => event !== "ping");
    expect(frames.map(({ event }) => event)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "error",
    ]);
    expect(frames.at(-1)?.data).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: "Too busy." },
      request_id: response.headers.get("request-id"),
    });
  });

  it("M091 sends a first ping right after the start of the first block, and no more without need", async () => {
    const { service } = serviceOf([thinking("Hm."), "Hello."]);
    const response = await post(service, { ...minimal, stream: true });
    const events = readFrames(await response.text()).map(({ event }) => event);
    expect(events.slice(0, 4)).toEqual([
      "message_start",
      "content_block_start",
      "ping",
      "content_block_delta",
    ]);
    expect(events.filter((event) => event === "ping")).toHaveLength(1);
  });

  it("M091 sends a ping every 15 seconds of silence", async () => {
    vi.useFakeTimers();
    const { service } = serviceOf(async function* () {
      yield "a";
      await new Promise((resolve) => setTimeout(resolve, 46_000));
      yield "b";
    });
    const response = await post(service, { ...minimal, stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const blocks: string[] = [];
    const reading = (async () => {
      for (;;) {
        const next = await reader?.read();
        if (!next || next.done) return;
        blocks.push(next.value);
      }
    })();
    await vi.advanceTimersByTimeAsync(14_900);
    const before = blocks.length;
    await vi.advanceTimersByTimeAsync(30_200);
    expect(blocks.slice(before)).toEqual(Array(3).fill('event: ping\ndata: {"type": "ping"}\n\n'));
    await vi.advanceTimersByTimeAsync(1_000);
    await reading;
    expect(blocks.join("")).toMatch(/event: message_stop\n.*\n\n$/);
  });

  it("M092 stops the model once its reader leaves", async () => {
    let aborted = false;
    let yields = 0;
    const { service, ledger } = serviceOf(async function* ({ signal }) {
      signal.addEventListener("abort", () => {
        aborted = true;
      });
      for (; yields < 1000; yields++) yield "piece ";
    });
    const response = await post(service, { ...minimal, stream: true });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await until(() => aborted && ledger.all()[0]?.state === "settled");
    expect(yields).toBeLessThan(10);
  });
});

describe("a reply of one script", () => {
  const scripts: Readonly<Record<string, Script>> = {
    text: ["Hel", "lo.", usage({ input: 3, output: 2, cacheRead: 1, cacheWriteLong: 4 })],
    reasoning: [thinking("Hm."), "So."],
    tools: ["Ok.", toolCall({ name: "weather", id: "toolu_a", arguments: { place: "Oslo" } })],
    clipped: [toolCall({ name: "weather", id: "toolu_b", arguments: { place: "a".repeat(3000) } })],
    refused: [refusal("No."), stop("refusal", { refusal: { category: null, explanation: "No." } })],
  };

  it.each(Object.entries(scripts))(
    "M080 M088 M094 is the same as a stream and whole: %s",
    async (_name, script) => {
      const whole = await ask(script, { tools });
      const frames = await askStream(script, { tools });
      const end = frames.at(-2)?.data;
      const { stop_reason, stop_sequence, stop_details, usage: counts } = whole;
      expect(end?.delta).toEqual({ stop_reason, stop_sequence, stop_details });
      expect(counts).toMatchObject(end?.usage ?? {});
      const started = frames[0]?.data.message?.usage;
      for (const side of [
        "input_tokens",
        "cache_read_input_tokens",
        "cache_creation_input_tokens",
      ]) {
        expect(started?.[side]).toEqual(expect.any(Number));
      }
      const { id: _id, content: _content, ...rest } = whole;
      const {
        id: __,
        content: none,
        ...start
      } = frames[0]?.data.message ?? { id: "", content: [] };
      expect(none).toEqual([]);
      expect(Object.keys(start).toSorted()).toEqual(Object.keys(rest).toSorted());
      const types = frames.flatMap(({ data }) => data.content_block?.type ?? []);
      expect(types).toEqual(whole.content.map(({ type }) => type));
      whole.content.forEach((block, index) => {
        const joined = (field: string) =>
          deltasOf(frames, index)
            .map((delta) => delta[field] ?? "")
            .join("");
        if (block.type === "text") expect(joined("text")).toBe(block.text);
        if (block.type === "thinking") expect(joined("thinking")).toBe(block.thinking);
        if (block.type === "thinking") expect(joined("signature")).toBe(block.signature);
        if (block.type === "tool_use" && stop_reason === "tool_use")
          expect(JSON.parse(joined("partial_json"))).toEqual(block.input);
      });
    },
  );
});
