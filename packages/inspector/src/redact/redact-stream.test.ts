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

  const data = (value: unknown) => `data: ${JSON.stringify(value)}`;

  it("joins texts by their whole path: those of other members and lists stand apart", async () => {
    const stream = [
      data({ a: "sk-live-4f9", b: { a: "x" } }),
      data({ b: { a: "y" }, list: [{ t: "sk-live-4f9" }, { t: "a8b7c6d5e" }] }),
      data({ a: "a8b7c6d5e" }),
    ].join("\n");
    expect(await redactStream(stream)).toBe(
      [
        data({ a: "[redacted]", b: { a: "x" } }),
        data({ b: { a: "y" }, list: [{ t: "[redacted]" }, { t: "" }] }),
        data({ a: "" }),
      ].join("\n"),
    );
    for (const other of [{ b: "a8b7c6d5e" }, { list: [{ a: "a8b7c6d5e" }] }]) {
      const apart = [data({ a: "sk-live-4f9" }), data(other)].join("\n");
      expect(await redactStream(apart)).toBe(apart);
    }
    const empty = (a: string) => data({ none: null, a });
    expect(await redactStream([empty("sk-live-4f9"), empty("a8b7c6d5e")].join("\n"))).toBe(
      [empty("[redacted]"), empty("")].join("\n"),
    );
  });

  it("writes only those lines anew in which a secret was", async () => {
    const spaced = 'data:   {"a": "Hello", "n": 1, "none": null}';
    const stream = [spaced, data({ b: "sk-live-4f9a8b7c6d5e" }), spaced].join("\n");
    expect(await redactStream(stream)).toBe([spaced, data({ b: "[redacted]" }), spaced].join("\n"));
  });

  it("reads data with or without a space before it", async () => {
    const lines = [data({ a: "sk-live-4f9" }).replace("data: ", "data:"), data({ a: "a8b7c6d5e" })];
    expect(await redactStream(lines.join("\n"))).toBe(
      [data({ a: "[redacted]" }), data({ a: "" })].join("\n"),
    );
  });

  it("joins no texts of lines that are not data", async () => {
    for (const line of ['note:{"a":"sk-live-4f9"}', 'data: ["sk-live-4f9"]']) {
      const rest = line.startsWith("note") ? { a: "a8b7c6d5e" } : ["a8b7c6d5e"];
      const stream = [line, data(rest)].join("\n");
      expect(await redactStream(stream)).toBe(stream);
    }
  });

  it("joins texts that are nested thirty-two deep, and leaves deeper ones", async () => {
    const nested = (depth: number, text: string) => {
      let value: unknown = text;
      for (let level = 0; level < depth; level++) value = { a: value };
      return data(value);
    };
    const cut = (depth: number) =>
      [nested(depth, "sk-live-4f9"), nested(depth, "a8b7c6d5e")].join("\n");
    expect(await redactStream(cut(32))).toBe([nested(32, "[redacted]"), nested(32, "")].join("\n"));
    expect(await redactStream(cut(33))).toBe(cut(33));
  });
});
