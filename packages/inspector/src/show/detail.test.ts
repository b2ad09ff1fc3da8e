import { noUsage, type RequestEnded, ServiceError } from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { type CapturedRequest, noBody, noContents } from "../store/captured.js";
import type { KeptRequest } from "../store/kept-request.js";
import type { RequestDetail } from "../wire.js";
import { detail } from "./detail.js";

const facts = { requestId: "a", format: "messages", operation: "generate" } as const;
const cause = new Error("status 503");
const error = new ServiceError({ kind: "overloaded", message: "Later.", cause });
const failure = { fault: "upstream", kind: "overloaded", error } as const;
const attempt = {
  ...{ attemptId: "att_1", number: 1, model: "small", reservedNanoDollars: 5 },
  ...{ upstream: "https://up.example", upstreamModel: "large", upstreamFormat: "messages" },
  upstreamKey: "keys[1]",
};
const ended = {
  ...{ ...attempt, end: "upstream_error" as const, failure, milliseconds: 90 },
  ...{ firstContentMilliseconds: 40, usage: noUsage, costNanoDollars: 3 },
  keyRestMilliseconds: 2_000,
};
const { failure: _failure, ...unfailed } = ended;
const completed = { ...unfailed, end: "completed" as const };
const kept: KeptRequest = {
  ...{ facts, number: 1, version: 1, beganAt: 1_000, failures: [], losses: [], rows: [] },
  attempts: new Map([["att_1", { facts: attempt, beganAt: 1_010, endedAt: 1_100, ended }]]),
};
const end = {
  ...{ type: "request_ended", at: 1_900, ...facts, outcome: "failed", status: 529, failure },
  ...{ milliseconds: 900, headMilliseconds: 50, attempts: [], usage: { ...noUsage, output: 7 } },
  ...{ waited: { limits: 1, ledger: 2 }, costNanoDollars: 0, losses: [] },
} as RequestEnded;

/** What is shown of a request. */
function shownOf(request: KeptRequest, contents?: CapturedRequest, captures = false) {
  const redactor = createRedactor([]);
  return runRedaction(detail(request, contents, { redactor, captures }), 0) as RequestDetail;
}

describe("the detail of a request", () => {
  it("has its attempts, with all that is known of them", () => {
    const message = "ServiceError: Later.\nError: status 503";
    expect(shownOf(kept).attempts).toStrictEqual([
      {
        ...{ ...attempt, beganAt: 1_010, endedAt: 1_100, end: "upstream_error" },
        failure: { fault: "upstream", kind: "overloaded", upstreamStatus: undefined, message },
        ...{ milliseconds: 90, firstContentMilliseconds: 40, usage: noUsage, costNanoDollars: 3 },
        keyRestMilliseconds: 2_000,
      },
    ]);
    const running = new Map([["att_1", { facts: attempt, beganAt: 1_010 }]]);
    expect(shownOf({ ...kept, attempts: running }).attempts).toEqual([
      { ...attempt, beganAt: 1_010 },
    ]);
  });

  it("has how it has ended, in the words of the upstream whose failure it is", () => {
    const { headMilliseconds, waited, usage, failure: shown } = shownOf({ ...kept, end });
    expect({ headMilliseconds, waited, usage }).toEqual({
      ...{ headMilliseconds: 50, waited: { limits: 1, ledger: 2 } },
      usage: { ...noUsage, output: 7 },
    });
    expect(shown?.message).toBe("ServiceError: Later.\nError: status 503");
    const more = new Map([
      ...kept.attempts,
      ["att_2", { facts: attempt, beganAt: 1_200, endedAt: 1_300, ended: completed }],
      ["att_3", { facts: attempt, beganAt: 1_400 }],
    ] as const);
    expect(shownOf({ ...kept, attempts: more, end }).failure?.message).toContain("status 503");
    const others = { ...end, failure: { ...failure, error: new ServiceError(error) } };
    expect(shownOf({ ...kept, end: others }).failure?.message).not.toContain("status 503");
    const { failure: _, ...answered } = end;
    expect(shownOf({ ...kept, end: answered as RequestEnded }).failure).toBeUndefined();
    expect(shownOf(kept).failure).toBeUndefined();
  });

  it("has rows without what the upstream says of its own usage", () => {
    const row = { requestId: "a", attemptId: "att_1", rawUsage: { secret: "canary" } } as never;
    expect(shownOf({ ...kept, rows: [row] }).rows).toStrictEqual([
      { requestId: "a", attemptId: "att_1" },
    ]);
  });

  it("has no contents if none are captured, or if they are forgotten", () => {
    expect(shownOf(kept)).toMatchObject({ contents: "off", lostEvents: 0, upstreams: [] });
    expect(shownOf(kept, undefined, true)).toMatchObject({ contents: "gone", upstreams: [] });
    expect(shownOf(kept).request).toBeUndefined();
    expect(shownOf(kept).answer).toBeUndefined();
  });

  it("has the contents that are kept, and how many events were not", () => {
    const contents: CapturedRequest = {
      ...noContents(),
      ...{ request: noBody(), eventCount: 3 },
      answer: { at: 1_500, status: 200, headers: [], body: noBody() },
    };
    contents.events.push({ at: 1_500, event: { type: "stop", reason: "end" } as never });
    contents.upstreams.set("att_1", { at: 1_010, url: "https://up.example", request: noBody() });
    const empty = { text: "", bytes: 0, isCut: false };
    expect(shownOf(kept, contents, true)).toMatchObject({
      ...{ contents: "kept", lostEvents: 2, request: empty },
      answer: { at: 1_500, status: 200, headers: [], body: empty },
      upstreams: [{ attemptId: "att_1", url: "https://up.example", request: empty }],
    });
    expect(shownOf(kept, contents, true).moments.map(({ label }) => label)).toContain("stop");
    expect(shownOf(kept, noContents(), true).request).toBeUndefined();
  });
});
