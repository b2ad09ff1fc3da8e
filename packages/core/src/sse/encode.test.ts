import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeComment, encodeJsonEvent, toJsonLine, toJsonString } from "./encode.js";

describe("encodeJsonEvent", () => {
  it("writes one line of data, and the name of the event if it has one", () => {
    expect(encodeJsonEvent({ text: "a\nb" })).toBe('data: {"text":"a\\nb"}\n\n');
    expect(encodeJsonEvent([1], "ping")).toBe("event: ping\ndata: [1]\n\n");
  });
});

describe("toJsonString", () => {
  it.each([
    "",
    "plain",
    '"',
    "\\",
    "\n",
    "\u007f",
    "\u2028",
    "\u2029",
    "\ud83d",
    "\udc00",
    "😀",
    "ä",
  ])("writes %j as a line of JSON has it", (text) => {
    expect(toJsonString(text)).toBe(toJsonLine(text));
  });

  it("writes any text as a line of JSON has it", () => {
    const text = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(text, (any) => {
        expect(toJsonString(any)).toBe(toJsonLine(any));
      }),
    );
  });
});

describe("the separators of lines and paragraphs", () => {
  it("S16 are escaped, so that no string begins a new line", () => {
    const text = "a\u2028b\u2029c\u0085\r\n\0d";
    const event = encodeJsonEvent({ text });
    expect(event).not.toMatch(/[\u2028\u2029\r\0]/);
    expect(event.split("\n")).toHaveLength(3);
    expect(JSON.parse(event.slice("data: ".length))).toEqual({ text });
  });
});

describe("encodeComment", () => {
  it("writes a line that begins with a colon, and a blank line", () => {
    expect(encodeComment("keep-alive")).toBe(": keep-alive\n\n");
  });
});
