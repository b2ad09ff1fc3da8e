import { describe, expect, it } from "vitest";
import { type ErrorKind, ServiceError } from "../../../errors/service-error.js";
import { toErrorAnswer } from "./errors.js";

const table: readonly (readonly [ErrorKind, number, string, retried: boolean])[] = [
  ["bad_request", 400, "invalid_request_error", false],
  ["invalid_json", 400, "invalid_request_error", false],
  ["unauthenticated", 401, "authentication_error", false],
  ["no_permission", 403, "permission_error", false],
  ["unknown_model", 404, "not_found_error", false],
  ["unknown_path", 404, "not_found_error", false],
  ["method_not_allowed", 405, "invalid_request_error", false],
  ["conflict", 409, "conflict_error", true],
  ["idempotency_mismatch", 400, "invalid_request_error", false],
  ["idempotency_lost", 409, "conflict_error", false],
  ["too_large", 413, "request_too_large", false],
  ["unsupported_media", 415, "invalid_request_error", false],
  ["rate_limited", 429, "rate_limit_error", true],
  ["concurrency_limited", 429, "rate_limit_error", true],
  ["budget_exhausted", 402, "billing_error", false],
  ["overloaded", 529, "overloaded_error", true],
  ["upstream_unavailable", 502, "api_error", true],
  ["upstream_bad_response", 502, "api_error", true],
  ["upstream_timeout", 504, "timeout_error", true],
  ["store_unavailable", 503, "api_error", true],
  ["internal", 500, "api_error", true],
];

describe("toErrorAnswer", () => {
  for (const [kind, status, type, retried] of table) {
    it(`M101 answers ${kind} with ${status} ${type}`, () => {
      const answer = toErrorAnswer(new ServiceError({ kind, message: "so" }), "req_1");
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({
        type: "error",
        error: { type, message: "so" },
        request_id: "req_1",
      });
      expect(new Map(answer.headers).get("x-should-retry")).toBe(retried ? undefined : "false");
    });
  }

  it("M098 says when to retry, in seconds and milliseconds", () => {
    const error = new ServiceError({
      kind: "rate_limited",
      message: "slow down",
      retryAfterSeconds: 1.2,
    });
    expect(toErrorAnswer(error, "req_1").headers).toEqual([
      ["retry-after", "2"],
      ["retry-after-ms", "1200"],
    ]);
  });

  for (const seconds of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`omits a wait of ${seconds} seconds`, () => {
      const error = new ServiceError({
        kind: "overloaded",
        message: "so",
        retryAfterSeconds: seconds,
      });
      expect(toErrorAnswer(error, "req_1").headers).toEqual([]);
    });
  }

  it("M013 names the methods that are allowed", () => {
    const error = new ServiceError({ kind: "method_not_allowed", message: "so", allow: ["POST"] });
    expect(toErrorAnswer(error, "req_1").headers).toContainEqual(["allow", "POST"]);
  });

  it("carries details, and neither param nor cause", () => {
    const error = new ServiceError({
      kind: "bad_request",
      message: "so",
      param: "thread",
      details: { error_code: "x" },
      cause: new Error("secret"),
    });
    expect(toErrorAnswer(error, "req_1").body).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message: "so", details: { error_code: "x" } },
      request_id: "req_1",
    });
  });

  it("says who is over which rate, and when to retry", () => {
    const answer = toErrorAnswer(overInputTokens(30_000), "req_1");
    expect(answer).toMatchObject({
      status: 429,
      headers: [
        ["retry-after", "46"],
        ["retry-after-ms", "45175"],
      ],
      body: {
        error: {
          type: "rate_limit_error",
          message:
            "This request would exceed your account's rate limit of 40,000 input tokens per minute (account: acc_1, model: m). The response headers tell the current usage. Please try again later.",
        },
      },
    });
  });

  it("suggests no retry of a request that is larger than the whole limit", () => {
    const answer = toErrorAnswer(overInputTokens(40_001), "req_1");
    expect(answer.status).toBe(429);
    expect(answer.headers).toEqual([["x-should-retry", "false"]]);
    expect(answer.body).toMatchObject({
      error: { message: expect.stringContaining("Request too large: it has about 40,001 input") },
    });
  });
});

function overInputTokens(requested: number): ServiceError {
  return new ServiceError({
    kind: "rate_limited",
    message: "so",
    retryAfterSeconds: 45.175,
    exceeded: {
      kind: "inputTokens",
      scope: "account",
      id: "acc_1",
      model: "m",
      limit: 40_000,
      remaining: 20_000,
      requested,
      resetAt: 0,
    },
  });
}
