import { describe, expect, it } from "vitest";
import { toTapeText } from "./tape-text.js";

/** The text of a tape whose only exchange has this structure. */
function textWith(structure: string): string {
  const conversation = { turns: [] } as never;
  const exchanges = [{ structure, conversation, reply: { events: [] } }];
  return toTapeText({ version: 1, number: 1, exchanges });
}

describe("the text of a tape", () => {
  it("breaks a list that would have more than 100 characters with the space before it", () => {
    // Six characters of space, two brackets, two pairs of quotation marks and a comma with a space.
    const room = 100 - 6 - 2 - 4 - 2;
    const fits = `a\n${"b".repeat(room - 1)}`;
    expect(textWith(fits)).toContain(`["a", "${"b".repeat(room - 1)}"]`);
    expect(textWith(`${fits}b`)).toContain(
      `[\n        "a",\n        "${"b".repeat(room)}"\n      ]`,
    );
  });
});
