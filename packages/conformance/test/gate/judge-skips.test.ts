import { describe, expect, it } from "vitest";
import { judgeRetries, judgeSkips } from "../../gate/judge-skips.js";
import { ranTest } from "./ran-test.js";

const state = "skipped";
const onRedis = ranTest({ title: "does it (needs a Redis on REDIS_URL)", state });
const inChromium = ranTest({ title: "does it (needs Chromium, which is not installed)", state });

describe("the gate of skips", () => {
  it("holds when nothing is skipped", () => {
    expect(judgeSkips([ranTest({})], true)).toEqual({ summary: "0 skipped", problems: [] });
  });

  it.each([
    ["without a word", ranTest({ state })],
    ["with a reason of its own", ranTest({ state, note: "it is flaky" })],
    ["for something that is named in passing", ranTest({ state, title: "does as Redis does" })],
  ])("fails when a test is skipped %s", (_case, test) => {
    expect(judgeSkips([test], false).problems).toEqual([
      `It was skipped for no permitted reason: packages/core/test/a.test.ts > ${test.title}`,
    ]);
  });

  it("accepts a need that the title, a suite or the note names, where it cannot be met", () => {
    const inSuite = ranTest({ suites: ["limits (needs a Redis on REDIS_URL)"], state });
    const noted = ranTest({ state, note: "(needs the right to mount a file system)" });
    expect(judgeSkips([onRedis, inSuite, noted], false)).toEqual({
      summary: "3 skipped, 2 for Redis, 1 for mounts",
      problems: [],
    });
  });

  it("fails in CI when what CI promises is missing", () => {
    expect(judgeSkips([onRedis], true).problems).toEqual([
      "1 tests were skipped for Redis, which CI promises: packages/core/test/a.test.ts > does it (needs a Redis on REDIS_URL)",
    ]);
    expect(judgeSkips([inChromium], true).problems).toEqual([]);
  });

  it("fails when more tests are skipped for a reason than it may cost", () => {
    expect(judgeSkips(Array(23).fill(inChromium), false).problems).toEqual([
      "23 tests were skipped for Chromium; at most 22 may be.",
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
