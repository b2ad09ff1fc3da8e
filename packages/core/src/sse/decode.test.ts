import { describe, expect, it } from "vitest";
import { OverLimit } from "../errors/over-limit.js";
import { createEventDecoder } from "./decode.js";

const encode = (text: string) => new TextEncoder().encode(text);
const overLimit = expect.objectContaining({
  kind: "upstream_bad_response",
  cause: expect.any(OverLimit),
});

/** Pushes the same text so many times into a decoder of a hundred characters. */
function pushOften(text: string, times: number) {
  const decoder = createEventDecoder(100);
  return Array.from({ length: times }, () => decoder.push(encode(text))).flat();
}

describe("createEventDecoder", () => {
  it.each(["x".repeat(30), `:${"x".repeat(29)}`, `data: ${"x".repeat(30)}\n`, "id: 1\n\n"])(
    "S11 bounds what comes without an event or a whole comment: %j",
    (text) => {
      expect(() => pushOften(text, 20)).toThrow(overLimit);
    },
  );

  it("S11 bounds an event that comes in one block", () => {
    expect(() => pushOften(`data: ${"x".repeat(101)}\n\n`, 1)).toThrow(overLimit);
    expect(pushOften(`data: ${"x".repeat(90)}\n\n`, 1)).toHaveLength(1);
  });

  it("S11 counts anew after each event and each comment", () => {
    expect(pushOften(`data: ${"x".repeat(60)}\n\n`, 20)).toHaveLength(20);
    expect(pushOften(`: ${"x".repeat(60)}\n\n`, 20)).toEqual([]);
  });
});
