import { createMemoryLedger } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { tortureLedger } from "../src/torture/torture-ledger.js";

/** Set it for a longer run: `TORTURE_REQUESTS=20000 npx vitest run --project testing torture`. */
const requests = Number(process.env.TORTURE_REQUESTS ?? 300);
const seed = Number(process.env.TORTURE_SEED ?? 1);

describe("tortureLedger", () => {
  it("P01 L04 finds every attempt that reached a model exactly once in the memory ledger", {
    timeout: 10_000 + requests * 50,
  }, async () => {
    const store = createMemoryLedger({ keepRows: Number.POSITIVE_INFINITY });
    const result = await tortureLedger({ open: () => store, requests, seed });
    if (process.env.TORTURE_REQUESTS) console.info(result);
    expect(result.problems).toEqual([]);
    expect(result).toMatchObject({ ok: true, requests, seed });
  });
});
