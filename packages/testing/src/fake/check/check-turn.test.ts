import { toolCall } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { createFake } from "../create-fake.js";
import { checkTurn, checkTurns } from "./check-turn.js";

const at = { events: 2 };

describe("checkTurn", () => {
  it.each([
    ["Hi"],
    [["Hi", toolCall({ name: "f" })]],
    [{}],
    [{ text: "Hi", thinking: undefined }],
    [
      {
        toolCalls: [
          { name: "f", arguments: { a: 1 } },
          { name: "g", arguments: "{broken" },
        ],
      },
    ],
    [{ pieces: ["a", { type: "usage", usage: { input: 1 } }], stop: "max_tokens" }],
    [{ text: "Hi", usage: { input: 1, cacheRead: 2 }, chunks: { seed: 1 } }],
    [{ fault: { type: "cut", at } }],
    [
      {
        fault: [
          { type: "stall", at },
          { type: "chunks", chunks: "lines" },
        ],
      },
    ],
    [{ fault: { type: "error", kind: "overloaded", retryAfterSeconds: 0.5 } }],
    [{ text: "Hi", when: { user: /x/, tools: ["a"], toolResult: { name: "f" }, turns: 3 } }],
    [{ text: "Hi", when: () => true }],
    [{ choices: ["Hi", { text: "Ho", stop: "max_tokens" }, ["a"], async function* () {}] }],
    [async function* () {}],
  ])("takes %j", (turn) => {
    expect(checkTurn(turn, "turn")).toBe(turn);
  });

  it.each([
    [
      undefined,
      "turn must be a text, a list of pieces, an object or a generator function, not undefined.",
    ],
    [7, "turn must be a text, a list of pieces, an object or a generator function, not 7."],
    [
      { txt: "Hi" },
      'turn has no member "txt"; it may have thinking, text, logprobs, toolCalls, refusal, pieces, stop, stopSequence, usage, choices, fault, chunks, when.',
    ],
    [{ text: 7 }, "turn.text must be a text, not 7."],
    [
      { text: "Hi", pieces: ["Hello"] },
      'turn has both "pieces" and "text"; put it into the pieces.',
    ],
    [
      { choices: ["Hi"], usage: { input: 1 } },
      'turn has both "choices" and "usage"; put it into the choices.',
    ],
    [{ choices: [] }, "turn.choices must be a list of at least one choice, not []."],
    [
      { choices: ["Hi", { text: "Ho", fault: { type: "html" } }] },
      'turn.choices[1] has no member "fault"; it may have thinking, text, logprobs, toolCalls, refusal, pieces, stop, stopSequence, usage.',
    ],
    [
      { text: "Hi", logprobs: [{ token: "Hi", logprob: null }] },
      "turn.logprobs[0].logprob must be a number of at most 0, not null.",
    ],
    [{ toolCalls: [{ arguments: {} }] }, "turn.toolCalls[0].name is missing."],
    [
      { toolCalls: [{ name: "f", arguments: [] }] },
      "turn.toolCalls[0].arguments must be an object, not [].",
    ],
    [
      ["a", { type: "tool" }],
      'turn[1].type must be one of thinking, redacted_thinking, text, refusal, tool_call_start, tool_call_arguments, tool_call, usage, stop, not "tool".',
    ],
    [{ stop: "done" }, /^turn\.stop must be one of end, max_tokens, /],
    [{ usage: { output: -1 } }, "turn.usage.output must be a whole number of at least 0, not -1."],
    [{ usage: { output_tokens: 1 } }, /^turn\.usage has no member "output_tokens"/],
    [{ fault: { type: "boom" } }, /^turn\.fault\.type must be one of error, html, /],
    [{ fault: [{ type: "cut" }] }, "turn.fault[0].at is missing."],
    [
      { fault: { type: "cut", at: {} } },
      "turn.fault.at must be an object with bytes or events or blocks, not {}.",
    ],
    [{ fault: { type: "error", kind: "oops" } }, /^turn\.fault\.kind must be one of bad_request, /],
    [{ chunks: { bytes: 0 } }, "turn.chunks.bytes must be a whole number above 0, not 0."],
    [
      { chunks: "words" },
      'turn.chunks must be one of whole, events, characters, lines, not "words".',
    ],
    [{ when: { user: 1 } }, "turn.when.user must be a text or a regular expression, not 1."],
    [{ when: { role: "user" } }, /^turn\.when has no member "role"; it may have model, /],
  ])("refuses %j", (turn, message) => {
    expect(() => checkTurn(turn, "turn")).toThrow(TypeError);
    expect(() => checkTurn(turn, "turn")).toThrow(message);
  });
});

describe("checkTurns", () => {
  it("names the position of a turn", () => {
    expect(() => checkTurns(["a", { text: 1 }])).toThrow("script[1].text must be a text, not 1.");
    expect(() => checkTurns("Hi", "file.json")).toThrow('file.json must be a list, not "Hi".');
  });
});

describe("a fake", () => {
  it("refuses at once what makes no sense", () => {
    const broken = { text: 1 } as never;
    const fake = createFake();
    expect(() => createFake({ script: [broken] })).toThrow("script[0].text must be a text");
    expect(() => createFake({ faults: [undefined, { type: "cut" } as never] })).toThrow(
      "faults[1].at is missing.",
    );
    expect(() => createFake({ chunks: "word" as never })).toThrow("chunks must be one of whole");
    expect(() => createFake({ pieces: 0 })).toThrow("`pieces` must be");
    expect(() => fake.script([broken])).toThrow("script[0].text must be a text");
    expect(() => fake.reply(1 as never)).toThrow("reply()[0] must be an object, not 1.");
    expect(() => fake.when({ users: "x" } as never, "x")).toThrow('when() has no member "users"');
    expect(() => fake.when({}, broken)).toThrow("when().text must be a text");
    expect(() => fake.otherwise("x" as never)).toThrow(
      'otherwise() must be a generator function, not "x".',
    );
    fake.verify();
  });
});
