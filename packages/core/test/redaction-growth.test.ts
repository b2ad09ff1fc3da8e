import { growthOf, linear } from "@diglot/test-support/growth";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, type Redactor } from "../src/redaction/redactor.js";
import { escapes, fragments, madeOf } from "./secret-fragments.js";

describe("the time of the redactor", () => {
  const size = 48_000;
  const secrets = Array.from({ length: 100 }, (_, index) => `open sesame ${index} times`);
  const redactors: readonly Redactor[] = [
    createRedactor([]),
    createRedactor(["aaaaaaab", ...secrets]),
  ];
  const grow = (piece: string, length: number) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

  async function assertLinear(piece: string): Promise<void> {
    for (const each of redactors) {
      const ofText = await growthOf((length) => each.text(grow(piece, length)), size);
      const ofPieces = await growthOf(
        (length) => each.pieces(grow(piece, length).match(/.{1,7}/g) ?? []),
        size,
      );
      expect(Math.max(ofText, ofPieces), JSON.stringify(piece)).toBeLessThan(linear);
    }
  }

  it("is linear in texts that repeat each fragment", { timeout: 120_000 }, async () => {
    const known = ["-eyJ", "-eyJaaaaa.aaaaa", "sk-0123456789abc "];
    for (const piece of [...fragments, ...escapes, ...known]) {
      await assertLinear(piece);
    }
  });

  it("is linear in texts that repeat several fragments", { timeout: 120_000 }, async () => {
    await fc.assert(fc.asyncProperty(madeOf([...fragments, ...escapes], 6), assertLinear), {
      numRuns: 30,
    });
  });

  it("is linear in texts that repeat a fragment and go on with another", {
    timeout: 120_000,
  }, async () => {
    const any = madeOf([...fragments, ...escapes], 3);
    await fc.assert(
      fc.asyncProperty(any, any, async (first, second) => {
        const each = redactors[1] as Redactor;
        const work = (length: number) =>
          each.text(grow(first, length / 2) + grow(second, length / 2));
        expect(await growthOf(work, size)).toBeLessThan(linear);
      }),
      { numRuns: 30 },
    );
  });
});
