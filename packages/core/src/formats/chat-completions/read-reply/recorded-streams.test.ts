import { describe, expect, it } from "vitest";
import { linesOf, readBytes } from "../__fixtures__/reply.js";
import { recordedStreams } from "../__fixtures__/streams.js";

const whole = Number.MAX_SAFE_INTEGER;

describe.each(recordedStreams)("$upstream", ({ text, lines }) => {
  it("is read with its content", () => {
    expect(linesOf(readBytes(text, whole).events)).toEqual(lines);
  });

  it("P11.2 F8.8o T20 T49 S14 gives the same events wherever its bytes are cut", () => {
    const { events } = readBytes(text, whole);
    for (const size of [1, 2, 3, 5, 7, 64]) {
      expect(readBytes(text, size).events, `blocks of ${size}`).toEqual(events);
    }
  });

  it("T50 S13 gives the same events with any ends of lines, a byte order mark and other fields", () => {
    const { events } = readBytes(text, whole);
    const lines = text.replaceAll("\r\n", "\n");
    const variants = [
      lines.replaceAll("\n", "\r\n"),
      lines.replaceAll("\n", "\r"),
      lines.replaceAll("data: ", "data:"),
      `\ufeff${lines}`,
      lines.replaceAll("data: ", "id: 7\nretry: 10\nunknown: x\ndata: "),
      `data\n\ndata:\n\n${lines}`,
    ];
    for (const variant of variants) {
      expect(readBytes(variant, 11).events).toEqual(events);
    }
  });
});

it("F8.8r reads past comments that keep the connection alive", () => {
  const [recorded] = recordedStreams;
  const quiet = recorded?.text ?? "";
  const commented = quiet.replaceAll("data: ", ": keep-alive\n\ndata: ");
  expect(readBytes(commented, 13).events).toEqual(readBytes(quiet, 13).events);
});

it.each([
  ["OpenAI", { input: 16, cacheRead: 64, output: 30 }],
  ["vLLM", { input: 21, output: 7 }],
  ["Ollama", { input: 190, output: 44 }],
  ["llama.cpp", { input: 6, cacheRead: 30, output: 3 }],
  ["DeepSeek", { input: 4, cacheRead: 16, output: 8, reasoning: 4 }],
  ["OpenRouter", { input: 12, output: 9 }],
  ["Mistral", { input: 70, output: 25 }],
  ["Groq", { input: 36, output: 2 }],
])("T162 reads the usage of %s without counting anything twice", (name, usage) => {
  const recorded = recordedStreams.find(({ upstream }) => upstream.startsWith(name));
  const end = readBytes(recorded?.text ?? "", whole).events.at(-1);
  const sources = Object.fromEntries(Object.keys(usage).map((kind) => [kind, "reported"]));
  expect(end).toMatchObject({ type: "end", usage: { ...usage, sources } });
});
