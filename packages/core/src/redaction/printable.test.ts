import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPlainJson, toPlainLine, toPlainText } from "./printable.js";

/** One of each kind: C0, DEL, C1, controls of direction, separators. */
const hostile = [
  ...["\u0000", "\u0007", "\u001b", "\r", "\t", "\u007f", "\u0085", "\u009b", "\u009f"],
  ...["\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069", "\u2028", "\u2029"],
];

const text = fc.array(fc.oneof(fc.constantFrom(...hostile, "\n", '"', "\\"), fc.string()), {
  maxLength: 12,
});

/** Whether a terminal would obey one of the characters, apart from line breaks. */
const isObeyed = (shown: string) =>
  [...shown].some((character) => hostile.includes(character) || /[^\P{Cc}\n]/u.test(character));

describe("toPlainLine", () => {
  it("leaves what is printed, in any script", () => {
    expect(toPlainLine("Grüße, 世界 🦭")).toBe("Grüße, 世界 🦭");
  });

  it("puts a text on one line", () => {
    expect(toPlainLine("  Bad\r\n\tkey  \n")).toBe("Bad key");
  });

  it("leaves out what would move the cursor, set colours or reverse the text", () => {
    expect(toPlainLine("\u001b[31mred\u001b[0m\u0007 a\u202eb\u0000c")).toBe("[31mred [0m a b c");
  });

  it("cuts a long text, and says so", () => {
    expect(toPlainLine("123456789", 4)).toBe("1234…");
    expect(toPlainLine("1234", 4)).toBe("1234");
  });

  it("holds nothing that a terminal obeys, whatever the text", () => {
    fc.assert(
      fc.property(text, (parts) => {
        const line = toPlainLine(parts.join(""));
        expect(isObeyed(line) || line.includes("\n")).toBe(false);
      }),
    );
  });
});

describe("toPlainText", () => {
  it("keeps lines, indents and all that is only seen", () => {
    expect(toPlainText("a\n  b 👩‍💻 é\n")).toBe("a\n  b 👩‍💻 é\n");
  });

  it.each(hostile)("replaces %j", (character) => {
    expect(toPlainText(`a${character}b`)).toBe("a\ufffdb");
  });
});

describe("toPlainJson", () => {
  it("holds nothing that a terminal obeys, and the same value", () => {
    fc.assert(
      fc.property(text, (parts) => {
        const value = { text: parts.join("") };
        const json = toPlainJson(JSON.stringify(value, undefined, 2));
        expect(isObeyed(json)).toBe(false);
        expect(JSON.parse(json)).toEqual(value);
      }),
    );
  });
});
