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
});
