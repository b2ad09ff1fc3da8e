import { describe, expect, it } from "vitest";
import { ServiceError, type ServiceErrorOptions } from "../errors/service-error.js";
import { toRetryHeaders } from "./retry-headers.js";

function headersOf(kind: ServiceErrorOptions["kind"], more: Partial<ServiceErrorOptions> = {}) {
  return toRetryHeaders(new ServiceError({ kind, message: "No.", ...more }));
}

describe("toRetryHeaders", () => {
  it("gives whole seconds and milliseconds, both rounded up", () => {
    expect(headersOf("overloaded", { retryAfterSeconds: 1.0002 })).toEqual([
      ["retry-after", "2"],
      ["retry-after-ms", "1001"],
    ]);
  });

  it("has a default time for kinds that pass soon, if the error has none", () => {
    expect(headersOf("conflict")).toEqual([
      ["retry-after", "1"],
      ["retry-after-ms", "1000"],
    ]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "leaves the delay to the client for %d seconds",
    (retryAfterSeconds) => {
      expect(headersOf("overloaded", { retryAfterSeconds })).toEqual([]);
    },
  );

  it("forbids a retry that would fail again, whatever time the error has", () => {
    expect(headersOf("bad_request", { retryAfterSeconds: 5 })).toEqual([
      ["x-should-retry", "false"],
    ]);
  });

  it("forbids a retry of a request that is larger than its whole rate limit", () => {
    const exceeded = {
      kind: "inputTokens",
      scope: "account",
      id: "acc_1",
      model: "m",
      limit: 10,
      remaining: 10,
      resetAt: 0,
      requested: 11,
    } as const;
    expect(headersOf("rate_limited", { exceeded, retryAfterSeconds: 5 })).toEqual([
      ["x-should-retry", "false"],
    ]);
  });

  it("says nothing about failures of unknown duration", () => {
    expect(headersOf("internal")).toEqual([]);
  });
});
