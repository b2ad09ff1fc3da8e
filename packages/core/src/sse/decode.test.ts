import { describe, expect, it } from "vitest";
import { OverLimit } from "../errors/over-limit.js";
import { createEventDecoder } from "./decode.js";

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

  it("S11 limits an event that comes in one block", () => {
    expect(() => pushOften(`data: ${"x".repeat(101)}\n\n`, 1)).toThrow(overLimit);
    expect(pushOften(`data: ${"x".repeat(90)}\n\n`, 1)).toHaveLength(1);
  });

  it("S11 restarts the count after each event and each comment", () => {
    expect(pushOften(`data: ${"x".repeat(60)}\n\n`, 20)).toHaveLength(20);
    expect(pushOften(`: ${"x".repeat(60)}\n\n`, 20)).toEqual([]);
  });
});
