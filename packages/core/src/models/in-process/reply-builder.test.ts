import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConversationEvent } from "../../conversation/events.js";
import { createFold } from "../../conversation/fold.js";
import { createGrammar } from "../../conversation/grammar.js";
import { createReplyBuilder, type ReplyBuilderOptions } from "./reply-builder.js";
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
} from "./yields.js";

function builderOf(options: Partial<ReplyBuilderOptions> = {}) {
  return createReplyBuilder({
    model: "m",
    stopSequences: [],
    maxTokens: 1_000,
    inputTokens: 3,
    createToolCallId: () => "call_made",
    ...options,
  });
}

/** All events of a reply, as the pump asks for them: no more yields once it is done. */
function build(
  pieces: readonly ModelYield[],
  options: Partial<ReplyBuilderOptions> = {},
): readonly ConversationEvent[] {
  const builder = builderOf(options);
  const events: ConversationEvent[] = [];
  for (const piece of pieces) {
    if (builder.done()) break;
    events.push(...builder.push(piece));
  }
  events.push(...builder.end());
  return events;
}

/** The reply that the events add up to, after the grammar has let them pass. */
function replyOf(events: readonly ConversationEvent[]) {
  const grammar = createGrammar();
  const fold = createFold();
  for (const event of events) {
    grammar.check(event);
    fold.push(event);
  }
  expect(grammar.ended()).toBe(true);
  return fold.result();
}

function replyTo(pieces: readonly ModelYield[], options: Partial<ReplyBuilderOptions> = {}) {
  return replyOf(build(pieces, options));
}

/** The blocks as kind and text. */
function blocksOf(pieces: readonly ModelYield[], options: Partial<ReplyBuilderOptions> = {}) {
  return replyTo(pieces, options).blocks.map(({ opened, text }) => [opened.type, text]);
}

describe("createReplyBuilder", () => {
  it("makes a complete reply when nothing is yielded", () => {
    expect(build([]).map(({ type }) => type)).toEqual(["start", "stop", "end"]);
  });

  it("shows each piece of text as it comes, in one block", () => {
    const builder = builderOf();
    expect(builder.push("a").map(({ type }) => type)).toEqual(["start", "open", "delta"]);
    expect(builder.push("b").map(({ type }) => type)).toEqual(["delta"]);
    expect(builder.end().map(({ type }) => type)).toEqual(["close", "stop", "end"]);
  });

  it("shows nothing for an empty string", () => {
    expect(builderOf().push("")).toEqual([]);
  });

  it("opens a block for each change of kind", () => {
    const pieces = [thinking("hm"), thinking("m"), "a", "b", refusal("no"), redactedThinking("x")];
    expect(blocksOf(pieces)).toEqual([
      ["thinking", "hmm"],
      ["text", "ab"],
      ["refusal", "no"],
      ["redacted_thinking", ""],
    ]);
  });

  it("closes a reasoning block with its signature, also when the signature comes alone", () => {
    const { blocks } = replyTo([
      thinking("a"),
      thinking("", { signature: "s1" }),
      thinking("b", { signature: "s2" }),
      thinking("c"),
    ]);
    expect(blocks.map(({ text, signature }) => [text, signature])).toEqual([
      ["a", "s1"],
      ["b", "s2"],
      ["c", undefined],
    ]);
  });

  describe("tool calls", () => {
    it("gives a call its arguments as JSON text, and an id if it has none", () => {
      const { blocks, stop: end } = replyTo([
        toolCall({ name: "f", arguments: { a: 1 } }),
        toolCall({ name: "g", id: "mine", arguments: '{"b":' }),
      ]);
      expect(blocks.map(({ opened, text }) => [opened, text])).toEqual([
        [{ type: "tool_call", id: "call_made", name: "f" }, '{"a":1}'],
        [{ type: "tool_call", id: "mine", name: "g" }, '{"b":'],
      ]);
      expect(end.reason).toBe("tool_calls");
    });

    it("joins fragments to one call", () => {
      const pieces = [
        toolCallStart({ name: "f" }),
        toolCallArguments('{"a'),
        toolCallArguments(""),
        toolCallArguments('":1}'),
        toolCallStart({ name: "g" }),
      ];
      expect(blocksOf(pieces)).toEqual([
        ["tool_call", '{"a":1}'],
        ["tool_call", "{}"],
      ]);
    });

    it.each<[string, readonly ModelYield[]]>([
      ["absent", [toolCall({ name: "f" })]],
      ["an empty object", [toolCall({ name: "f", arguments: {} })]],
      ["an empty text", [toolCall({ name: "f", arguments: "" })]],
      ["begun and left", [toolCallStart({ name: "f" })]],
      ["begun and interrupted", [toolCallStart({ name: "f" }), usage({ output: 1 })]],
    ])("makes {} of arguments that are %s", (_name, pieces) => {
      expect(blocksOf(pieces)).toEqual([["tool_call", "{}"]]);
    });

    it.each<[string, readonly ModelYield[]]>([
      ["without a call", [toolCallArguments("{}")]],
      ["after text", [toolCallStart({ name: "f" }), "a", toolCallArguments("{}")]],
      ["after a whole call", [toolCall({ name: "f" }), toolCallArguments("{}")]],
    ])("refuses arguments %s", (_name, pieces) => {
      expect(() => build(pieces)).toThrow("must follow toolCallStart()");
      expect(() => build(pieces, { stopSequences: ["ab"] })).toThrow(TypeError);
    });

    it("leaves a call open that the token limit cuts, so that it does not look complete", () => {
      const events = build([toolCall({ name: "f", arguments: { long: "x".repeat(100) } })], {
        maxTokens: 2,
      });
      const { blocks, stop: end } = replyOf(events);
      expect(blocks).toMatchObject([{ text: '{"long":', closed: false }]);
      expect(end.reason).toBe("max_tokens");
      expect(events.some(({ type }) => type === "close")).toBe(false);
    });

    it("leaves a call open that the model itself reports as cut", () => {
      const pieces = [toolCallStart({ name: "f" }), toolCallArguments("{"), stop("max_tokens")];
      expect(replyTo(pieces).blocks).toMatchObject([{ text: "{", closed: false }]);
    });
  });

  describe("the reason for the end", () => {
    it.each<[string, readonly ModelYield[], string]>([
      ["end", ["a"], "end"],
      ["tool_calls after a call", [toolCall({ name: "f" }), "a"], "tool_calls"],
      ["refusal after a refusal", [toolCall({ name: "f" }), refusal("no")], "refusal"],
      ["what the model says", [toolCall({ name: "f" }), stop("pause")], "pause"],
    ])("is %s", (_name, pieces, reason) => {
      expect(replyTo(pieces).stop.reason).toBe(reason);
    });

    it("carries what the model says about it", () => {
      const details = { category: "harm", explanation: null };
      expect(replyTo([stop("refusal", { refusal: details })]).stop.refusal).toEqual(details);
      expect(replyTo([stop("stop_sequence", { sequence: "X" })]).stop.sequence).toBe("X");
    });

    it("refuses a reason that does not exist", () => {
      expect(() => build([stop("length" as never)])).toThrow('the reason "length"');
      expect(() => build([stop("toString" as never)])).toThrow(TypeError);
    });

    it("ends the reply: a yield after it is an error", () => {
      const builder = builderOf();
      builder.push(stop("end"));
      expect(builder.done()).toBe(true);
      expect(() => builder.push("more")).toThrow("after the end");
      expect(builder.end()).toEqual([]);
    });
  });

  describe("stop sequences", () => {
    it("end the reply before them, wherever the text is cut", () => {
      const text = "one STOP two";
      for (let cut = 0; cut <= text.length; cut++) {
        const pieces = [text.slice(0, cut), text.slice(cut)];
        const { blocks, stop: end } = replyTo(pieces, { stopSequences: ["STOP"] });
        expect(blocks.map((block) => block.text)).toEqual(["one "]);
        expect(end).toMatchObject({ reason: "stop_sequence", sequence: "STOP" });
      }
    });

    it("leave no block behind when nothing comes before them", () => {
      expect(blocksOf(["ST", "OP"], { stopSequences: ["STOP"] })).toEqual([]);
    });

    it("are looked for in text only", () => {
      const pieces = [
        thinking("STOP"),
        toolCall({ name: "f", arguments: '"STOP"' }),
        refusal("STOP"),
      ];
      expect(blocksOf(pieces, { stopSequences: ["STOP"] })).toHaveLength(3);
    });

    it.each<[string, ModelYield, string]>([
      ["reasoning", thinking("b"), "thinking"],
      ["a refusal", refusal("b"), "refusal"],
      ["a tool call", toolCall({ name: "f", arguments: "b" }), "tool_call"],
    ])(
      "do not change the order of text and %s when they only seem to begin",
      (_name, piece, type) => {
        const options = { stopSequences: ["STOP"] };
        expect(blocksOf([piece, "ST", piece], options)).toEqual([
          [type, "b"],
          ["text", "ST"],
          [type, "b"],
        ]);
      },
    );

    it("give back the text that they held at the end", () => {
      expect(blocksOf(["a ST"], { stopSequences: ["STOP"] })).toEqual([["text", "a ST"]]);
      const clipped = [toolCallStart({ name: "f" }), "ST", stop("max_tokens")];
      expect(blocksOf(clipped, { stopSequences: ["STOP"] })).toEqual([
        ["tool_call", "{}"],
        ["text", "ST"],
      ]);
    });
  });

  describe("the token limit", () => {
    it("cuts text and ends the reply with max_tokens", () => {
      const { blocks, stop: end, usage: counts } = replyTo(["12345", "67890"], { maxTokens: 2 });
      expect(blocks[0]?.text).toBe("12345678");
      expect([end.reason, counts.output]).toEqual(["max_tokens", 2]);
    });

    it("is not passed by a reply that fits exactly", () => {
      expect(replyTo(["12345678"], { maxTokens: 2 }).stop.reason).toBe("end");
    });

    it("opens no further block when it is reached", () => {
      const { blocks, stop: end } = replyTo(["12345678", toolCall({ name: "f" })], {
        maxTokens: 2,
      });
      expect([blocks.length, end.reason]).toEqual([1, "max_tokens"]);
    });

    it("counts reasoning and arguments, too", () => {
      const pieces = [thinking("1234"), toolCall({ name: "f", arguments: "5678" }), "more"];
      const { usage: counts, stop: end } = replyTo(pieces, { maxTokens: 2 });
      expect([counts.output, counts.reasoning, end.reason]).toEqual([2, 1, "max_tokens"]);
    });

    it("is measured with the model's own counter", () => {
      const countTokens = (text: string) => text.length;
      expect(replyTo(["12345"], { maxTokens: 3, countTokens }).blocks[0]?.text).toBe("123");
    });
  });

  describe("usage", () => {
    it("is estimated and observed until the model reports it", () => {
      const builder = builderOf();
      builder.push("12345678");
      expect(builder.usage()).toMatchObject({
        input: 3,
        output: 2,
        sources: { input: "estimated", output: "observed", cacheRead: "none" },
      });
      builder.push(usage({ input: 7, output: 8, cacheRead: 9 }));
      expect(builder.usage()).toMatchObject({
        input: 7,
        output: 8,
        cacheRead: 9,
        sources: { input: "reported", output: "reported", cacheRead: "reported" },
      });
    });

    it("is shown in the start if it comes first, and as an event later", () => {
      const builder = builderOf();
      expect(builder.push(usage({ input: 7 }))).toEqual([]);
      expect(builder.push("a")[0]).toMatchObject({ type: "start", usage: { input: 7 } });
      expect(builder.push(usage({ output: 1 }))).toEqual([
        { type: "usage", usage: { input: 7, output: 1 } },
      ]);
    });

    it("ignores invalid counts", () => {
      const odd = { input: -1, output: Number.NaN, reasoning: "1" } as never;
      expect(replyTo(["1234", usage(odd)]).usage).toMatchObject({ input: 3, output: 1 });
    });
  });

  it.each([
    null,
    undefined,
    5,
    true,
    [],
    {},
    { type: "banana" },
    { type: "toString" },
    { type: "thinking", text: 5 },
    { type: "thinking", text: "a", signature: null },
    { type: "refusal" },
    { type: "redacted_thinking", data: {} },
    { type: "tool_call_start" },
    { type: "tool_call", name: "f", id: 5, json: "{}" },
    { type: "tool_call", name: "f", json: undefined },
    { type: "usage" },
    { type: "stop" },
  ])("refuses the yield %j with a TypeError", (piece) => {
    expect(() => build([piece as ModelYield])).toThrow(TypeError);
  });

  describe("for any sequence of yields", () => {
    const letters = fc.string({
      unit: fc.constantFrom("a", "b", "S", "T", "é", "😀"),
      maxLength: 6,
    });
    const sane: fc.Arbitrary<ModelYield> = fc.oneof(
      { weight: 4, arbitrary: letters },
      letters.map((text) => thinking(text)),
      letters.map((text) => thinking(text, { signature: "s" })),
      letters.map(redactedThinking),
      letters.map(refusal),
      letters.map((text) => toolCall({ name: "f", arguments: text })),
      fc.constant(toolCallStart({ name: "g" })),
      letters.map(toolCallArguments),
      fc.nat().map((output) => usage({ output })),
    );
    const ending = fc.constantFrom(stop("end"), stop("max_tokens"), stop("tool_calls"));
    const odd = fc.anything().map((value) => value as ModelYield);
    const options = fc.record({
      stopSequences: fc.array(fc.constantFrom("ST", "TS", "abab", "😀"), { maxLength: 2 }),
      maxTokens: fc.constantFrom(1, 2, 5, 1_000),
    });

    it("makes events that the grammar accepts, or throws", () => {
      const pieces = fc.array(fc.oneof({ weight: 12, arbitrary: sane }, ending, odd), {
        maxLength: 12,
      });
      fc.assert(
        fc.property(pieces, options, (yields, settings) => {
          let events: readonly ConversationEvent[];
          try {
            events = build(yields, settings);
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError);
            return;
          }
          for (const { opened, text, closed } of replyOf(events).blocks) {
            expect(typeof text).toBe("string");
            if (opened.type === "tool_call" && closed) expect(text).not.toBe("");
          }
        }),
        { numRuns: repeats(1_000, 20_000) },
      );
    });

    it("never exceeds the token limit", () => {
      fc.assert(
        fc.property(fc.array(letters.map((text) => toPiece(text))), options, (yields, settings) => {
          const { blocks, usage: counts } = replyTo(yields, settings);
          const bytes = new TextEncoder().encode(blocks.map(({ text }) => text).join("")).length;
          expect(bytes).toBeLessThanOrEqual(settings.maxTokens * 4);
          expect(counts.output).toBeLessThanOrEqual(settings.maxTokens);
        }),
      );
    });

    it("contains what was yielded, piece by piece and in order", () => {
      fc.assert(
        fc.property(fc.array(letters.map((text) => toPiece(text))), (yields) => {
          // The letters can begin this sequence, but never complete it.
          const said = blocksOf(yields, { stopSequences: ["STSTS."] })
            .map(([, text]) => text)
            .join("");
          const yielded = yields.map((piece) =>
            typeof piece === "string" ? piece : textOf(piece),
          );
          expect(said).toBe(yielded.join(""));
        }),
      );
    });

    it("finds the same end for any cut of a text", () => {
      fc.assert(
        fc.property(fc.array(letters), options, (texts, { stopSequences }) => {
          const whole = replyTo([texts.join("")], { stopSequences });
          const cut = replyTo(texts, { stopSequences });
          expect(cut.stop).toEqual(whole.stop);
          expect(cut.blocks).toEqual(whole.blocks);
        }),
      );
    });
  });
});

/** Text as one kind of piece or another, depending on its length. */
function toPiece(text: string): ModelYield {
  return text.length % 3 === 2 ? thinking(text) : text.length % 3 === 1 ? refusal(text) : text;
}

function textOf(piece: Exclude<ModelYield, string>): string {
  return "text" in piece ? piece.text : "";
}
