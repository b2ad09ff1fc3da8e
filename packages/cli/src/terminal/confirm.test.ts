import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { confirm } from "./confirm.js";

/** A terminal at which this is typed, or whose input ends. */
function terminal(typed: string | undefined) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough({ encoding: "utf8" });
  input.end(typed);
  return { input, output };
}

describe("confirm", () => {
  it.each([
    ["y\n", true],
    ["Yes\n", true],
    ["n\n", false],
    ["\n", false],
    ["yesterday\n", false],
    [undefined, false],
  ])("takes %j for %s", async (typed, answer) => {
    expect(await confirm("Really?", terminal(typed))).toBe(answer);
  });

  it("shows the question and what is the default", async () => {
    const { input, output } = terminal("y\n");
    await confirm("Really?", { input, output });
    expect(output.read()).toContain("Really? [y/N] ");
  });

  it("does not ask where nobody can answer", async () => {
    const { output } = terminal("y\n");
    const asked = confirm("Really?", { input: new PassThrough(), output });
    await expect(asked).rejects.toMatchObject({ exitCode: 2, hint: "Add --yes to confirm it." });
  });
});
