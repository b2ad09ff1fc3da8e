import { noUsage, type RequestEnded } from "@diglot/core";
import { expect, it } from "vitest";
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
