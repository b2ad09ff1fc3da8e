import { describe, expect, it } from "vitest";
import "../../src/matchers/vitest.js";
import { handMadeCall, handMadeFake } from "../matchers/hand-made-call.js";

describe("the entry for Vitest", () => {
  it("refuses a count that is no number", () => {
    const assertion = expect(handMadeFake([]));
    expect(() => assertion.toHaveReceivedRequests("0" as never)).toThrow();
  });

  it("adds its matchers when it is imported", async () => {
    expect(handMadeFake([])).toHaveReceivedRequests(0);
    expect(handMadeCall()).not.toHaveBeenAborted();
    await expect(Promise.resolve(handMadeFake([]))).resolves.toHaveBeenSatisfied();
    expect(() => expect(handMadeFake([])).toHaveReceivedRequests(1)).toThrow(
      "expected the fake to have received 1 request, but it received 0",
    );
  });
});
