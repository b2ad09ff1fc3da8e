import { noUsage, type RequestEnded } from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { noContents } from "../store/captured.js";
import { RequestLog } from "../store/request-log.js";
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
