import { expect, it } from "vitest";
import type { ObservedRequest } from "./matcher.js";
import type { Miss } from "./script.js";
import { describeUnexpected } from "./unexpected.js";

const request = {
  ...{ format: "messages", model: "small", stream: false, choices: 1, tools: [] },
  conversation: { system: [], turns: [] },
} as unknown as ObservedRequest;

/** An entry of which some members hold and others do not. */
function miss(place: string, ...holding: readonly boolean[]): Miss {
  return {
    entry: { place, matcher: undefined, turn: "Hi" },
    members: holding.map((holds, index) => ({
      ...{ member: `member ${index}`, holds, expected: "this", got: "that" },
    })),
  };
}

it.each([
  ["of which the most holds", [miss("one", false), miss("other", true, false)], "other"],
  [
    "that was tried first, of equals",
    [miss("one", true, false), miss("other", true, false)],
    "one",
  ],
])("an unexpected request is compared with the entry %s", (_which, misses, place) => {
  const text = describeUnexpected(request, misses, []);
  expect(text).toContain(`Unexpected request: ${place} does not match it.`);
  expect(text).toContain(`What ${place} expects:`);
});

it("an unexpected request says that nothing is left where nothing was tried", () => {
  expect(describeUnexpected(request, [], [])).toContain("the script has no turn left");
});
