import { describe, expect, it } from "vitest";
import { createLossNotes } from "./loss-notes.js";
import { createReceipt } from "./receipt.js";
import type { Rule } from "./rules.js";

const lost: Rule = { outcome: "dropped", reason: "It is lost." };
const other: Rule = { outcome: "dropped", reason: "It is lost in another way." };

describe("createLossNotes", () => {
  it("notes a loss of a place once, and others at the same place", () => {
    const receipt = createReceipt();
    const note = createLossNotes(receipt);
    for (let time = 0; time < 3; time++) {
      note(lost, "/a");
      note(other, "/a");
      note(lost, "/a", { from: "x" });
      note(lost, "/b");
    }
    expect(receipt.entries.map(({ at, reason, from }) => [at, reason, from])).toEqual([
      ["/a", lost.reason, undefined],
      ["/a", other.reason, undefined],
      ["/a", lost.reason, "x"],
      ["/b", lost.reason, undefined],
    ]);
  });
});
