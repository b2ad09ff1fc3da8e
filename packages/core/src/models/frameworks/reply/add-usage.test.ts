import { expect, it } from "vitest";
import { addUsage } from "./add-usage.js";

it("adds up each kind of tokens; what neither usage knows stays unknown", () => {
  const one = { input: 1, cacheRead: 2, cacheWriteLong: 3, output: 4 };
  expect(addUsage(one, { input: 10, output: 40, reasoning: 50 })).toEqual({
    ...{ input: 11, cacheRead: 2, cacheWriteLong: 3, output: 44, reasoning: 50 },
  });
});
