import type { ReporterEvent, RequestEnded } from "@diglot/core";
import { noUsage } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { RequestLog } from "./request-log.js";

const facts = (requestId: string) =>
  ({ requestId, format: "messages", operation: "generate", requestedModel: "large" }) as const;

const begun = (id: string): ReporterEvent => ({
  type: "request_begun",
  milliseconds: 1,
  at: 1_000,
  ...facts(id),
});

const ended = (id: string, more: Partial<RequestEnded> = {}): ReporterEvent => ({
  ...{ type: "request_ended", at: 1_500, ...facts(id), outcome: "answered", status: 200 },
  ...{ milliseconds: 500, headMilliseconds: 20, waited: { limits: 0, ledger: 0 } },
  ...{ attempts: [], usage: noUsage, costNanoDollars: 0, losses: [], ...more },
});

const attempt = { attemptId: "att_1", number: 1, model: "small", reservedNanoDollars: 5 };

describe("the log of requests", () => {
  it("knows a request from its begin, and how it has ended", () => {
    const log = new RequestLog(10);
    log.take(begun("a"));
    expect(log.get("a")).toMatchObject({ number: 1, beganAt: 1_000 });
    log.take(ended("a", { milliseconds: 510 }));
    expect(log.get("a")).toMatchObject({ number: 1, beganAt: 990, end: { outcome: "answered" } });
  });

  it("knows a request that was refused before it began", () => {
    const log = new RequestLog(10);
    log.take(ended("a", { outcome: "refused", status: 401 }));
    expect(log.get("a")?.end?.status).toBe(401);
  });

  it("keeps the attempts with their ends, and the rows that settle later", () => {
    const log = new RequestLog(10);
    log.take(begun("a"));
    log.take({ type: "attempt_begun", at: 1_010, ...facts("a"), attempt });
    const end = { end: "completed", milliseconds: 90, usage: noUsage, costNanoDollars: 3 } as const;
    log.take({ type: "attempt_ended", at: 1_100, ...facts("a"), attempt: { ...attempt, ...end } });
    log.take(ended("a"));
    const row = { requestId: "a", attemptId: "att_1" } as never;
    log.take({ type: "settled", at: 1_110, row });
    expect([...(log.get("a")?.attempts.values() ?? [])]).toMatchObject([
      { beganAt: 1_010, endedAt: 1_100, ended: { costNanoDollars: 3 } },
    ]);
    expect(log.get("a")?.rows).toEqual([row]);
  });

  it("knows when the first content has come, and what has failed beside the answer", () => {
    const log = new RequestLog(10);
    log.take(begun("a"));
    const content = { type: "first_content", at: 1_040, ...facts("a"), attempt } as const;
    log.take({ ...content, milliseconds: 40, attemptMilliseconds: 30 });
    log.take({ ...content, milliseconds: 90, attemptMilliseconds: 80 });
    const fault = { fault: "store", kind: "store_unavailable", error: "down" } as const;
    const failure = {
      type: "failure",
      step: "settle",
      at: 1_100,
      ...facts("a"),
      ...fault,
    } as const;
    log.take(failure);
    log.take({ type: "failure", step: "heartbeat", at: 1_200, ...fault });
    expect(log.get("a")).toMatchObject({ firstContentMilliseconds: 40, failures: [failure] });
    const later = { ...failure, step: "spend", at: 1_300 } as const;
    log.take(later);
    expect(log.get("a")?.failures).toEqual([failure, later]);
  });

  it("forgets the oldest, and what is reported of it later changes nothing", () => {
    const log = new RequestLog(2);
    for (const id of ["a", "b", "c"]) log.take(begun(id));
    const { version } = log;
    log.take({ type: "attempt_begun", at: 1_010, ...facts("a"), attempt });
    log.take({ type: "settled", at: 1_020, row: { requestId: "a" } as never });
    expect([...log.all()].map((request) => request.facts.requestId)).toEqual(["b", "c"]);
    expect([log.oldest, log.version]).toEqual([2, version]);
  });

  it.each(["endpoint", "home", "preflight"] as const)("does not keep a %s", (operation) => {
    const log = new RequestLog(2);
    log.take(ended("a", { operation }));
    expect([...log.all()]).toEqual([]);
  });

  it("gives every change a version of its own", () => {
    const log = new RequestLog(2);
    log.take(begun("a"));
    log.take(begun("b"));
    log.touch("a");
    expect([...log.all()].map(({ version }) => version)).toEqual([3, 2]);
  });

  it("knows of a request that has begun what it asks for, and nothing else yet", () => {
    const log = new RequestLog(10);
    const {
      type: _,
      milliseconds: __,
      at: ___,
      ...all
    } = {
      ...(begun("a") as Extract<ReporterEvent, { type: "request_begun" }>),
      ...{ endpoint: undefined, keyId: "key-1", accountId: "team", endUser: "ann" },
      sessionId: "s-1",
      ...{ model: "small", stream: true, trace: { traceparent: "00-1-2-01" } },
    };
    log.take({ type: "request_begun", at: 1_000, milliseconds: 1, ...all });
    expect(log.get("a")).toEqual({
      ...{ facts: all, number: 1, version: 1, beganAt: 1_000, attempts: new Map() },
      ...{ failures: [], losses: [], rows: [] },
    });
    expect([log.has("a"), log.has("b")]).toEqual([true, false]);
  });

  it("has no version and no request at first, and then the number of the oldest one", () => {
    const log = new RequestLog(1);
    expect([log.version, log.oldest, [...log.all()]]).toEqual([0, 1, []]);
    log.take(begun("a"));
    expect(log.oldest).toBe(1);
    log.take(begun("b"));
    expect([log.oldest, log.get("b")?.number]).toEqual([2, 2]);
  });

  it("knows when an attempt began whose begin it has not heard of", () => {
    const log = new RequestLog(10);
    log.take(begun("a"));
    const end = { end: "completed", milliseconds: 90, usage: noUsage, costNanoDollars: 3 } as const;
    const ended = { ...attempt, ...end };
    log.take({ type: "attempt_ended", at: 1_100, ...facts("a"), attempt: ended });
    expect([...(log.get("a")?.attempts ?? [])]).toEqual([
      ["att_1", { facts: ended, beganAt: 1_010, endedAt: 1_100, ended }],
    ]);
  });

  it("keeps the attempts in their order, and all rows, losses and failures", () => {
    const log = new RequestLog(10);
    log.take(begun("a"));
    for (const attemptId of ["att_1", "att_2"]) {
      const one = { ...attempt, attemptId };
      log.take({ type: "attempt_begun", at: 1_010, ...facts("a"), attempt: one });
      log.take({ type: "settled", at: 1_020, row: { requestId: "a", attemptId } as never });
    }
    log.take({
      type: "recovered",
      at: 1_030,
      row: { requestId: "a", attemptId: "att_3" } as never,
    });
    const entries = [{ code: "dropped" }] as never;
    log.take({ type: "receipt", at: 1_040, ...facts("a"), entries });
    const failure = { type: "failure", step: "settle", ...facts("a"), error: "down" } as never;
    log.take(failure);
    log.take(failure);
    const kept = log.get("a");
    expect([...(kept?.attempts.keys() ?? [])]).toEqual(["att_1", "att_2"]);
    expect(kept?.rows.map(({ attemptId }) => attemptId)).toEqual(["att_1", "att_2", "att_3"]);
    expect([kept?.losses, kept?.failures]).toEqual([entries, [failure, failure]]);
  });

  it("hears of requests that it does not keep, and of other events, without a change", () => {
    const log = new RequestLog(10);
    log.take({ type: "first_content", at: 1, ...facts("b"), attempt, milliseconds: 1 } as never);
    log.take({ type: "attempt_ended", at: 1, ...facts("b"), attempt } as never);
    log.take({ type: "failure", step: "settle", at: 1, ...facts("b") } as never);
    log.take({ type: "receipt", at: 1, ...facts("b"), entries: [] });
    log.take({ type: "unheard_of", at: 1, ...facts("b") } as never);
    log.touch("b");
    expect([log.version, log.has("b")]).toEqual([0, false]);
  });

  it("has what a request has lost as it has ended", () => {
    const log = new RequestLog(10);
    const losses = [{ code: "dropped" }] as never;
    log.take(ended("a", { losses }));
    expect(log.get("a")).toMatchObject({ losses, beganAt: 1_000, version: 1 });
  });
});
