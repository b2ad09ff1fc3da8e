import { describe, expect, it } from "vitest";
import { createFrameScanner, type Frame } from "./frames.js";

function scan(text: string, size: number): readonly Frame[] {
  const bytes = new TextEncoder().encode(text);
  const scanner = createFrameScanner();
  const frames: Frame[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    frames.push(...scanner.push(bytes.subarray(from, from + size)));
  }
  return [...frames, ...scanner.end()];
}

describe.each([1, 2, 3, 1_000])("frames of a stream in reads of %d bytes", (size) => {
  it.each([
    ["LF", "\n"],
    ["CR", "\r"],
    ["CRLF", "\r\n"],
  ])("end with a blank line whose lines end with %s", (_, end) => {
    const lines = ["event: a", "data: é", "", ": comment", "", "data:1", "data: 2", ""];
    const frames = scan(lines.map((line) => line + end).join(""), size);
    expect(frames.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: "a", data: "é" },
      { event: undefined, data: undefined },
      { event: undefined, data: "1\n2" },
    ]);
    const ends = frames.map((frame) => frame.end);
    expect(frames.map((frame) => frame.start)).toEqual([0, ...ends.slice(0, -1)]);
    expect(ends.at(-1)).toBe(new TextEncoder().encode(lines.join("")).length + 8 * end.length);
  });

  it("keep all space of their data but the one that belongs to the notation", () => {
    const texts = scan("data:  two \ndata:none\ndata:\n\n", size).map(({ data }) => data);
    expect(texts).toEqual([" two \nnone\n"]);
  });

  it("have the last name that they are given, and take a field without a colon for an empty one", () => {
    const [frame] = scan("event: a\nevent: b\ndata\ndatum: x\n\n", size);
    expect(frame).toMatchObject({ event: "b", data: "" });
  });

  it("do not count without their blank line", () => {
    expect(scan("data: 1\n", size)).toEqual([]);
  });
});
