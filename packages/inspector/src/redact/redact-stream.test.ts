import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { redactStreamInSteps } from "./redact-stream.js";

const redactor = createRedactor([]);

/** The stream without secrets, in one step after the other. */
async function redactStream(text: string): Promise<string> {
  return runRedaction(redactStreamInSteps(text, redactor), 0);
}

describe("the redactor of streams", () => {
  const frame = (text: string, index = 0) =>
    `data: ${JSON.stringify({ choices: [{ index, delta: { content: text } }] })}\n\n`;

  it("takes out a secret that is cut over events", async () => {
    const stream = frame("the key sk-li") + frame("ve-4f9a8b7c6d5e") + frame(", so");
    const shown = await redactStream(stream);
    expect(shown).toBe(frame("the key [redacted]") + frame("") + frame(", so"));
  });

  it("joins the texts of each choice by itself", async () => {
    const stream = frame("sk-live-4f9") + frame("Hello", 1) + frame("a8b7c6d5e");
    expect(await redactStream(stream)).toBe(frame("[redacted]") + frame("Hello", 1) + frame(""));
  });

  it("takes out a secret of data that is nested as deep as it is long", async () => {
    const deep = `data: ${'{"a":"sk-live-4f9a8b7c6d5e","b":'.repeat(20_000)}1${"}".repeat(20_000)}\n\n`;
    expect(await redactStream(deep)).toBe(deep.replaceAll("sk-live-4f9a8b7c6d5e", "[redacted]"));
  });

  it("takes out a secret of data that is no object, or is cut", async () => {
    const stream = 'data: ["sk-live-4f9a8b7c6d5e"]\ndata: {"a":"sk-live-4f9a8b7c6d5e"';
    expect(await redactStream(stream)).toBe('data: ["[redacted]"]\ndata: {"a":"[redacted]"');
  });

  it("leaves a stream without secrets as it is", async () => {
    const stream = `event: ping\ndata: {"type": "ping"}\n\n${frame("Hello")}data: [DONE]\n\n`;
    expect(await redactStream(stream)).toBe(stream);
  });
});
