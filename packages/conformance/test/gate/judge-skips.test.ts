import { describe, expect, it } from "vitest";
import { judgeRetries, judgeSkips } from "../../gate/judge-skips.js";
import { ranTest } from "./ran-test.js";

const state = "skipped";
const onRedis = ranTest({ state, missingPart: "Redis" });
const inChromium = ranTest({ state, missingPart: "Chromium" });

describe("the gate of skips", () => {
  it.each([true, false])("holds when nothing is skipped (in CI: %s)", (inCi) => {
    const verdict = { summary: "0 skipped", notes: [], problems: [] };
    expect(judgeSkips([ranTest({})], inCi)).toEqual(verdict);
  });

  it.each([true, false])("fails for a skip that names no missing part (in CI: %s)", (inCi) => {
    expect(judgeSkips([ranTest({ state })], inCi).problems).toEqual([
      "It was skipped, and not for a missing part: packages/core/test/a.test.ts > does it",
    ]);
  });

  it("lists each missing part once, with its tests and how to get it, and holds outside CI", () => {
    const many = Array<typeof inChromium>(1_000).fill(inChromium);
    expect(judgeSkips([onRedis, ...many], false)).toEqual({
      summary: "1001 skipped",
      notes: [
        "Redis: 1 test. Start one on 127.0.0.1:6379, or set REDIS_URL.",
        "Chromium: 1000 tests. Install it or Chrome, for example: apt-get install chromium. CHROME_PATH may name it.",
      ],
      problems: [],
    });
  });

  it("fails in CI for each missing part", () => {
    expect(judgeSkips([inChromium, onRedis, onRedis], true).problems).toEqual([
      "CI runs everything, but this is missing: Redis (2 tests)",
      "CI runs everything, but this is missing: Chromium (1 test)",
    ]);
  });
});

describe("the gate of retries", () => {
  it("fails for a test that passed when it was tried again", () => {
    expect(judgeRetries([ranTest({})]).problems).toEqual([]);
    expect(judgeRetries([ranTest({ retries: 1 })]).problems).toEqual([
      "It was tried again: packages/core/test/a.test.ts > does it",
    ]);
  });
});
