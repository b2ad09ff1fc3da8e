import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OverLimit } from "../errors/over-limit.js";
import { joinBytes } from "../json/spans.js";
import { readFrame } from "./event-fields.js";
import { FrameTexts } from "./frame-texts.js";
import { createFrameSplitter, dataOfFrame, type Frames } from "./frames.js";
import { findBlankLines } from "./line-ends.js";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** The frames of some blocks, as texts. */
function split(blocks: readonly Uint8Array[], maxBytes = 1000): string[] {
  const splitter = createFrameSplitter(maxBytes);
  return blocks.flatMap((block) => {
    const { bytes, ends } = splitter.push(block);
    return ends.map((end, index) => decode(bytes.subarray(ends[index - 1] ?? 0, end)));
  });
}

function textsOf(frames: Frames): string[] {
  const texts = new FrameTexts(frames);
  const all: string[] = [];
  while (!texts.isOver) all.push(texts.next());
  expect([texts.count, texts.isOver]).toEqual([all.length, true]);
  return all;
}

function cutAt(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  let start = 0;
  for (const size of sizes) {
    blocks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return [...blocks, bytes.subarray(start)];
}

describe("createFrameSplitter", () => {
  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("S13 finds frames whose lines end with %s", (_name, end) => {
    const frames = [`event: a${end}data: 1${end}${end}`, `data: 2${end}${end}`];
    expect(split([encode(frames.join(""))])).toEqual(frames);
  });

  it("C08 holds the beginning of a frame apart from the block in which it came", () => {
    const splitter = createFrameSplitter(1000);
    const block = encode("data: 1\n\ndata: 2");
    splitter.push(block);
    block.fill(0);
    expect(decode(splitter.push(encode("\n\n")).bytes)).toBe("data: 2\n\n");
  });

  it("S13 keeps a byte order mark, comments and mixed line ends unchanged", () => {
    const frames = ["\uFEFFdata: 1\r\n\n", ": hello\n\r", "data:2\r\r\n"];
    expect(split([encode(frames.join(""))])).toEqual(frames);
  });

  it("S13 takes a blank line at the beginning for a frame of its own", () => {
    expect(split([encode("\ndata: 1\n\n")])).toEqual(["\n", "data: 1\n\n"]);
  });

  it("S14 does not take the end of a line for a blank line when it begins a block", () => {
    const blocks = ["data: 1", "\ndata: 2", "\n\n"].map(encode);
    expect(split(blocks)).toEqual(["data: 1\ndata: 2\n\n"]);
  });

  it("S07 never returns a frame without its blank line", () => {
    expect(split([encode("data: 1\n\ndata: 2\n")])).toEqual(["data: 1\n\n"]);
  });

  it("S14 returns the same bytes and the same events however they are split", () => {
    const line = fc.constantFrom("data: ä€😀", "data: 1", ": c", "event: x", "data");
    const lineEnd = fc.constantFrom("\n", "\r", "\r\n");
    const text = fc
      .array(fc.tuple(line, lineEnd, lineEnd), { maxLength: 8 })
      .map((frames) => frames.map(([content, one, two]) => content + one + two).join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(12)), (source, sizes) => {
        const bytes = encode(source);
        const splitter = createFrameSplitter(1000);
        const blocks = cutAt(bytes, sizes).map((block) => splitter.push(block).bytes);
        const events = (frames: string[]) => frames.map(readFrame).filter(Boolean);
        expect(bytes.subarray(0, joinBytes(blocks).length)).toEqual(joinBytes(blocks));
        expect(events(split(cutAt(bytes, sizes)))).toEqual(events(split([bytes])));
      }),
    );
  });

  it("lets frames be read at once where their text is at hand", () => {
    const plain = new FrameTexts(createFrameSplitter(100).push(encode("a\n\nb\n\nc\n\nd\n\n")));
    expect([plain.next(), plain.count, plain.offset]).toEqual(["a\n\n", 1, 3]);
    plain.skip(2, plain.offset + 6);
    expect([plain.count, plain.isOver, plain.next(), plain.isOver]).toEqual([
      3,
      false,
      "d\n\n",
      true,
    ]);
    const withReturns = new FrameTexts(createFrameSplitter(100).push(encode("a\r\n\r\n")));
    expect(withReturns.next()).toBe("a\r\n\r\n");
  });

  it.each([
    ["at hand", "a\n\nb\n\n"],
    ["at hand, with more than one byte a character", "ä\n\nb\n\n"],
    ["not at hand", "a\r\n\r\nb\r\n\r\n"],
  ])("say of each frame where its bytes are, with their text %s", (_name, source) => {
    const bytes = encode(source);
    const texts = new FrameTexts(createFrameSplitter(100).push(bytes));
    const shown = [texts.next(), texts.lastBytes(), texts.next(), texts.lastBytes()];
    const first = bytes.length - encode(String(shown[2])).length;
    expect([shown[1], shown[3]]).toEqual([
      { start: 0, end: first },
      { start: first, end: bytes.length },
    ]);
    expect(decode(bytes.subarray(0, first))).toBe(shown[0]);
  });

  it("S13 skips no more than one byte order mark", () => {
    const texts = new FrameTexts(createFrameSplitter(100).push(encode("\uFEFF\uFEFFdata: 1\n\n")));
    expect(texts.next()).toBe("\uFEFFdata: 1\n\n");
  });

  it("S14 gives the texts of the frames as their bytes are, whatever cuts and line ends there are", () => {
    const line = fc.constantFrom("data: ä€😀", "data: 1", ": c", "event: x", "", "\uFEFFdata: 2");
    const lineEnd = fc.oneof(
      { weight: 9, arbitrary: fc.constant("\n") },
      fc.constantFrom("\r", "\r\n"),
    );
    const bytesOf = fc
      .array(fc.tuple(line, lineEnd), { maxLength: 12 })
      .map((lines) => encode(lines.map(([content, end]) => content + end).join("")));
    fc.assert(
      fc.property(bytesOf, fc.array(fc.nat(12)), fc.array(fc.nat(40)), (source, sizes, broken) => {
        // Bytes that are no UTF-8 come through as well.
        for (const at of broken)
          if (source[at] !== undefined && source[at] > 0x7f) source[at] = 0xff;
        const splitter = createFrameSplitter(1000);
        const line = { isEmpty: true, afterReturn: false };
        const found = cutAt(source, sizes).flatMap((block) => {
          const frames = splitter.push(block);
          const { bytes, ends } = frames;
          const shown = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
          const decoded = shown.map((frame) => new TextDecoder().decode(frame));
          expect(textsOf(frames)).toEqual(decoded);
          return shown.map((frame) => frame.length);
        });
        const blank = findBlankLines(line, source);
        // Only the line feed that follows a carriage return may come with a later block.
        if (!source.includes(0x0d)) {
          expect(found).toEqual(blank.map((end, index) => end - (blank[index - 1] ?? 0)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("S11 accepts a frame at the limit and refuses one above it", () => {
    const frame = "data: 1234\n\n";
    expect(split([encode(frame + frame)], frame.length)).toEqual([frame, frame]);
    expect(() => split([encode("x".repeat(6)), encode("x".repeat(7))], 12)).toThrow(
      expect.objectContaining({
        kind: "upstream_bad_response",
        cause: new OverLimit("An event has more than 12 bytes."),
      }),
    );
  });
});

describe("dataOfFrame", () => {
  it.each([
    ['data: {"a":1}\n\n', '      {"a":1}  '],
    ['event: a\r\ndata:{"a":\r\ndata: 1}\r\n\r\n', '               {"a":        1}    '],
    [": data: 1\nid: 2\ndatum: 3\n\n", " ".repeat(26)],
    ["\uFEFFdata:[\rdata:]\r\r", "        [      ]  "],
  ])("keeps the data of %j at its place, and blanks all else", (frame, data) => {
    expect(decode(dataOfFrame(encode(frame)))).toBe(data);
  });

  it("leaves the frame itself unchanged", () => {
    const frame = encode("event: a\ndata: 1\n\n");
    dataOfFrame(frame);
    expect(decode(frame)).toBe("event: a\ndata: 1\n\n");
  });
});
