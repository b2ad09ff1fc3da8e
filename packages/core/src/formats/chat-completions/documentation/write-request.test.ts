import { describe, expect, it } from "vitest";
import { messagesDocumentation } from "../../messages/documentation.js";
import { writeRequestRows } from "./write-request.js";

describe("the rules by which conversations are written", () => {
  it("speak in whole sentences", () => {
    for (const { neutralField, reason } of writeRequestRows)
      expect(reason, neutralField).toMatch(/^[A-Z`0-9].*\.$/);
  });

  it("know every neutral field that a field of the other format has", () => {
    const known = new Set(writeRequestRows.map(({ neutralField }) => neutralField));
    const unknown = messagesDocumentation.requestFields.filter(
      ({ neutralField }) => neutralField !== undefined && !known.has(neutralField),
    );
    expect(unknown).toEqual([]);
  });
});
