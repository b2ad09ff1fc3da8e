import { describe, expect, it } from "vitest";
import { redactStream } from "./redact-stream.js";
import { createRedactor } from "./redactor.js";

const redactor = createRedactor(["open sesame", /badge-\d+/]);

describe("the redactor", () => {
  it.each([
    ["a key", "use sk-live-4f9a8b7c6d5e now", "use [redacted] now"],
    ["a bearer token", "Authorization: Bearer abcdefgh1234", "Authorization: [redacted]"],
    ["a key behind a line break of JSON", '"a\\nsk-live-4f9a8b7c6d5e"', '"a\\n[redacted]"'],
    ["a text of the operator's", "say open sesame twice", "say [redacted] twice"],
    ["a pattern of the operator's", "wears badge-17", "wears [redacted]"],
    ["none", "a task-oriented text", "a task-oriented text"],
  ])("takes out %s", (_case, text, shown) => {
    expect(redactor.text(text)).toBe(shown);
  });

  it("takes out a secret that is cut over pieces", () => {
    const pieces = ["the key sk-li", "ve-4f9a8b", "7c6d5e4f, so"];
    expect(redactor.pieces(pieces)).toEqual(["the key [redacted]", "", ", so"]);
  });
});

describe("the redactor of streams", () => {
  const frame = (text: string, index = 0) =>
    `data: ${JSON.stringify({ choices: [{ index, delta: { content: text } }] })}\n\n`;

  it("takes out a secret that is cut over events", () => {
    const stream = frame("the key sk-li") + frame("ve-4f9a8b7c6d5e") + frame(", so");
    const shown = redactStream(stream, redactor);
    expect(shown).toBe(frame("the key [redacted]") + frame("") + frame(", so"));
  });

  it("joins the texts of each choice by itself", () => {
    const stream = frame("sk-live-4f9") + frame("Hello", 1) + frame("a8b7c6d5e");
    expect(redactStream(stream, redactor)).toBe(
      frame("[redacted]") + frame("Hello", 1) + frame(""),
    );
  });

  it("leaves a stream without secrets as it is", () => {
    const stream = `event: ping\ndata: {"type": "ping"}\n\n${frame("Hello")}data: [DONE]\n\n`;
    expect(redactStream(stream, redactor)).toBe(stream);
  });
});
