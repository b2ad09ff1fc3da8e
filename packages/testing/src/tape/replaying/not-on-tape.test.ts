import { describe, expect, it } from "vitest";
import { notOnTape } from "./not-on-tape.js";
import type { Candidate } from "./reading.js";

function candidate(structure: string, name = "talk", position = 0): Candidate {
  return { name, position, before: undefined, exchange: { structure } as Candidate["exchange"] };
}

/** The name and the position of the recorded request that is called the nearest. */
function nearest(structure: string, ...candidates: readonly Candidate[]): string | undefined {
  const { message } = notOnTape(structure, candidates);
  return /The nearest is (.*):/.exec(message)?.[1];
}

describe("the message of a request that is not on the tape", () => {
  it("names the nearest by the fewest lines that differ, the first of equals", () => {
    const far = candidate("a\nx\ny", "far");
    const near = candidate("a\nb\nx", "near", 2);
    const asNear = candidate("a\nb\ny", "as near");
    expect(nearest("a\nb\nc", far, near, asNear)).toBe('request 3 of the conversation "near"');
  });

  it("prefers, of those from which as many lines differ, the one with more in common", () => {
    const little = candidate("a\nb", "little");
    const much = candidate("a\nb\nc\nx", "much");
    expect(nearest("a\nb\nc\nd", little, much)).toBe('request 1 of the conversation "much"');
    expect(nearest("a\nb\nc\nd", much, little)).toBe('request 1 of the conversation "much"');
  });

  it("prefers fewer lines that differ, however much another one has in common", () => {
    const long = candidate("a\nb\nc\nd\nx\ny", "long");
    const short = candidate("a\nb\nc", "short");
    expect(nearest("a\nb\nc\nd", short, long)).toBe('request 1 of the conversation "short"');
  });

  it("says how often the structure was recorded, where all of them were used", () => {
    const once = notOnTape("a\nb", [candidate("a\nb"), candidate("a")]);
    expect(once.message).toBe(
      "Not on the tape: a request of this structure was recorded once, and has been made once more.\n  a\n  b",
    );
    expect(once.kind).toBe("bad_request");
    const thrice = ["one", "two", "three"].map((name) => candidate("a", name));
    expect(notOnTape("a", thrice).message).toContain("was recorded 3 times,");
  });
});
