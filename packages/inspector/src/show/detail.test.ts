import { noUsage, type ReporterEvent, ServiceError } from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { expect, it } from "vitest";
import { noContents } from "../store/captured.js";
import { RequestLog } from "../store/request-log.js";
import type { RequestDetail } from "../wire.js";
import { detail } from "./detail.js";

const facts = {
  ...{ requestId: "req_1", format: "messages", operation: "generate", keyId: "key_1" },
  ...{ accountId: "atlas", endUser: "ann", requestedModel: "large", model: "large", stream: true },
} as const;
const error = new Error("No room.");
const failure = { fault: "upstream", kind: "overloaded", upstreamStatus: 529, error } as const;
const first = {
  ...{ attemptId: "att_1", number: 1, model: "large", upstream: "https://one.example" },
  ...{ upstreamModel: "own-large", upstreamFormat: "messages", reservedNanoDollars: 50 },
};
const second = { ...first, attemptId: "att_2", number: 2, reservedNanoDollars: 60 };
const usage = { ...noUsage, input: 12, output: 34 };
const ends = [
  { ...first, end: "upstream_error", failure, milliseconds: 5, usage: noUsage, costNanoDollars: 0 },
  {
    ...{ ...second, end: "completed", milliseconds: 70, firstContentMilliseconds: 20 },
    ...{ usage, costNanoDollars: 46 },
  },
] as const;
const loss = { code: "dropped", direction: "request", at: "/top_k", reason: "It has none." };
const row = { requestId: "req_1", attemptId: "att_2", costNanoDollars: 46 };

const events = [
  { type: "request_begun", at: 1_000, milliseconds: 0, ...facts },
  { type: "attempt_begun", at: 1_001, ...facts, attempt: first },
  { type: "attempt_ended", at: 1_006, ...facts, attempt: ends[0] },
  { type: "attempt_begun", at: 1_010, ...facts, attempt: second },
  { type: "attempt_ended", at: 1_080, ...facts, attempt: ends[1] },
  {
    ...{ type: "request_ended", at: 1_090, ...facts, outcome: "answered", status: 200 },
    ...{ milliseconds: 90, headMilliseconds: 25, waited: { limits: 1, ledger: 2 } },
    ...{ attempts: ends, usage, costNanoDollars: 46, losses: [loss], answeredBy: "large" },
  },
  { type: "settled", at: 1_095, row: { ...row, rawUsage: { note: "what the upstream wrote" } } },
] as unknown as readonly ReporterEvent[];

/** All that is shown of the request. */
async function show(captures: boolean, contents = captures ? noContents() : undefined) {
  const log = new RequestLog(1);
  for (const event of events) log.take(event);
  const request = log.get("req_1") ?? expect.fail("It is not kept.");
  return runRedaction(detail(request, contents, { redactor: createRedactor([]), captures }), 0);
}

it("shows all that is known of a request, and nothing that its upstream wrote beside the counts", async () => {
  const { moments, summary, ...shown }: RequestDetail = await show(true);
  expect(shown).toStrictEqual({
    facts: { ...facts, endpoint: undefined, trace: undefined },
    failure: undefined,
    headMilliseconds: 25,
    waited: { limits: 1, ledger: 2 },
    usage,
    attempts: [
      {
        ...{ ...first, beganAt: 1_001, endedAt: 1_006, end: "upstream_error", milliseconds: 5 },
        ...{ firstContentMilliseconds: undefined, usage: noUsage, costNanoDollars: 0 },
        failure: {
          ...{ fault: "upstream", kind: "overloaded", upstreamStatus: 529 },
          message: "Error: No room.",
        },
      },
      {
        ...{ ...second, beganAt: 1_010, endedAt: 1_080, end: "completed", milliseconds: 70 },
        ...{ firstContentMilliseconds: 20, usage, costNanoDollars: 46, failure: undefined },
      },
    ],
    losses: [loss],
    rows: [row],
    lostEvents: 0,
    contents: "kept",
    request: undefined,
    answer: undefined,
    upstreams: [],
  });
  expect(summary).toStrictEqual({
    ...{ id: "req_1", number: 1, at: 1_000, format: "messages", operation: "generate" },
    ...{ stream: true, keyId: "key_1", accountId: "atlas", endUser: "ann" },
    ...{ requestedModel: "large", answeredBy: "large", upstream: "https://one.example" },
    ...{ state: "answered", status: 200, failureKind: undefined, attempts: 2, failedAttempts: 1 },
    ...{ input: 12, output: 34, costNanoDollars: 46, milliseconds: 90 },
    ...{ firstContentMilliseconds: undefined, losses: 1 },
  });
  expect(moments.map(({ at, label, detail }) => [at, label, detail])).toEqual([
    [1_000, "request", "messages, large"],
    [1_001, "attempt 1", "large at https://one.example"],
    [1_006, "attempt 1 failed", "overloaded"],
    [1_010, "attempt 2", "large at https://one.example"],
    [1_025, "head of the answer", "200"],
    [1_080, "attempt 2 ended", "completed"],
    [1_090, "request over", "answered"],
  ]);
});

it("says whether contents are kept, were forgotten, or are not captured", async () => {
  expect((await show(true)).contents).toBe("kept");
  const log = new RequestLog(1);
  for (const event of events) log.take(event);
  const request = log.get("req_1") ?? expect.fail("It is not kept.");
  const gone = { redactor: createRedactor([]), captures: true };
  expect((await runRedaction(detail(request, undefined, gone), 0)).contents).toBe("gone");
  expect((await show(false)).contents).toBe("off");
});

it("without capture, takes only the failure of an attempt for one that its upstream has caused", async () => {
  const cause = new RangeError("canary");
  const error = new ServiceError({ kind: "overloaded", message: "Later.", cause });
  const own = { fault: "upstream", kind: "overloaded", error } as const;
  const messageOf = async (failure: object, ofAttempt: object | undefined) => {
    const log = new RequestLog(1);
    for (const event of events.slice(0, 3)) {
      const attempt = { ...ends[0], failure: ofAttempt };
      log.take((event.type === "attempt_ended" ? { ...event, attempt } : event) as ReporterEvent);
    }
    log.take({ ...events[5], outcome: "failed", failure } as ReporterEvent);
    const request = log.get("req_1") ?? expect.fail("It is not kept.");
    const disclosure = { redactor: createRedactor([]), captures: false };
    return (await runRedaction(detail(request, undefined, disclosure), 0)).failure?.message;
  };
  expect(await messageOf(own, own)).toContain("canary");
  expect(await messageOf(own, undefined)).not.toContain("canary");
});
