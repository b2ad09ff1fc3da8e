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
      '"turn" must be a string, a list of pieces, an object or a generator function, not undefined.',
    ],
    [7, '"turn" must be a string, a list of pieces, an object or a generator function, not 7.'],
    [{ txt: "Hi" }, '"turn.txt" is not an option; did you mean "turn.text"?'],
    [{ text: 7 }, '"turn.text" must be a string, not 7.'],
    [
      { text: "Hi", pieces: ["Hello"] },
      '"turn" has both "pieces" and "text"; put it into the pieces.',
    ],
    [
      { choices: ["Hi"], usage: { input: 1 } },
      '"turn" has both "choices" and "usage"; put it into the choices.',
    ],
    [{ choices: [] }, '"turn.choices" must be a list with at least one entry, not an empty one.'],
    [
      { choices: ["Hi", { text: "Ho", fault: { type: "html" } }] },
      '"turn.choices[1].fault" is not an option; the options here are thinking, text, logprobs, toolCalls, refusal, pieces, stop, stopSequence, usage.',
    ],
    [
      { toolCalls: [{ arguments: {} }] },
      '"turn.toolCalls[0].name" must be a string, not undefined.',
    ],
    [
      { text: "Hi", logprobs: [{ token: "Hi", logprob: null }] },
      '"turn.logprobs[0].logprob" must be a number of at most 0, not null.',
    ],
    [
      { toolCalls: [{ name: "f", arguments: [] }] },
      '"turn.toolCalls[0].arguments" must be an object, not a list.',
    ],
    [
      ["a", { type: "tool" }],
      '"turn[1].type" must be one of thinking, redacted_thinking, text, refusal, tool_call_start, tool_call_arguments, tool_call, usage, stop, not "tool".',
    ],
    [{ stop: "done" }, /"turn\.stop" must be one of end, max_tokens, /],
    [
      { usage: { output: -1 } },
      '"turn.usage.output" must be a whole number of at least 0, not -1.',
    ],
    [
      { usage: { output_tokens: 1 } },
      '"turn.usage.output_tokens" is not an option; the options here are input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning.',
    ],
    [{ fault: { type: "boom" } }, /"turn\.fault\.type" must be one of error, html, /],
    [{ fault: [{ type: "cut" }] }, '"turn.fault[0].at" must be an object, not undefined.'],
    [
      { fault: { type: "cut", at: {} } },
      '"turn.fault.at" must have one of the members bytes, events, blocks.',
    ],
    [
      { fault: { type: "cut", at: { event: 1 } } },
      '"turn.fault.at.event" is not an option; did you mean "turn.fault.at.events"?',
    ],
    [
      { fault: { type: "error", kind: "oops" } },
      /"turn\.fault\.kind" must be one of bad_request, /,
    ],
    [{ chunks: { bytes: 0 } }, '"turn.chunks.bytes" must be a whole number of at least 1, not 0.'],
    [
      { chunks: "words" },
      '"turn.chunks" must be one of whole, events, characters, lines, not "words".',
    ],
    [{ when: { user: 1 } }, '"turn.when.user" must be a string or a regular expression, not 1.'],
    [
      { when: { role: "user" } },
      /"turn\.when\.role" is not an option; the options here are model, /,
    ],
  ])("refuses %j", (turn, message) => {
    expect(() => checkTurn(turn, "turn")).toThrow(TypeError);
    expect(() => checkTurn(turn, "turn")).toThrow(message);
  });
});

describe("checkTurns", () => {
  it("names the position of a turn", () => {
    expect(() => checkTurns(["a", { text: 1 }])).toThrow(
      'checkTurns: "script[1].text" must be a string, not 1.',
    );
    expect(() => checkTurns("Hi", "file.json")).toThrow(
      'checkTurns: "file.json" must be a list, not a string.',
    );
  });
});

describe("a fake", () => {
  it("refuses at once what makes no sense", () => {
    const broken = { text: 1 } as never;
    const fake = createFake();
    expect(() => createFake({ script: [broken] })).toThrow(
      'createFake: "script[0].text" must be a string, not 1.',
    );
    expect(() => createFake({ faults: [undefined, { type: "cut" } as never] })).toThrow(
      'createFake: "faults[1].at" must be an object, not undefined.',
    );
    expect(() => createFake({ chunks: "word" as never })).toThrow(
      'createFake: "chunks" must be one of whole, events, characters, lines, not "word".',
    );
    expect(() => fake.script([broken])).toThrow(
      'fake.script: "turns[0].text" must be a string, not 1.',
    );
    expect(() => fake.reply(1 as never)).toThrow(
      'fake.reply: "pieces[0]" must be an object, not 1.',
    );
    expect(() => fake.when({ users: "x" } as never, "x")).toThrow(
      'fake.when: "matcher.users" is not an option; did you mean "matcher.user"?',
    );
    expect(() => fake.when({}, broken)).toThrow('fake.when: "turn.text" must be a string, not 1.');
    expect(() => fake.otherwise(broken)).toThrow(
      'fake.otherwise: "turn.text" must be a string, not 1.',
    );
    fake.verify();
  });

  it.each([0, -1, 1.5])("refuses to cut texts after %d characters", (pieces) => {
    expect(() => createFake({ pieces })).toThrow(
      `createFake: "pieces" must be "words", "whole", a whole number above 0 or a function, not ${pieces}.`,
    );
  });
});
