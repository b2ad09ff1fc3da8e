import { noUsage, type RequestEnded } from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { noContents } from "../store/captured.js";
import type { KeptRequest } from "../store/kept-request.js";
import { RequestLog } from "../store/request-log.js";
import type { Moment } from "../wire.js";
import { toMoments } from "./moments.js";

const at = 1_000;
const attempt = { attemptId: "att_1", number: 1, model: "small", reservedNanoDollars: 0 };
const failure = { fault: "defect", kind: "internal", error: new Error("Cut.") } as const;

/** The labels of a request that fails after its first word, all within one millisecond. */
async function labelsOf(stream: boolean): Promise<readonly string[]> {
  const facts = { requestId: "a", format: "messages", operation: "generate", stream } as const;
  const ended = { ...attempt, usage: noUsage, costNanoDollars: 0, milliseconds: 0.2, failure };
  const log = new RequestLog(1);
  log.take({ type: "request_begun", at, milliseconds: 0, ...facts });
  log.take({ type: "attempt_begun", at, ...facts, attempt });
  const how = { end: "upstream_error", firstContentMilliseconds: 0.1 } as const;
  log.take({ type: "attempt_ended", at, ...facts, attempt: { ...ended, ...how } });
  log.take({
    ...{ type: "request_ended", at: at + 0.4, ...facts, outcome: "failed", status: 500 },
    ...{ milliseconds: 0.4, headMilliseconds: 0.1, waited: { limits: 0, ledger: 0 } },
    ...{ attempts: [], usage: noUsage, costNanoDollars: 0, losses: [] },
  } satisfies RequestEnded);
  const contents = noContents();
  const delta = { type: "delta", index: 0, delta: { type: "text", text: "It" } } as const;
  contents.events.push({ at, event: delta });
  const request = log.get("a") ?? expect.fail("It is not kept.");
  const disclosure = { redactor: createRedactor([]), captures: true };
  const moments = await runRedaction(toMoments(request, contents, disclosure), 0);
  return moments.map(({ label }) => label);
}

it.each([
  ["answered", false],
  ["left", false],
  ["refused", false],
  ["failed", true],
] as const)("the end of a request that was %s looks bad: %j", async (outcome, isBad) => {
  const facts = { requestId: "a", format: "messages", operation: "generate" } as const;
  const log = new RequestLog(1);
  log.take({
    ...{ type: "request_ended", at, ...facts, outcome, status: 200 },
    ...{ milliseconds: 1, headMilliseconds: 1, waited: { limits: 0, ledger: 0 } },
    ...{ attempts: [], usage: noUsage, costNanoDollars: 0, losses: [] },
  } satisfies RequestEnded);
  const request = log.get("a") ?? expect.fail("It is not kept.");
  const disclosure = { redactor: createRedactor([]), captures: false };
  const moments = await runRedaction(toMoments(request, undefined, disclosure), 0);
  expect(moments.at(-1)).toMatchObject({ label: "request over", detail: outcome, isBad });
});

describe("what happens within a millisecond", () => {
  it("to a stream is the head, the reply, and then what has cut it", async () => {
    const wanted = ["request", "attempt 1", "head of the answer", "delta"];
    expect(await labelsOf(true)).toEqual([...wanted, "attempt 1 failed", "request over"]);
  });

  it("to a whole answer is the reply, what has cut it, and then the head", async () => {
    const wanted = ["request", "attempt 1", "delta", "attempt 1 failed"];
    expect(await labelsOf(false)).toEqual([...wanted, "head of the answer", "request over"]);
  });
});

describe("the moments of a request", () => {
  const facts = { requestId: "a", format: "messages", operation: "generate" } as const;
  const upstream = "https://vendor.example";
  const kept: KeptRequest = {
    ...{ facts, number: 1, version: 1, beganAt: 1_000, failures: [], losses: [], rows: [] },
    attempts: new Map(),
  };
  const end = {
    ...{ type: "request_ended", at: 1_900, ...facts, outcome: "answered", status: 200 },
    ...{ milliseconds: 900, headMilliseconds: 50, attempts: [], usage: noUsage },
    ...{ waited: { limits: 0, ledger: 0 }, costNanoDollars: 0, losses: [] },
  } as RequestEnded;
  const disclosure = { redactor: createRedactor([]), captures: true };
  const momentsOf = (change: Partial<KeptRequest>) =>
    runRedaction(toMoments({ ...kept, ...change }, undefined, disclosure), 0);
  const life = (at: number, label: string, more: object) => ({ at, kind: "life", label, ...more });
  const begun = life(1_000, "request", { detail: "messages" });
  const ended = {
    usage: noUsage,
    costNanoDollars: 0,
    milliseconds: 100,
    end: "completed",
  } as const;

  it("are its begin alone while nothing else has happened", () => {
    expect(momentsOf({})).toEqual([begun]);
    expect(momentsOf({ facts: { ...facts, requestedModel: "large" } })).toEqual([
      { ...begun, detail: "messages, large" },
    ]);
  });

  it("are the head and the end of its answer", () => {
    expect(momentsOf({ end })).toEqual([
      begun,
      life(1_050, "head of the answer", { detail: "200" }),
      life(1_900, "request over", { detail: "answered", isBad: false }),
    ]);
    expect(momentsOf({ end: { ...end, outcome: "failed" } })).toContainEqual(
      life(1_900, "request over", { detail: "failed", isBad: true }),
    );
  });

  it("are the begins and the ends of its attempts", () => {
    const second = { ...attempt, attemptId: "att_2", number: 2, upstream };
    const failed = {
      ...{ ...second, ...ended, end: "upstream_error" as const },
      failure: { ...failure, kind: "upstream_timeout" as const },
    };
    const attempts = new Map([
      [
        "att_1",
        { facts: attempt, beganAt: 1_100, endedAt: 1_200, ended: { ...attempt, ...ended } },
      ],
      ["att_2", { facts: second, beganAt: 1_300, endedAt: 1_400, ended: failed }],
      ["att_3", { facts: { ...attempt, attemptId: "att_3", number: 3 }, beganAt: 1_500 }],
    ]);
    const one = (at: number, label: string, more: object) => ({
      ...{ at, kind: "attempt", label },
      ...more,
    });
    expect(momentsOf({ attempts })).toEqual([
      begun,
      one(1_100, "attempt 1", { detail: "small" }),
      one(1_200, "attempt 1 ended", { detail: "completed", isBad: false }),
      one(1_300, "attempt 2", { detail: `small at ${upstream}` }),
      one(1_400, "attempt 2 failed", { detail: "upstream timeout", isBad: true }),
      one(1_500, "attempt 3", { detail: "small" }),
    ]);
  });

  it("within a millisecond are a failed attempt, the next one and its end", () => {
    const nothing = { ...attempt, ...ended, end: "upstream_error" as const, failure };
    const second = { ...attempt, attemptId: "att_2", number: 2 };
    const attempts = new Map([
      [
        "att_2",
        { facts: second, beganAt: 1_000.2, endedAt: 1_000.3, ended: { ...second, ...ended } },
      ],
      ["att_1", { facts: attempt, beganAt: 1_000, endedAt: 1_000.9, ended: nothing }],
    ]);
    const note = {
      step: "settle",
      at: 1_000,
      fault: "store",
      kind: "store_unavailable",
      error: "down",
    };
    const moments = momentsOf({ attempts, failures: [note as never] }) as readonly Moment[];
    expect(moments.map(({ label }) => label)).toEqual([
      ...["request", "attempt 1", "attempt 1 failed", "attempt 2", "attempt 2 ended"],
      "settle failed",
    ]);
  });

  it("are what has failed beside the answer, with the model if it was one", () => {
    const note = { at: 1_500, fault: "store", kind: "store_unavailable", error: "down" };
    const failures = [
      { ...note, step: "settle" },
      { ...note, step: "attempt", model: "small" },
    ] as never;
    expect(momentsOf({ failures })).toEqual([
      begun,
      life(1_500, "settle failed", { detail: "down", isBad: true }),
      life(1_500, "attempt failed", { detail: "small: down", isBad: true }),
    ]);
  });
});
