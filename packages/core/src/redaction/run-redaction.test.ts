import { expect, it } from "vitest";
import { runRedaction } from "./run-redaction.js";

function* steps() {
  yield;
  return "done";
}

it("runs short redactions at once, and longer ones from the next turn on", async () => {
  expect(runRedaction(steps(), 65_536)).toBe("done");
  const longer = runRedaction(steps(), 65_537);
  expect(longer).toBeInstanceOf(Promise);
  expect(await longer).toBe("done");
});
