import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OverLimit } from "../errors/over-limit.js";
import { createEventDecoder } from "./decode.js";
import { readFrame } from "./event-fields.js";

const encode = (text: string) => new TextEncoder().encode(text);
const overLimit = expect.objectContaining({
  kind: "upstream_bad_response",
  cause: expect.any(OverLimit),
});

/** Pushes the same text a number of times into a decoder with a limit of a hundred characters. */
function pushOften(text: string, times: number) {
  const decoder = createEventDecoder(100);
  return Array.from({ length: times }, () => decoder.push(encode(text))).flat();
}

describe("createEventDecoder", () => {
  it.each(["x".repeat(30), `:${"x".repeat(29)}`, `data: ${"x".repeat(30)}\n`, "id: 1\n\n"])(
    "S11 limits what comes without a complete event or comment: %j",
    (text) => {
      expect(() => pushOften(text, 20)).toThrow(overLimit);
    },
  );

  it("S11 limits an event with comments between its lines", () => {
    expect(() => pushOften(`data: ${"x".repeat(30)}\n:\n`, 20)).toThrow(overLimit);
  });

  it("S11 limits an event, or a comment, that comes in one block", () => {
    expect(() => pushOften(`data: ${"x".repeat(101)}\n\n`, 1)).toThrow(overLimit);
    expect(() => pushOften(`event: ${"x".repeat(101)}\ndata: 1\n\n`, 1)).toThrow(overLimit);
    expect(() => pushOften(`: ${"x".repeat(101)}\n\n`, 1)).toThrow(overLimit);
    expect(pushOften(`data: ${"x".repeat(90)}\n\n`, 1)).toHaveLength(1);
  });

  it("S11 counts every line of an event, and its line ends", () => {
    expect(() => pushOften(`${"data: 12345678\n".repeat(20)}\n`, 1)).toThrow(overLimit);
    expect(pushOften(`data: ${"x".repeat(92)}\n\n`, 1)).toHaveLength(1);
    expect(() => pushOften(`data: ${"x".repeat(93)}\n\n`, 1)).toThrow(overLimit);
  });

  it("S11 counts the name of an event, and the colon of a comment", () => {
    const named = (size: number) => `event: ${"x".repeat(40)}\ndata: ${"x".repeat(size)}\n\n`;
    expect(pushOften(named(44), 1)).toHaveLength(1);
    expect(() => pushOften(named(45), 1)).toThrow(overLimit);
    expect(pushOften(`: ${"x".repeat(97)}\n`, 1)).toEqual([]);
    expect(() => pushOften(`: ${"x".repeat(98)}\n`, 1)).toThrow(overLimit);
  });

  it("S11 limits an event that comes behind another in one block", () => {
    expect(() => pushOften(`data: 1\n\ndata: ${"x".repeat(101)}\n\n`, 1)).toThrow(overLimit);
  });

  it("S11 tells the operator the limit, and the caller only that there is one", () => {
    expect(() => pushOften("x".repeat(101), 1)).toThrow(
      expect.objectContaining({
        message: "An event of the model's stream is larger than its limit.",
        mayHaveRun: true,
        cause: new OverLimit("An event has more than 100 characters."),
      }),
    );
  });

  it("S11 restarts the count after each event and each comment", () => {
    expect(pushOften(`data: ${"x".repeat(60)}\n\n`, 20)).toHaveLength(20);
    expect(pushOften(`: ${"x".repeat(60)}\n\n`, 20)).toEqual([]);
  });

  it("S14 gives the same events for every cut and every kind of line end", () => {
    const line = fc.constantFrom(
      "data: ä€😀",
      "data:1",
      ": c",
      "event: x",
      "event:",
      "id: 1",
      "data",
    );
    const lineEnd = fc.constantFrom("\n", "\r", "\r\n");
    const frames = fc.array(fc.tuple(fc.array(line, { maxLength: 3 }), lineEnd), { maxLength: 6 });
    fc.assert(
      fc.property(frames, fc.boolean(), fc.array(fc.nat(12)), (list, marked, sizes) => {
        const texts = list.map(([lines, end]) => `${[...lines, ""].join(end)}${end}`);
        const bytes = encode((marked ? "\uFEFF" : "") + texts.join(""));
        const decoder = createEventDecoder(1_000);
        const events = [];
        let start = 0;
        for (const size of [...sizes, bytes.length]) {
          events.push(...decoder.push(bytes.subarray(start, start + size)));
          start += size;
        }
        expect(events).toEqual(texts.flatMap((text) => readFrame(text) ?? []));
      }),
    );
  });

  it.each([[["data: 1\r", "\ndata: 2\r\n\r\n"]], [["data: 1\r", "", "\ndata: 2\r\n\r\n"]]])(
    "S14 takes CRLF for one line end when it comes in blocks of %j",
    (blocks) => {
      const decoder = createEventDecoder(100);
      const events = blocks.flatMap((block) => decoder.push(encode(block)));
      expect(events).toEqual([{ event: undefined, data: "1\n2" }]);
    },
  );

  it("S13 reads a byte order mark only as the beginning of the stream", () => {
    const decoder = createEventDecoder(100);
    const events = decoder.push(encode("\uFEFFdata: 1\n\n\uFEFFdata: 2\n\ndata: 3\n\n"));
    expect(events.map(({ data }) => data)).toEqual(["1", "3"]);
    expect(createEventDecoder(100).push(encode("\uFEFF\uFEFFdata: 1\n\n"))).toEqual([]);
  });
});
