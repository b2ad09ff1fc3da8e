import { describe, expect, it } from "vitest";
import { ledgerOf, usage } from "../../test/ledger-of.js";
import { noUsage } from "../conversation/usage/usage.js";

/** The attempts of one request, whose ledger works. */
function attemptsOf() {
  const { request, open } = ledgerOf();
  return { open, mayHaveRun: request.mayHaveRun };
}

describe("a model", () => {
  it("has not run while there is no attempt", () => {
    expect(attemptsOf().mayHaveRun()).toBe(false);
  });

  it("may have run while an attempt is open, and when one was settled with usage", async () => {
    const { open, mayHaveRun } = attemptsOf();
    const attempt = await open();
    expect(mayHaveRun()).toBe(true);
    await attempt.close("completed", usage);
    expect(mayHaveRun()).toBe(true);
  });

  it("has not run if no attempt left or used anything", async () => {
    const { open, mayHaveRun } = attemptsOf();
    await (await open()).release();
    await (await open()).close("upstream_error", noUsage);
    expect(mayHaveRun()).toBe(false);
  });

  it("has run if one of several attempts has used something", async () => {
    const { open, mayHaveRun } = attemptsOf();
    await (await open()).close("timeout", usage);
    await (await open()).close("upstream_error", noUsage);
    expect(mayHaveRun()).toBe(true);
  });

  it("is judged by the first end of an attempt", async () => {
    const { open, mayHaveRun } = attemptsOf();
    const attempt = await open();
    await attempt.close("completed", usage);
    await attempt.release();
    expect(mayHaveRun()).toBe(true);
  });
});
