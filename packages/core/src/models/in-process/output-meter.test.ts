import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputMeter } from "./output-meter.js";

const words = (text: string) => text.split(" ").length;

describe("createOutputMeter", () => {
  it("counts four bytes as a token, summed over the pieces", () => {
    const meter = createOutputMeter(10);
    for (const piece of ["a", "b", "c", "d"]) expect(meter.take(piece)).toBe(piece);
    expect(meter.tokens).toBe(1);
    meter.take("é");
    expect(meter.tokens).toBe(2);
  });

  it("returns the part of a piece that fits, and is then full", () => {
    const meter = createOutputMeter(2);
    expect(meter.take("12345")).toBe("12345");
    expect(meter.full).toBe(false);
    expect(meter.take("67890")).toBe("678");
    expect([meter.tokens, meter.full]).toEqual([2, true]);
    expect(meter.take("x")).toBe("");
  });

  it("accepts all of a piece that fits exactly", () => {
    const meter = createOutputMeter(1);
    expect(meter.take("1234")).toBe("1234");
    expect([meter.tokens, meter.full]).toEqual([1, true]);
  });

  it("does not cut a character in two", () => {
    expect(createOutputMeter(1).take("a😀😀")).toBe("a");
    expect(createOutputMeter(2).take("a😀😀")).toBe("a😀");
  });

  it("uses the model's own counter", () => {
    const meter = createOutputMeter(3, words);
    expect(meter.take("one two")).toBe("one two");
    expect(meter.take("three")).toBe("three");
    expect([meter.tokens, meter.full]).toEqual([3, true]);
  });

  it("stays within the limit with a counter that counts an empty text as one token", () => {
    const meter = createOutputMeter(2, words);
    meter.take("one two");
    expect(meter.take("three")).toBe("");
    expect(meter.tokens).toBe(2);
  });

  it("never exceeds the limit, and returns only beginnings of pieces", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" })),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(undefined, words, (text: string) => text.length),
        (pieces, limit, counter) => {
          const meter = createOutputMeter(limit, counter);
          for (const piece of pieces) {
            const part = meter.take(piece);
            expect(piece.startsWith(part)).toBe(true);
            expect(meter.tokens).toBeLessThanOrEqual(limit);
          }
        },
      ),
    );
  });
});
