import { assertLegalStream } from "@diglot/test-support/legal-streams";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChoiceEvent, ConversationEvent } from "../../../conversation/events.js";
import { ServiceError } from "../../../errors/service-error.js";
import {
  call,
  choicesCompletionOf,
  choicesStreamOf,
  chunksOf,
  completionOf,
  contextOf,
  eventsOf,
  joinDeltas,
  type Piece,
  refusal,
  silentSettings,
  streamOf,
  text,
  thinking,
  usage,
} from "../__fixtures__/make.js";
import { createStreamWriter } from "./stream.js";

/** The deltas of a reply, the finish chunk's empty one last. */
function deltasOf(pieces: readonly Piece[], reason: Parameters<typeof eventsOf>[1] = "end") {
  return chunksOf(streamOf(eventsOf(pieces, reason), contextOf())).map(
    ({ choices }) => choices[0]?.delta,
  );
}

const lookUp = call("call_1", "look_up", '{"q":', "1}");
const lookUpHead = {
  index: 0,
  id: "call_1",
  type: "function",
  function: { name: "look_up", arguments: "" },
};

describe("createEncoder", () => {
  it("C051 writes role, text, an empty delta with the finish reason and [DONE], all with one head", () => {
    const stream = streamOf(eventsOf([text("Hel", "lo")]), contextOf());
    const chunks = chunksOf(stream);
    expect(chunks[0]).toEqual({
      id: `chatcmpl-${"0".repeat(28)}1`,
      object: "chat.completion.chunk",
      created: 1_700_000_000,
      model: "echo-1",
      service_tier: "default",
      choices: [
        {
          index: 0,
          delta: { role: "assistant", content: "", refusal: null },
          logprobs: null,
          finish_reason: null,
        },
      ],
    });
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: "assistant", content: "", refusal: null },
      { content: "Hel" },
      { content: "lo" },
      {},
    ]);
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([
      null,
      null,
      null,
      "stop",
    ]);
    expect(new Set(chunks.map(({ id, created, model }) => `${id} ${created} ${model}`)).size).toBe(
      1,
    );
    expect(stream.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("C052 C054 C067 has no usage, obfuscation or error key unless usage is asked for", () => {
    const request = { stream: true, stream_options: { include_obfuscation: false } };
    const stream = streamOf(eventsOf([text("a"), lookUp]), contextOf(request));
    expect(stream).not.toMatch(/"(?:usage|obfuscation|error)":/);
  });

  it("C053 has usage null in each chunk and a last one without choices when usage is asked for", () => {
    const request = { stream: true, stream_options: { include_usage: true } };
    const chunks = chunksOf(streamOf(eventsOf([text("a")]), contextOf(request)));
    expect(chunks.slice(0, -1).map((chunk) => chunk.usage)).toEqual([null, null, null]);
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 10, total_tokens: 15 },
    });
  });

  it("C056 writes the head of a call once and then only pieces of its arguments", () => {
    expect(deltasOf([lookUp], "tool_calls")).toEqual([
      { role: "assistant", content: null, tool_calls: [lookUpHead], refusal: null },
      { tool_calls: [{ index: 0, function: { arguments: '{"q":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: "1}" } }] },
      {},
    ]);
  });

  it("C057 completes the first call before the second one begins", () => {
    const deltas = deltasOf([lookUp, call("call_2", "add", "{}")], "tool_calls");
    const indexes = deltas.flatMap((delta) => delta?.tool_calls?.map(({ index }) => index) ?? []);
    expect(indexes).toEqual([0, 0, 0, 1, 1]);
    expect(
      deltas.flatMap((delta) => delta?.tool_calls?.flatMap(({ id }) => id ?? []) ?? []),
    ).toEqual(["call_1", "call_2"]);
  });

  it("C058 gives a call after text the index 0", () => {
    expect(deltasOf([text("Let me see."), lookUp])[2]).toEqual({ tool_calls: [lookUpHead] });
  });

  it("C038 C059 gives a call without arguments an empty object, as the JSON form does", () => {
    const events = eventsOf([call("call_1", "now")], "tool_calls");
    expect(joinDeltas(chunksOf(streamOf(events, contextOf()))).tool_calls).toEqual([
      { id: "call_1", type: "function", function: { name: "now", arguments: "{}" } },
    ]);
    expect(completionOf(events, contextOf()).choices[0]?.message.tool_calls?.[0]).toMatchObject({
      function: { arguments: "{}" },
    });
  });

  it("leaves a cut call unfinished", () => {
    const events = eventsOf([{ ...call("call_1", "now"), clipped: true }], "max_tokens");
    const chunks = chunksOf(streamOf(events, contextOf()));
    expect(joinDeltas(chunks).tool_calls).toMatchObject([{ function: { arguments: "" } }]);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("length");
  });

  it("C061 ends with length when the limit cut the reply", () => {
    const chunks = chunksOf(streamOf(eventsOf([text("a")], "max_tokens"), contextOf()));
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("length");
  });

  it("C062 starts a refusal with null content and writes it in refusal deltas", () => {
    const chunks = chunksOf(streamOf(eventsOf([refusal("I ", "won't.")], "refusal"), contextOf()));
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: "assistant", content: null, refusal: "" },
      { refusal: "I " },
      { refusal: "won't." },
      {},
    ]);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop");
  });

  it("C063 shows reasoning before the content if the settings say so, and otherwise hides it", () => {
    const events = eventsOf([thinking("Hm. ", "Yes."), text("Yes")]);
    const shown = chunksOf(streamOf(events, contextOf()));
    expect(shown.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: "assistant", content: null, refusal: null },
      { reasoning_content: "Hm. " },
      { reasoning_content: "Yes." },
      { content: "Yes" },
      {},
    ]);
    const silent = streamOf(events, contextOf({}, silentSettings));
    expect(silent).not.toContain("Hm. ");
    expect(chunksOf(silent)[0]?.choices[0]?.delta.content).toBe("");
  });

  it("C064 C066 writes nothing but data lines and comments, each followed by an empty line", () => {
    const request = { stream: true, stream_options: { include_usage: true } };
    const encoder = createStreamWriter(contextOf(request));
    const lines = "\r\n\u2028 event: x\n\nid: 1\0";
    const frames = eventsOf([text(lines), lookUp]).map(
      (event) => encoder.write(event) + encoder.ping(),
    );
    const blocks = frames.join("").split("\n\n");
    expect(blocks.pop()).toBe("");
    for (const block of blocks)
      expect(block).toMatch(/^(?:data: (?:\{.*\}|\[DONE\])|: keep-alive)$/s);
  });

  it("C069 writes a failure as one error event", () => {
    const error = new ServiceError({ kind: "upstream_timeout", message: "Too slow." });
    expect(createStreamWriter(contextOf()).fail(error, "req_1")).toBe(
      'data: {"error":{"message":"Too slow.","type":"server_error","param":null,"code":"upstream_timeout"}}\n\n',
    );
  });

  it("C075 streams an empty reply as a role chunk, a finish chunk and [DONE]", () => {
    expect(deltasOf([])).toEqual([{ role: "assistant", content: "", refusal: null }, {}]);
  });

  it("C030 keeps emoji, lone surrogates and NUL", () => {
    const said = "é😀\ud800\0\u2028";
    expect(deltasOf([text(said)])[1]).toEqual({ content: said });
  });

  it("C037 writes the call of a custom tool as free text", () => {
    const context = contextOf({ tools: [{ type: "custom", custom: { name: "sql" } }] });
    const events = eventsOf([call("call_1", "sql", "SELECT ", "1")], "tool_calls");
    const chunks = chunksOf(streamOf(events, context));
    expect(chunks[1]?.choices[0]?.delta).toEqual({
      tool_calls: [{ index: 0, custom: { input: "SELECT " } }],
    });
    expect(joinDeltas(chunks).tool_calls).toEqual([
      { id: "call_1", type: "custom", custom: { name: "sql", input: "SELECT 1" } },
    ]);
  });

  it("C120 writes the same bytes for the same reply", () => {
    const events = eventsOf([thinking("x"), text("a"), lookUp]);
    expect(streamOf(events, contextOf({ seed: 1 }))).toBe(streamOf(events, contextOf({ seed: 1 })));
  });
});

describe("a stream and a JSON answer of the same reply", () => {
  const words = fc.array(fc.string({ unit: "binary", maxLength: 4 }), { maxLength: 3 });
  const piece: fc.Arbitrary<Piece> = fc.oneof(
    words.map((parts) => text(...parts)),
    words.map((parts) => thinking(...parts)),
    words.map((parts) => refusal(...parts)),
    fc
      .tuple(fc.constantFrom("look_up", "sql"), words)
      .map(([name, parts]) => call(`call_${name}`, name, ...parts)),
    fc.constant<Piece>({ block: { type: "redacted_thinking", data: "x" } }),
    fc.constant<Piece>({ block: { type: "text" }, citations: [{ type: "url_citation" }] }),
    fc.constant<Piece>({ block: { type: "native", format: "messages", value: {} } }),
  );
  const reason = fc.constantFrom("end", "max_tokens", "tool_calls", "refusal", "pause" as const);

  it("C055 have the same content, whatever the reply contains", () => {
    const request = { tools: [{ type: "custom", custom: { name: "sql" } }] };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), reason, fc.boolean(), (pieces, why, shown) => {
        const settings = shown ? undefined : silentSettings;
        const events = eventsOf(pieces, why as "end");
        const chunks = chunksOf(streamOf(events, contextOf(request, settings)));
        const [choice] = completionOf(events, contextOf(request, settings)).choices;
        expect(joinDeltas(chunks)).toEqual(choice?.message);
        expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe(choice?.finish_reason);
      }),
      { numRuns: repeats(300, 6_000) },
    );
  });

  it("C018 have the same choices, in whatever order the events of the choices come", () => {
    const choice = fc.tuple(fc.array(piece, { maxLength: 4 }), reason);
    const order = fc.array(fc.nat(), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 4 }), order, (choices, picks) => {
        const events = mix(
          choices.map(([pieces, why]) => eventsOf(pieces, why as "end")),
          picks,
        );
        const text = choicesStreamOf(events, choices.length, contextOf(usageRequest));
        assertLegalStream("chat-completions", text);
        const chunks = chunksOf(text);
        const completion = choicesCompletionOf(events, choices.length, contextOf(usageRequest));
        expect(completion.choices.map(({ index }) => index)).toEqual([...choices.keys()]);
        for (const { index, message, finish_reason } of completion.choices) {
          const own = chunks.flatMap((chunk) => {
            const one = chunk.choices.filter((each) => each.index === index);
            return one.length > 0 ? [{ ...chunk, choices: one }] : [];
          });
          expect(joinDeltas(own)).toEqual(message);
          expect(own.at(-1)?.choices[0]?.finish_reason).toBe(finish_reason);
        }
        for (const { id, model } of chunks) {
          expect([id, model]).toEqual([completion.id, completion.model]);
        }
        expect(chunks.at(-1)?.usage).toEqual(completion.usage);
        expect(completion.usage.completion_tokens).toBe(usage.output * choices.length);
        expect(chunks.every(({ choices: { length } }) => length <= 1)).toBe(true);
      }),
      { numRuns: repeats(300, 6_000) },
    );
  });
});

const usageRequest = { stream: true, stream_options: { include_usage: true } };

/** The events of several choices, each in its own order, mixed as the picks say. */
function mix(
  choices: readonly (readonly ConversationEvent[])[],
  picks: readonly number[],
): readonly ChoiceEvent[] {
  const left = choices.map((events, choice) => events.map((event) => ({ choice, event })));
  const mixed: ChoiceEvent[] = [];
  for (let turn = 0; ; turn++) {
    const open = left.filter(({ length }) => length > 0);
    const next = open[(picks[turn % picks.length] ?? 0) % open.length]?.shift();
    if (!next) return mixed;
    mixed.push(next);
  }
}
