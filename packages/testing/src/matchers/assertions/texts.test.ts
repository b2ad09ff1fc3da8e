import { turn } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import { answerText, handMadeCall, handMadeFake } from "../../../test/matchers/hand-made-call.js";
import {
  toHaveAnswered,
  toHaveReceivedModel,
  toHaveReceivedSystem,
  toHaveReceivedText,
} from "./texts.js";

const first = handMadeCall({
  model: "small-1",
  system: "Be brief.",
  turns: [turn("user", "Old."), turn("assistant", "Yes?"), turn("user", "What's the", "weather?")],
  answer: [answerText("It is 18 °C.")],
});
const second = handMadeCall({
  index: 1,
  model: "small-12",
  turns: [turn("user", "Hello"), turn("system", "Speak French.")],
});
const fake = handMadeFake([first, second]);

describe("toHaveReceivedText", () => {
  it("looks at the last turn of the user only", () => {
    expect(toHaveReceivedText(first, "weather").pass).toBe(true);
    expect(toHaveReceivedText(first, /^What's the\nweather\?$/).pass).toBe(true);
    expect(toHaveReceivedText(first, "Old").pass).toBe(false);
    expect(toHaveReceivedText(first, "Yes").pass).toBe(false);
  });

  it("shows the text that is nearest, and all others", () => {
    const wrong = toHaveReceivedText(fake, "hello there");
    expect(wrong).toMatchObject({ pass: false, actual: "Hello", expected: "hello there" });
    expect(wrong.message()).toBe(
      [
        'expected the fake to have received the text "hello there"',
        "",
        "What the user said last:",
        '  request 0: "What\'s the\\nweather?"',
        '  request 1: "Hello"',
      ].join("\n"),
    );
  });

  it("says why a request had no text to look at", () => {
    const body = { error: { type: "invalid_request_error", message: "max_tokens: required" } };
    const refused = handMadeCall({ refused: { status: 400, body } });
    expect(toHaveReceivedText(handMadeFake([refused]), "Hi").message()).toContain(
      "request 0: refused before a model saw it (400 invalid_request_error: max_tokens: required)",
    );
    expect(toHaveReceivedText(handMadeFake([]), "Hi").message()).toContain("No request came.");
  });

  it("gives the same answer twice for a pattern that counts", () => {
    const pattern = /weather/g;
    expect(toHaveReceivedText(first, pattern).pass).toBe(true);
    expect(toHaveReceivedText(first, pattern).pass).toBe(true);
  });

  it("refuses what is neither a fake nor a call", () => {
    const promise = Promise.resolve(fake) as unknown as typeof fake;
    expect(() => toHaveReceivedText(promise, "Hi")).toThrow(
      "toHaveReceivedText expects a fake or one of its calls, but got a promise: is an `await` missing?",
    );
  });
});

describe("toHaveReceivedSystem", () => {
  it("looks at the instructions, late ones too", () => {
    expect(toHaveReceivedSystem(fake, "brief").pass).toBe(true);
    expect(toHaveReceivedSystem(fake, /French/).pass).toBe(true);
    expect(toHaveReceivedSystem(fake, "weather").pass).toBe(false);
  });
});

describe("a request that was refused, or that has no turn of the user", () => {
  it("has no text, no instructions and no model, not even empty ones", () => {
    const refused = handMadeCall({ refused: { status: 400, body: {} } });
    for (const matcher of [toHaveReceivedText, toHaveReceivedSystem, toHaveReceivedModel]) {
      expect(matcher(refused, /^/).pass).toBe(false);
      expect(matcher(refused, "x")).not.toHaveProperty("actual");
    }
    expect(toHaveReceivedText(handMadeCall({ turns: [turn("assistant", "Hi")] }), /^$/).pass).toBe(
      true,
    );
  });
});

describe("toHaveReceivedModel", () => {
  it("takes a string for the whole name", () => {
    expect(toHaveReceivedModel(second, "small-1").pass).toBe(false);
    expect(toHaveReceivedModel(second, /small-1/).pass).toBe(true);
    expect(toHaveReceivedModel(fake, "small-1").pass).toBe(true);
  });
});

describe("toHaveAnswered", () => {
  it("looks at whole answers", () => {
    expect(toHaveAnswered(fake, "18 °C").pass).toBe(true);
    expect(toHaveAnswered(second, "18 °C").pass).toBe(false);
  });

  it("looks at what is said, and not at what is only thought", () => {
    const thought = { ...answerText("It rains."), opened: { type: "thinking" } } as const;
    const call = handMadeCall({ answer: [thought, answerText("It is "), answerText("18 °C.")] });
    expect(toHaveAnswered(call, "rains").pass).toBe(false);
    expect(toHaveAnswered(call, "It is 18 °C.").pass).toBe(true);
  });

  it("looks at refusals too", () => {
    const refusal = { ...answerText("I cannot."), opened: { type: "refusal" } } as const;
    expect(toHaveAnswered(handMadeCall({ answer: [refusal] }), "cannot").pass).toBe(true);
  });

  it("says what became of the others", () => {
    const broken = handMadeCall({ index: 1, state: "aborted" });
    expect(toHaveAnswered(handMadeFake([first, broken]), "rain").message()).toBe(
      [
        'expected the fake to have answered "rain"',
        "",
        "The answers:",
        '  request 0: "It is 18 °C."',
        "  request 1: no answer, aborted",
      ].join("\n"),
    );
  });
});
