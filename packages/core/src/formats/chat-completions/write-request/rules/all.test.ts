import { describe, expect, it } from "vitest";
import { requestFields } from "../../../messages/native/request-fields.js";
import { writeRequestRules } from "./all.js";

describe("the rules by which conversations are written", () => {
  it("speak in whole sentences", () => {
    for (const { neutralField, reason } of writeRequestRules)
      expect(reason, neutralField).toMatch(/^[A-Z`0-9].*\.$/);
  });

  it("know every slot that a field of the other format has", () => {
    const known = new Set(writeRequestRules.map(({ neutralField }) => neutralField));
    const unknown = requestFields.filter(
      ({ neutralField }) => neutralField !== undefined && !known.has(neutralField),
    );
    expect(unknown).toEqual([]);
  });
});
