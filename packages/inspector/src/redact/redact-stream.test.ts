import { createRedactor } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { redactStream } from "./redact-stream.js";

const redactor = createRedactor([]);

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
