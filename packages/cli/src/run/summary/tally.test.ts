import type { ReceiptEntry, RequestEnded } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { createTally } from "./tally.js";

const usage = { input: 1, cacheRead: 2, cacheWrite: 0, cacheWriteLong: 0, output: 3, reasoning: 0 };

const ended: RequestEnded = {
  type: "request_ended",
  requestId: "req_1",
  format: "messages",
  operation: "generate",
  at: 0,
  outcome: "answered",
  status: 200,
  milliseconds: 1,
  headMilliseconds: 1,
  waited: { limits: 0, ledger: 0 },
  attempts: [],
  usage,
  costNanoDollars: 5,
  losses: [],
};

const dropped = (at: string): ReceiptEntry => ({
  code: "dropped",
  direction: "request",
  at,
  reason: "No place.",
});

function summarize(...events: readonly Partial<RequestEnded>[]) {
  const { reporter, summarize } = createTally();
  for (const event of events) reporter({ ...ended, ...event });
  return summarize(10);
}

describe("createTally", () => {
  it("adds up the tokens and the cost of requests", () => {
    expect(summarize({}, {})).toMatchObject({
      milliseconds: 10,
      requests: 2,
      costNanoDollars: 10,
      usage: { input: 2, cacheRead: 4, output: 6 },
    });
  });

  it("does not count lists of models and the like as requests to a model", () => {
    expect(summarize({ operation: "list_models" })).toMatchObject({ arrived: 1, requests: 0 });
  });

  it("names a lost field without indexes, once for each request that loses it", () => {
    const losses = [dropped("/messages/0/cache_control"), dropped("/messages/7/cache_control")];
    expect(summarize({ losses }, { losses }).losses).toEqual([
      {
        ...{ count: 2, code: "dropped", direction: "request" },
        ...{ field: "messages.cache_control", reason: "No place." },
      },
    ]);
  });

  it("does not call lost what was only written differently", () => {
    const losses = [{ ...dropped("/system"), code: "reshaped" } as const];
    expect(summarize({ losses }).losses).toEqual([]);
  });

  it("says why a request has failed, with the causes", () => {
    const error = new Error("Not available.", { cause: new Error("status 500") });
    const failure = { fault: "upstream", kind: "upstream_unavailable", error } as const;
    const failed = { outcome: "failed", status: 502, requestedModel: "coder", failure } as const;
    expect(summarize(failed, failed).failures).toEqual([
      { count: 2, status: 502, model: "coder", message: "Not available. (status 500)" },
    ]);
  });

  it("keeps what has failed in the background", () => {
    const { reporter, log, summarize } = createTally();
    const error = new Error("Disk full.");
    reporter({ type: "failure", at: 1, step: "settle", fault: "store", kind: "internal", error });
    log.error("The store has failed.", error);
    expect(summarize(0).problems).toEqual([
      { count: 1, message: 'The step "settle" has failed. Disk full.' },
      { count: 1, message: "The store has failed. Disk full." },
    ]);
  });
});
