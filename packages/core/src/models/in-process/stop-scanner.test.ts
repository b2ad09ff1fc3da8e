import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStopScanner } from "./stop-scanner.js";

/** What is shown of a text that arrives in these pieces, and what ended it. */
function scan(sequences: readonly string[], pieces: readonly string[]) {
  const scanner = createStopScanner(sequences);
  let shown = "";
  for (const piece of pieces) {
    const { text, matched } = scanner.push(piece);
    shown += text;
    if (matched !== undefined) return { shown, matched };
  }
  return { shown: shown + scanner.flush(), matched: undefined };
}

describe("createStopScanner", () => {
  it("passes everything on at once when there is nothing to look for", () => {
    expect(createStopScanner([]).push("abc")).toEqual({ text: "abc", matched: undefined });
    expect(createStopScanner([""]).push("abc")).toEqual({ text: "abc", matched: undefined });
  });

  it("ends the text before a sequence, wherever the text is cut into pieces", () => {
    for (let cut = 0; cut <= 8; cut++) {
      const text = "hi STOP!";
      expect(scan(["STOP"], [text.slice(0, cut), text.slice(cut)])).toEqual({
        shown: "hi ",
        matched: "STOP",
      });
    }
  });

  it("holds back no more than what may become a sequence", () => {
    const scanner = createStopScanner(["STOP"]);
    expect(scanner.push("abcST").text).toBe("abc");
    expect(scanner.push("ATE").text).toBe("STATE");
    expect(scanner.flush()).toBe("");
  });

  it("gives back what it held when the text ends", () => {
    expect(scan(["STOP"], ["abc", "STO"])).toEqual({ shown: "abcSTO", matched: undefined });
  });

  it("finds a sequence that begins inside a false start", () => {
    expect(scan(["aab"], ["a", "a", "a", "b"])).toEqual({ shown: "a", matched: "aab" });
  });

  it("matches the sequence that is complete first; of two that end together, the longer one", () => {
    expect(scan(["abcd", "bc"], ["abcd"])).toEqual({ shown: "a", matched: "bc" });
    expect(scan(["bc", "abc"], ["abc"])).toEqual({ shown: "", matched: "abc" });
  });

  it("gives the same result for a text in any pieces as for the whole text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 30 });
    const sequence = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(sequence, { maxLength: 4 }),
        fc.array(text, { maxLength: 8 }),
        (sequences, pieces) => {
          const inOne = scan(sequences, [pieces.join("")]);
          expect(scan(sequences, pieces)).toEqual(inOne);
          expect(scan(sequences, [...pieces.join("")])).toEqual(inOne);
        },
      ),
      { numRuns: repeats(500, 10_000) },
    );
  });

  it("never shows a complete sequence, and loses no text if there is none", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 20 });
    fc.assert(
      fc.property(fc.array(text), fc.constantFrom("ab", "aab", "bb"), (pieces, sequence) => {
        const { shown, matched } = scan([sequence], pieces);
        expect(shown).not.toContain(sequence);
        if (matched === undefined) expect(shown).toBe(pieces.join(""));
      }),
    );
  });
});
