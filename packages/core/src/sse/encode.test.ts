import { describe, expect, it } from "vitest";
import { encodeComment, encodeJsonEvent } from "./encode.js";

describe("encodeJsonEvent", () => {
  it("writes one line of data, and the name of the event if it has one", () => {
    expect(encodeJsonEvent({ text: "a\nb" })).toBe('data: {"text":"a\\nb"}\n\n');
    expect(encodeJsonEvent([1], "ping")).toBe("event: ping\ndata: [1]\n\n");
  });
});

describe("encodeComment", () => {
  it("writes a line that begins with a colon, and a blank line", () => {
    expect(encodeComment("keep-alive")).toBe(": keep-alive\n\n");
  });
});
