import { describe, expect, it } from "vitest";
import { requestFields } from "../../../messages/native/request-fields.js";
import { emitRules } from "./all.js";

describe("the rules by which conversations are written", () => {
  it("speak in whole sentences", () => {
    for (const { slot, reason } of emitRules) expect(reason, slot).toMatch(/^[A-Z`0-9].*\.$/);
  });

  it("know every slot that a field of the other format has", () => {
    const known = new Set(emitRules.map(({ slot }) => slot));
    const unknown = requestFields.filter(({ slot }) => slot !== undefined && !known.has(slot));
    expect(unknown).toEqual([]);
  });
});
