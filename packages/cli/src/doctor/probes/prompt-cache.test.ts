import { describe, expect, it } from "vitest";
import { failed, replied } from "../../../test/outcomes.js";
import { promptCache } from "./prompt-cache.js";

const first = replied({ cachedTokens: 0 });

describe("whether the second of two equal requests was cached", () => {
  it("is yes where the server counts tokens from its cache", () => {
    const { result, seen } = promptCache.judge([first, replied({ cachedTokens: 1_480 })]);
    expect({ result, seen }).toEqual({
      result: "yes",
      seen: "1480 tokens of the second of two came from it",
    });
  });

  it("is no where it counts none, whatever came from an earlier question", () => {
    const earlier = replied({ cachedTokens: 1_480 });
    expect(promptCache.judge([earlier, first]).result).toBe("no");
  });

  it("is unclear where it does not count them, or does not answer", () => {
    const silent = replied({ cachedTokens: undefined });
    expect(promptCache.judge([silent, silent])).toEqual({
      result: "unclear",
      seen: "the server does not report it",
    });
    expect(promptCache.judge([first, failed]).result).toBe("unclear");
  });

  it("is asked with the same words twice, more than services need for a cache", () => {
    const [one, other] = promptCache.requests;
    expect(one).toEqual(other);
    expect(one?.system?.split(" ").length).toBeGreaterThan(1_024);
  });
});
