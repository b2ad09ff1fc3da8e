import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { createCleaner } from "./clean.js";

const key = "sk-live-4f9a8b7c6d5e4f3a2b1c";

/** The texts as they are shown, as far as there is room. */
async function clean(texts: readonly string[], limit: number): Promise<readonly string[]> {
  const cleaner = createCleaner(createRedactor(["ab"]), limit);
  const shown: string[] = [];
  for (const text of texts) {
    if (cleaner.enter()) shown.push(await runRedaction(cleaner.clean(text), 0));
  }
  return shown;
}

describe("the texts of an attribute", () => {
  it.each([
    ["are whole if there is room", ["12345", "67890"], ["12345", "67890"]],
    ["are cut where the room ends", ["12345", "1234567890"], ["12345", "12345…"]],
    ["are left out behind that", ["1234567890", "12345"], ["1234567890"]],
    ["need room, even if they are empty", Array(12).fill(""), Array(10).fill("")],
    ["are no longer than the room with their replacements", ["ab ab ab"], ["[redacted]…"]],
  ])("%s", async (_case, texts, shown) => {
    expect(await clean(texts, 10)).toEqual(shown);
  });

  it.each([
    ["end with a secret that is cut", [`1 ${key}`], ["1 [redacted]"]],
    [
      "end with a secret that is longer than what is looked at",
      [`1 ${key}${key}`],
      ["1 [redacted]…"],
    ],
    ["say that more follows behind a secret", [`1 ${key} 3`], ["1 [redacted]…"]],
  ])("%s", async (_case, texts, shown) => {
    expect(await clean(texts, 20)).toEqual(shown);
  });

  it("do not say that more follows if it was all a part of the secret", async () => {
    const whole = `1234 ${"k".repeat(35)}`;
    const cleaner = createCleaner(createRedactor(["k".repeat(35)]), 20);
    expect(await runRedaction(cleaner.clean(whole), 0)).toBe("1234 [redacted]");
  });

  it("are a thousand at most, since what stands around them needs room as well", () => {
    const cleaner = createCleaner(createRedactor([]), 5_000);
    const entered = Array.from({ length: 1_200 }, () => cleaner.enter());
    expect(entered.filter(Boolean)).toHaveLength(1_000);
    expect(entered.lastIndexOf(true)).toBe(999);
  });

  it("do not show what stands behind a long secret, where the next one may be cut", async () => {
    const text = `-----BEGIN PRIVATE KEY-----${"M".repeat(100)}-----END PRIVATE KEY-----${key}`;
    for (let limit = 90; limit < 120; limit++) {
      expect((await clean([text], limit)).join()).not.toMatch(/M|sk|live|4f9a/);
    }
  });

  it("are looked at up to twice the limit, however little is left of them", async () => {
    const texts = Array.from({ length: 100 }, () => key);
    expect(await clean(texts, 10 * key.length)).toHaveLength(10);
  });
});
