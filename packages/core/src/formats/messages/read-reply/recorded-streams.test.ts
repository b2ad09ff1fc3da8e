import { describe, expect, it } from "vitest";
import { foldOf } from "../../../../test/fold-of.js";
import type { ConversationEvent } from "../../../conversation/events.js";
import type { FoldedBlock } from "../../../conversation/fold.js";
import { joinPieces, readBytes } from "../__fixtures__/reply.js";
import { recordedStreams } from "../__fixtures__/streams.js";

const utf8 = new TextEncoder();

/** Reads the bytes of a stream, cut into blocks of one size. */
function read(text: string, size = Number.MAX_SAFE_INTEGER): readonly ConversationEvent[] {
  const bytes = utf8.encode(text);
  const count = Math.ceil(bytes.length / size);
  return readBytes(
    Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  );
}

function linesOf(events: readonly ConversationEvent[]): readonly string[] {
  const { blocks, stop } = foldOf(events);
  return [...blocks.map(toLine), stop.reason];
}

function toLine({ opened, text, signature }: FoldedBlock): string {
  switch (opened.type) {
    case "tool_call":
      return `call ${opened.id} ${opened.name}: ${text}`;
    case "redacted_thinking":
      return `redacted ${opened.data}`;
    case "native":
      return `native ${opened.value.type}`;
    default:
      return `${opened.type}: ${text}${signature === undefined ? "" : ` (${signature})`}`;
  }
}

describe.each(recordedStreams)("$upstream", ({ text, lines }) => {
  it("is read correctly", () => {
    expect(linesOf(read(text))).toEqual(lines);
  });

  it("P11.2 T49 S14 gives the same events wherever its bytes are cut", () => {
    const whole = joinPieces(read(text));
    for (const size of [1, 2, 3, 5, 7, 64]) {
      expect(joinPieces(read(text, size)), `blocks of ${size}`).toEqual(whole);
    }
  });

  it("T50 S13 gives the same events with any line endings, a byte order mark and without event lines", () => {
    const whole = joinPieces(read(text));
    const variants = [
      text.replaceAll("\n", "\r\n"),
      text.replaceAll("\n", "\r"),
      text.replaceAll("data: ", "data:"),
      `\ufeff${text}`,
      text.replaceAll(/^event: .+\n/gm, ""),
      text.replaceAll("data: ", ": keep-alive\nid: 7\nunknown: x\ndata: "),
    ];
    for (const variant of variants) expect(joinPieces(read(variant, 11))).toEqual(whole);
  });
});

it.each([
  ["Anthropic: thinking", { input: 12, cacheRead: 100, cacheWrite: 30, output: 89 }],
  ["Anthropic: a search", { input: 10_682, output: 510 }],
  ["llama.cpp", { input: 36, cacheRead: 5, output: 21 }],
  ["Ollama", { input: 190, output: 44 }],
])("T70 T164 reads the counts of %s at the end of the stream", (name, usage) => {
  const recorded = recordedStreams.find(({ upstream }) => upstream.startsWith(name));
  const end = read(recorded?.text ?? "").at(-1);
  const sources = Object.fromEntries(Object.keys(usage).map((kind) => [kind, "reported"]));
  expect(end).toMatchObject({ type: "end", usage: { ...usage, sources } });
});
