import { describe, expect, it, vi } from "vitest";
import type { MatchResult } from "../result.js";
import { adaptMatchers } from "./adapt-matchers.js";

const failed = { pass: false, message: () => "It did not." };
const opaque = { [Symbol.toStringTag]: "ExpectAny" };

/** What an adapted matcher says to a runner with these abilities. */
function ask(result: MatchResult, context: object | undefined, ...args: readonly unknown[]) {
  const asked: unknown[] = [];
  const matcher = (...all: unknown[]) => {
    asked.push(...all);
    return result;
  };
  const { toDo } = adaptMatchers({ toDo: matcher as never });
  const answer = (toDo as (...all: unknown[]) => MatchResult).call(context, "subject", ...args);
  return { answer, asked };
}

describe("a matcher for runners like Jest's", () => {
  const diff = vi.fn((expected: unknown, actual: unknown) => `- ${expected}\n+ ${actual}`);
  const context = { utils: { diff } };

  it("shows the difference below its message, what was expected first", () => {
    const { answer } = ask({ ...failed, actual: "a", expected: "b" }, context);
    expect(answer.message()).toBe("It did not.\n\n- b\n+ a");
    expect(answer).toMatchObject({ pass: false, actual: "a", expected: "b" });
  });

  it.each<[string, MatchResult, object | undefined]>([
    ["there is nothing to compare", failed, context],
    ["a text stands beside a pattern", { ...failed, actual: "a", expected: /b/ }, context],
    [
      "the runner draws none",
      { ...failed, actual: "a", expected: "b" },
      { utils: { diff: () => null } },
    ],
    ["the runner cannot draw any", { ...failed, actual: "a", expected: "b" }, undefined],
  ])("shows its message alone where %s", (_, result, abilities) => {
    expect(ask(result, abilities).answer.message()).toBe("It did not.");
  });

  it("asks the runner about the values that only that understands", () => {
    const equals = vi.fn(() => true);
    const { asked } = ask(failed, { equals }, "name", { at: opaque });
    expect(asked.slice(0, 2)).toEqual(["subject", "name"]);
    const { at } = asked[2] as { at: { asymmetricMatch(value: unknown): boolean } };
    expect(at.asymmetricMatch("Paris")).toBe(true);
    expect(equals).toHaveBeenCalledWith("Paris", opaque);
    equals.mockReturnValue("yes" as never);
    expect(at.asymmetricMatch("Paris")).toBe(false);
  });

  it("takes arguments as they are from a runner that compares nothing, and keeps its name", () => {
    expect(ask(failed, {}, opaque).asked[1]).toBe(opaque);
    expect(adaptMatchers({ toDo: () => failed }).toDo.name).toBe("toDo");
  });
});
