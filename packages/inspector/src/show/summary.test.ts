import { noUsage, type RequestEnded } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { noContents } from "../store/captured.js";
import type { KeptRequest } from "../store/kept-request.js";
import { summarize } from "./summary.js";

const facts = { requestId: "a", format: "messages", operation: "generate" } as const;
const attempt = { attemptId: "att_1", number: 1, model: "small", reservedNanoDollars: 0 };
const upstream = "https://vendor.example";

/** A request with one attempt, which was never sent. */
function requestOf(end?: Pick<RequestEnded, "answeredBy">): KeptRequest {
  const ended: RequestEnded = {
    ...{ type: "request_ended", at: 1, ...facts, outcome: "left", status: 499 },
    ...{ milliseconds: 1, headMilliseconds: 1, waited: { limits: 0, ledger: 0 } },
    ...{ attempts: [], usage: noUsage, costNanoDollars: 0, losses: [], ...end },
  };
  return {
    ...{ facts, number: 1, version: 1, beganAt: 0, failures: [], losses: [], rows: [] },
    attempts: new Map([["att_1", { facts: { ...attempt, upstream }, beganAt: 0 }]]),
    ...(end && { end: ended }),
  };
}

it.each([
  ["the last attempt's while the request runs", requestOf(), "small"],
  ["the one that has answered", requestOf({ answeredBy: "small" }), "small"],
  ["nobody's if none has answered", requestOf({}), undefined],
])("the model that answers is %s", (_case, request, answeredBy) => {
  const summary = summarize(request, undefined);
  expect(summary.answeredBy).toBe(answeredBy);
  expect(summary.upstream).toBe(answeredBy && upstream);
});

it("the upstream is that of the last attempt at the model that answers", () => {
  const other = { ...attempt, attemptId: "att_2", number: 2, upstream: "https://other.example" };
  const request = requestOf({ answeredBy: "small" });
  const attempts = new Map([...request.attempts, ["att_2", { facts: other, beganAt: 0 }]]);
  expect(summarize({ ...request, attempts }, undefined).upstream).toBe("https://other.example");
});

describe("the line of a request", () => {
  const delta = (delta: object) => ({ type: "delta", index: 0, delta });

  it("has the tokens of its reply as far as they are known while it runs", () => {
    const contents = noContents();
    expect(summarize(requestOf(), undefined)).not.toHaveProperty("output");
    expect(summarize(requestOf(), contents)).not.toHaveProperty("output");
    const events = [
      { type: "start" },
      delta({ type: "text", text: "1234" }),
      { choice: 1, event: delta({ type: "arguments", json: "12345" }) },
      delta({ type: "signature", signature: "1234567890" }),
    ];
    for (const event of events) contents.events.push({ at: 1, event: event as never });
    expect(summarize(requestOf(), contents)).toMatchObject({ output: 3 });
  });

  it("has all tokens that were read once it is over, cached or not", () => {
    const usage = { ...noUsage, input: 1, cacheRead: 20, cacheWrite: 300, cacheWriteLong: 4_000 };
    const request = requestOf({});
    const end = { ...(request.end as RequestEnded), usage: { ...usage, output: 7 } };
    expect(summarize({ ...request, end }, undefined)).toMatchObject({ input: 4_321, output: 7 });
  });

  it("has what was lost, also while it runs", () => {
    const loss = { code: "dropped", direction: "request", at: "/top_k" } as never;
    expect(summarize({ ...requestOf(), losses: [loss, loss] }, undefined).losses).toBe(2);
  });

  it("has who has asked, for what, what it cost and how long it took", () => {
    const request = requestOf({});
    const caller = { keyId: "key_1", accountId: "atlas", endUser: "ann", sessionId: "s-1" };
    const asked = { ...caller, requestedModel: "large" };
    const times = { milliseconds: 90, headMilliseconds: 20, costNanoDollars: 7 };
    const end = { ...(request.end as RequestEnded), ...times };
    const kept = { ...request, facts: { ...facts, ...asked, stream: true }, end };
    expect(summarize({ ...kept, firstContentMilliseconds: 30 }, undefined)).toMatchObject({
      ...asked,
      ...{ id: "a", number: 1, at: 0, format: "messages", operation: "generate", stream: true },
      ...{ milliseconds: 90, firstContentMilliseconds: 30, costNanoDollars: 7 },
    });
  });

  it("has its state, its end and how many of its attempts have failed", () => {
    expect(summarize(requestOf(), undefined)).toMatchObject({
      ...{ state: "running", status: undefined, attempts: 1, failedAttempts: 0, losses: 0 },
    });
    const request = requestOf({});
    const failed = { failure: { kind: "overloaded" } } as never;
    const attempts = new Map([
      ["att_1", { facts: { ...attempt, upstream }, beganAt: 0, ended: failed }],
    ]);
    const end = { ...(request.end as RequestEnded), failure: { kind: "overloaded" } as never };
    expect(summarize({ ...request, attempts, end }, undefined)).toMatchObject({
      ...{ state: "left", status: 499, failureKind: "overloaded", failedAttempts: 1 },
    });
    const { end: _end, ...running } = { ...request, attempts };
    expect(summarize(running as KeptRequest, undefined).answeredBy).toBeUndefined();
  });
});
