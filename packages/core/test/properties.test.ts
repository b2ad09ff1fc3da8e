import { framesOf } from "@diglot/test-support/answers";
import { assertLegalStream, isComplete } from "@diglot/test-support/legal-streams";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { repeats } from "@diglot/test-support/seed";
import { serviceOf } from "@diglot/test-support/services";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordedStreams as chatStreams } from "../src/formats/chat-completions/__fixtures__/streams.js";
import { recordedStreams as messagesStreams } from "../src/formats/messages/__fixtures__/streams.js";
import {
  type ModelYield,
  redactedThinking,
  refusal,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "../src/index.js";
import { createEventDecoder } from "../src/sse/decode.js";
import { createStreamTranslator } from "../src/translation/stream-translator.js";
import { otherFormat } from "./observe.js";

const anyYield: fc.Arbitrary<ModelYield> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  fc.string().map((text) => thinking(text)),
  fc.string().map((text) => thinking(text, { signature: "c2ln" })),
  fc.string().map(redactedThinking),
  fc.string().map(refusal),
  fc
    .dictionary(fc.string(), fc.jsonValue())
    .map((value) => toolCall({ name: "tool", arguments: value })),
  fc.constant(toolCallStart({ name: "slow" })),
  fc.string().map(toolCallArguments),
  fc
    .record({ input: fc.integer(), output: fc.double(), reasoning: fc.nat() })
    .map((counts) => usage(counts)),
  fc.constantFrom(stop("end"), stop("max_tokens"), stop("stop_sequence", { sequence: "x" })),
  fc.anything().map((value) => value as ModelYield),
);

/** Streams of upstreams of the other format, by the format of the caller. */
const upstreamStreams = {
  messages: chatStreams.map(({ text }) => text.replaceAll("\r\n", "\n")),
  "chat-completions": messagesStreams.map(({ text }) => text),
};

/** Removes frames, inserts others, and swaps some. */
function changes(frame: fc.Arbitrary<string>) {
  const place = fc.nat({ max: 20 });
  const step = fc.oneof(
    place.map((at) => (frames: readonly string[]) => frames.toSpliced(at, 1)),
    fc.tuple(place, frame).map(
      ([at, more]) =>
        (frames: readonly string[]) =>
          frames.toSpliced(at, 0, more),
    ),
    place.map((at) => (frames: readonly string[]) => [
      ...frames.slice(0, at),
      ...frames.slice(at, at + 2).reverse(),
      ...frames.slice(at + 2),
    ]),
  );
  return fc
    .array(step, { maxLength: 4 })
    .map((steps) => (frames: readonly string[]) => steps.reduce((all, one) => one(all), frames));
}

describe.each(formatNames)("%s", (format) => {
  it("writes a valid stream or a proper error, whatever a generator does", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyYield, { maxLength: 8 }),
        fc.boolean(),
        async (script, throws) => {
          const { service, ledger } = serviceOf(async function* () {
            yield* script;
            if (throws) throw new Error("broken");
          });
          const response = await service.request(...requestOf(format, { stream: true }));
          const text = await response.text();
          if (response.status === 200) assertLegalStream(format, text);
          else expect(JSON.parse(text).error.message).toEqual(expect.any(String));
          await service.close();
          expect(ledger.all().map(({ state }) => state)).toEqual(["settled"]);
        },
      ),
      { numRuns: repeats(150, 3_000) },
    );
  });

  it("P11.3 translates frames in any order to a valid stream with one end, or one error", () => {
    const frame = fc.constantFrom(
      ...upstreamStreams[format].flatMap((text) => text.split(/(?<=\n\n)/)),
    );
    let whole = 0;
    fc.assert(
      fc.property(fc.constantFrom(...upstreamStreams[format]), changes(frame), (text, change) => {
        const translator = createStreamTranslator(otherFormat(format), format);
        const written = translator.push(change(text.split(/(?<=\n\n)/)).join(""));
        const stream = written + translator.end();
        if (framesOf(stream).length === 1) expect(stream).toContain('"error"');
        else assertLegalStream(format, stream);
        if (isComplete(format, stream)) whole += 1;
      }),
      { numRuns: repeats(300, 6_000) },
    );
    expect(whole).toBeGreaterThan(30);
  });

  it("answers any JSON body with a status below 500 and a message", async () => {
    const { service } = serviceOf(["fine"]);
    const body = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(
          "model",
          "messages",
          "max_tokens",
          "tools",
          "stream",
          "system",
          "stop",
          "n",
          "tool_choice",
          "thinking",
          "metadata",
          "__proto__",
          "constructor",
        ),
        fc.oneof(
          fc.jsonValue(),
          fc.constant("scripted"),
          fc.constant(100),
          fc.array(
            fc.record(
              {
                role: fc.oneof(
                  fc.constantFrom("user", "assistant", "system", "tool"),
                  fc.jsonValue(),
                ),
                content: fc.oneof(
                  fc.string(),
                  fc.jsonValue(),
                  fc.array(
                    fc.record(
                      {
                        type: fc.constantFrom(
                          "text",
                          "image",
                          "tool_use",
                          "tool_result",
                          "thinking",
                          "image_url",
                          "odd",
                        ),
                        text: fc.jsonValue(),
                        source: fc.jsonValue(),
                        image_url: fc.jsonValue(),
                        id: fc.jsonValue(),
                        input: fc.jsonValue(),
                        content: fc.jsonValue(),
                      },
                      { requiredKeys: ["type"] },
                    ),
                  ),
                ),
                tool_calls: fc.jsonValue(),
                tool_call_id: fc.jsonValue(),
              },
              { requiredKeys: [] },
            ),
          ),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const response = await service.request(
          ...requestOf(format, {}, { body: JSON.stringify(value) }),
        );
        expect(response.status).toBeLessThan(500);
        expect((await response.text()).length).toBeGreaterThan(0);
      }),
      { numRuns: repeats(400, 8_000) },
    );
  });

  it("is decoded to the same events however its bytes are cut", async () => {
    const { service } = serviceOf([
      thinking("ünïcödé", { signature: "c2ln" }),
      "a𝒳b\r\n\u2028c",
      toolCall({ name: "t", arguments: { ключ: "値" } }),
    ]);
    const bytes = new Uint8Array(
      await (await service.request(...requestOf(format, { stream: true }))).arrayBuffer(),
    );
    const whole = createEventDecoder(1_000_000).push(bytes);
    expect(whole.length).toBeGreaterThan(4);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const decoder = createEventDecoder(1_000_000);
        const events = edges
          .slice(1)
          .flatMap((edge, index) => decoder.push(bytes.subarray(edges[index], edge)));
        expect(events).toEqual(whole);
      }),
    );
  });
});
