import { describe, expect, it } from "vitest";
import { answerText, handMadeCall, handMadeFake } from "../../../test/matchers/hand-made-call.js";
import { toHaveBeenAborted, toHaveBeenSatisfied, toHaveReceivedRequests } from "./requests.js";
import { toHaveUsage } from "./usage.js";

const whole = handMadeCall({ answer: [answerText("Hi")], usage: { input: 10, output: 2 } });
const again = handMadeCall({
  index: 1,
  answer: [answerText("Hi")],
  usage: { input: 20, output: 3, cacheRead: 5 },
});

describe("toHaveBeenSatisfied", () => {
  it("passes on what verify says", () => {
    expect(toHaveBeenSatisfied(handMadeFake([])).pass).toBe(true);
    const result = toHaveBeenSatisfied(handMadeFake([whole], "One turn was not used."));
    expect(result.pass).toBe(false);
    expect(result.message()).toBe(
      "expected the fake to have been satisfied\n\nOne turn was not used.",
    );
  });

  it("does not swallow another error", () => {
    const fake = {
      ...handMadeFake([]),
      verify: () => {
        throw new TypeError("A bug.");
      },
    };
    expect(() => toHaveBeenSatisfied(fake)).toThrow("A bug.");
  });

  it("is about a fake, not about a call", () => {
    expect(() => toHaveBeenSatisfied(whole as never)).toThrow(
      "toHaveBeenSatisfied expects a fake, but got a call",
    );
  });
});

describe("toHaveReceivedRequests", () => {
  it("counts, and lists what came", () => {
    const fake = handMadeFake([whole, again]);
    expect(toHaveReceivedRequests(fake, 2).pass).toBe(true);
    expect(toHaveReceivedRequests(fake, 3).message()).toContain(
      "received 3 requests, but it received 2",
    );
    const result = toHaveReceivedRequests(fake, 1);
    expect(result).toMatchObject({ pass: false, actual: 2, expected: 1 });
    expect(result.message()).toBe(
      [
        "expected the fake to have received 1 request, but it received 2",
        "",
        "  request 0: POST /v1/messages → 200",
        "  request 1: POST /v1/messages → 200",
      ].join("\n"),
    );
  });
});

it("a message ends with its last word, where there is nothing to list", () => {
  expect(toHaveReceivedRequests(handMadeFake([]), 1).message()).toBe(
    "expected the fake to have received 1 request, but it received 0",
  );
  expect(toHaveBeenAborted(handMadeFake([])).message()).toBe(
    "expected the fake to have been aborted\n\nNo request came.",
  );
});

describe("toHaveBeenAborted", () => {
  it("is about any call of a fake", () => {
    const aborted = handMadeCall({ index: 1, state: "aborted" });
    expect(toHaveBeenAborted(handMadeFake([whole, aborted])).pass).toBe(true);
    expect(toHaveBeenAborted(aborted).pass).toBe(true);
    expect(toHaveBeenAborted(whole).message()).toContain("was answered, and all of it was read");
  });

  it("says that a call is still open", () => {
    const open = handMadeCall({ state: "open" });
    expect(toHaveBeenAborted(open).message()).toBe(
      "expected request 0 to have been aborted\n\n  request 0 is still open; wait for its `finished` first",
    );
  });
});

describe("toHaveUsage", () => {
  it("compares the kinds given", () => {
    expect(toHaveUsage(whole, { input: 10 }).pass).toBe(true);
    expect(toHaveUsage(whole, { input: 10, output: 3 })).toMatchObject({
      pass: false,
      actual: { input: 10, output: 2 },
      expected: { input: 10, output: 3 },
    });
  });

  it("compares a kind of which nothing was used", () => {
    expect(toHaveUsage(whole, { cacheRead: 0 }).pass).toBe(true);
    expect(toHaveUsage(again, { cacheRead: 0 })).toMatchObject({
      pass: false,
      actual: { cacheRead: 5 },
    });
  });

  it("adds up the answers of a fake", () => {
    const fake = handMadeFake([whole, again, handMadeCall({ index: 2, state: "broken" })]);
    expect(toHaveUsage(fake, { input: 30, output: 5, cacheRead: 5 }).pass).toBe(true);
    expect(toHaveUsage(fake, { input: 10 }).message()).toContain(
      '  request 0: {"input":10,"cacheRead":0,"cacheWrite":0,"cacheWriteLong":0,"output":2,"reasoning":0}',
    );
  });

  it("adds up each kind for itself", () => {
    const usage = {
      input: 1,
      cacheRead: 20,
      cacheWrite: 300,
      cacheWriteLong: 4_000,
      output: 50_000,
      reasoning: 600_000,
    };
    const calls = [0, 1].map((index) => handMadeCall({ index, answer: [answerText("Hi")], usage }));
    const sums = Object.fromEntries(
      Object.entries(usage).map(([kind, count]) => [kind, 2 * count]),
    );
    expect(toHaveUsage(handMadeFake(calls), sums)).toMatchObject({ pass: true });
  });

  it("has no usage without a whole answer", () => {
    const aborted = handMadeCall({ state: "aborted" });
    expect(toHaveUsage(aborted, {}).pass).toBe(false);
    expect(toHaveUsage(aborted, {}).message()).toContain("request 0: no answer, aborted");
    const refused = handMadeCall({ refused: { status: 400, body: {} } });
    expect(toHaveUsage(refused, { input: 1 })).toMatchObject({ pass: false, actual: undefined });
  });
});
