import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ContextChange,
  callsOf,
  deltaOf,
  finishOf,
  type Item,
  pieceOf,
  readAnswer,
  readBytes,
  readStream,
} from "../src/formats/chat-completions/__fixtures__/reply.js";
import { recordedStreams } from "../src/formats/chat-completions/__fixtures__/streams.js";
import { toInBandError } from "../src/formats/chat-completions/read-reply/error.js";
import { contextOf, framesOf } from "../src/formats/messages/__fixtures__/make.js";
import { toErrorAnswer } from "../src/formats/messages/answers/errors.js";
import { isOwnSignature, isValidSignature } from "../src/formats/messages/wire/signature.js";
import { toResponse } from "../src/formats/messages/write-reply/response.js";
import { createStreamWriter } from "../src/formats/messages/write-reply/stream.js";
import { foldOf } from "./fold-of.js";

type Frame = ReturnType<typeof framesOf>[number];

/** A reply of a Chat Completions upstream as a caller of Messages gets it. */
function relay({ events, error }: ReturnType<typeof readStream>): readonly Frame[] {
  const encoder = createStreamWriter(contextOf());
  const text = events.map((event) => encoder.write(event)).join("");
  return framesOf(text + (error ? encoder.fail(error, "req_1") : ""));
}

/** The same reply as JSON. */
function messageOf({ events }: ReturnType<typeof readAnswer>) {
  return toResponse(foldOf(events), contextOf());
}

const framesFor = (items: readonly Item[], change?: ContextChange) =>
  relay(readStream(items, change));
const namesOf = (frames: readonly Frame[]) => frames.map(({ event }) => event);

describe("a Chat Completions reply for a caller of Messages", () => {
  const text = deltaOf({ content: "a" });
  const stop = finishOf("stop");
  const usage = { prompt_tokens: 9, completion_tokens: 3 };

  it("F8.8a T18 T25 has one start, one end with the usage of the last chunk, and one stop", () => {
    const frames = framesFor([text, deltaOf({ content: "b" }), stop, { choices: [], usage }]);
    expect(namesOf(frames)).toEqual([
      "message_start",
      "content_block_start",
      "ping",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(frames.at(-2)?.data).toMatchObject({
      delta: { stop_reason: "end_turn" },
      usage: { input_tokens: 9, output_tokens: 3 },
    });
  });

  it.each(recordedStreams)(
    "T7 T15 T33 has one open block at a time, numbered from 0: $upstream",
    ({ text }) => {
      const frames = relay(readBytes(text, 64));
      let open: number | undefined;
      let next = 0;
      for (const { data } of frames) {
        if (data.type === "content_block_start") {
          expect([open, data.index]).toEqual([undefined, next++]);
          open = data.index;
        } else if (data.type === "content_block_delta" || data.type === "content_block_stop") {
          expect(data.index).toBe(open);
          if (data.type === "content_block_stop") open = undefined;
        }
      }
      expect(next).toBeGreaterThan(0);
      expect(namesOf(frames).slice(-2)).toEqual(["message_delta", "message_stop"]);
      expect(JSON.stringify(frames)).not.toContain("[DONE]");
    },
  );

  it("T9 T10 has no empty text block before a call", () => {
    const frames = framesFor([
      deltaOf({ role: "assistant", content: "" }),
      callsOf(pieceOf(0, "{}", "c0", "f")),
      finishOf("tool_calls"),
    ]);
    const starts = frames.filter(({ event }) => event === "content_block_start");
    expect(starts.map(({ data }) => data)).toMatchObject([
      { content_block: { type: "tool_use", id: "c0", name: "f", input: {} } },
    ]);
  });

  it("T31 T26 ends a failed stream with its error as the last frame, and closes no block before it", () => {
    const cut = framesFor([text, { error: { code: 503, message: "secret" } }]);
    expect(namesOf(cut).slice(-2)).toEqual(["content_block_delta", "error"]);
    expect(cut.at(-1)?.data).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: expect.stringMatching(/^The model .+\.$/) },
      request_id: "req_1",
    });
  });

  it("T42 F8.8n gives a call without arguments an empty object", () => {
    const frames = framesFor([callsOf(pieceOf(0, "", "c0", "f")), finishOf("tool_calls")]);
    const json = frames.flatMap(({ data }) =>
      data.type === "content_block_delta" && data.delta.type === "input_json_delta"
        ? data.delta.partial_json
        : [],
    );
    expect(JSON.parse(json.join(""))).toEqual({});
  });

  it.each(["", " ", "null", undefined])(
    "T42 T170 reads the arguments %j as an empty object in JSON",
    (json) => {
      const tool_calls = [{ id: "c", type: "function", function: { name: "f", arguments: json } }];
      const choices = [{ index: 0, message: { tool_calls }, finish_reason: "tool_calls" }];
      expect(messageOf(readAnswer({ choices })).content).toMatchObject([
        { type: "tool_use", id: "c", name: "f", input: {} },
      ]);
    },
  );

  it("T43 T46 has the stop reasons of the wire for replies that were cut or filtered", () => {
    const reasonOf = (reason: string) =>
      framesFor([text, finishOf(reason)]).find(({ event }) => event === "message_delta")?.data;
    expect(reasonOf("length")).toMatchObject({ delta: { stop_reason: "max_tokens" } });
    expect(reasonOf("content_filter")).toMatchObject({
      delta: { stop_reason: "refusal", stop_details: { type: "refusal" } },
    });
    expect(reasonOf("eos")).toMatchObject({ delta: { stop_reason: "end_turn" } });
  });

  it("P11.9 T162 T163 T165 has the same counts as the upstream, streamed or not", () => {
    const count = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(count, count, count, count, count, (fresh, cached, written, said, reasoning) => {
        const counts = {
          prompt_tokens: fresh + cached + written,
          completion_tokens: said + reasoning,
          total_tokens: fresh + cached + written + said + reasoning,
          prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
          completion_tokens_details: { reasoning_tokens: reasoning },
        };
        const expected = {
          input_tokens: fresh,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: written,
          output_tokens: said + reasoning,
          ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
        };
        const frames = framesFor([text, stop, { choices: [], usage: counts }]);
        expect(frames.at(-2)?.data).toHaveProperty("usage", expected);
        const message = { role: "assistant", content: "a" };
        const choices = [{ index: 0, message, finish_reason: "stop" }];
        expect(messageOf(readAnswer({ choices, usage: counts })).usage).toMatchObject(expected);
      }),
    );
  });

  it("T155 T160 gives a thinking block without a signature the service's own prefix", () => {
    const frames = framesFor([deltaOf({ reasoning_content: "Hm" }), text, stop]);
    const signatures = frames.flatMap(({ data }) =>
      data.type === "content_block_delta" && data.delta.type === "signature_delta"
        ? data.delta.signature
        : [],
    );
    expect(signatures.map(isOwnSignature)).toEqual([true]);
    expect(isValidSignature(signatures[0] ?? "", "Hm")).toBe(true);
  });

  it("T176 reports an overflow as a bad request in the wording that agents know", () => {
    const error = toInBandError({ error: { code: "context_length_exceeded" } }, false);
    const { status, body } = toErrorAnswer(error, "req_1");
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        type: "invalid_request_error",
        message: expect.stringMatching(/^prompt is too long/),
      },
    });
  });
});
