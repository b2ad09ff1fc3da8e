import { describe, expect, it } from "vitest";
import type { TapedConversation } from "../tape.js";
import { fromTapeText, toTapeText } from "./tape-text.js";

/** The text of a tape whose only exchange has this structure. */
function textWith(structure: string): string {
  const conversation = { turns: [] } as never;
  const exchanges = [{ structure, conversation, reply: { events: [] } }];
  return toTapeText({ version: 1, number: 1, exchanges });
}

describe("the text of a tape", () => {
  it("is read as it was written, with errors, choices, nothing and what is empty", () => {
    const error = { milliseconds: 3, kind: "overloaded", message: "Busy.", retryAfterSeconds: 7 };
    const conversation = {
      model: "m",
      turns: [],
      system: [],
      extra: { none: null, list: [], no: {} },
    };
    const exchange = { structure: "a\nb", conversation, choice: 1, reply: { events: [], error } };
    const whole = { structure: "", conversation, reply: { events: [] } };
    const tape = {
      version: 1,
      number: 3,
      exchanges: [exchange, whole],
    } as unknown as TapedConversation;
    expect(fromTapeText(toTapeText(tape))).toEqual(tape);
    expect(Object.keys(fromTapeText(toTapeText(tape)).exchanges[1]?.reply ?? {})).toEqual([
      "events",
    ]);
  });

  it.each(["5", "null", '"text"', '{"version":1,"number":1}'])(
    "is no tape that says %s",
    (text) => {
      expect(() => fromTapeText(text)).toThrow("it is no tape");
    },
  );

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
