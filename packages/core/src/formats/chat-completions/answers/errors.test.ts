import { describe, expect, it } from "vitest";
import type { ExceededRate } from "../../../errors/rates.js";
import { type ErrorKind, ServiceError } from "../../../errors/service-error.js";
import { unknownModel } from "../validate/problem.js";
import { toErrorAnswer } from "./errors.js";

const answerOf = (kind: ErrorKind, more = {}) =>
  toErrorAnswer(new ServiceError({ kind, message: "No.", ...more }));

const bad = "invalid_request_error";
const rows: readonly (readonly [ErrorKind, number, string, string | null, boolean])[] = [
  ["bad_request", 400, bad, null, false],
  ["invalid_json", 400, bad, null, false],
  ["unauthenticated", 401, bad, "invalid_api_key", false],
  ["no_permission", 403, bad, "permission_denied", false],
  ["unknown_model", 404, bad, "model_not_found", false],
  ["unknown_path", 404, bad, null, false],
  ["method_not_allowed", 405, bad, null, false],
  ["conflict", 409, bad, "conflict", true],
  ["idempotency_mismatch", 400, bad, "idempotency_mismatch", false],
  ["idempotency_lost", 409, bad, "conflict", false],
  ["too_large", 413, bad, "request_too_large", false],
  ["unsupported_media", 415, bad, null, false],
  ["rate_limited", 429, "rate_limit_error", "rate_limit_exceeded", true],
  ["concurrency_limited", 429, "rate_limit_error", "rate_limit_exceeded", true],
  ["budget_exhausted", 429, "insufficient_quota", "insufficient_quota", false],
  ["overloaded", 503, "service_unavailable_error", "server_is_overloaded", true],
  ["upstream_unavailable", 502, "server_error", "upstream_unavailable", true],
  ["upstream_bad_response", 502, "server_error", "upstream_bad_response", true],
  ["upstream_timeout", 504, "server_error", "upstream_timeout", true],
  ["store_unavailable", 503, "server_error", "store_unavailable", true],
  ["internal", 500, "server_error", "internal", true],
];

describe("toErrorAnswer", () => {
  it.each(rows)("C105 answers %s with %i, %s and %s", (kind, status, type, code, retry) => {
    const answer = answerOf(kind);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { type, param: null, code } });
    expect(answer.headers.some(([name]) => name === "x-should-retry")).toBe(!retry);
  });

  it("C105 always has the four keys", () => {
    expect(answerOf("bad_request", { param: "n", code: "x" }).body).toEqual({
      error: { message: "No.", type: bad, param: "n", code: "x" },
    });
  });

  it("writes a code of null explicitly", () => {
    expect(answerOf("unauthenticated", { code: null }).body).toMatchObject({
      error: { code: null },
    });
  });

  it("C092 names an unknown model, cut short if the name is long", () => {
    expect(toErrorAnswer(unknownModel("x")).body).toEqual({
      error: {
        message: "The model `x` does not exist or you do not have access to it.",
        type: bad,
        param: null,
        code: "model_not_found",
      },
    });
    expect(unknownModel("x".repeat(10_000)).message.length).toBeLessThan(300);
  });

  it("C102 says in seconds and milliseconds when to retry", () => {
    expect(answerOf("overloaded", { retryAfterSeconds: 1.5 }).headers).toEqual([
      ["retry-after", "2"],
      ["retry-after-ms", "1500"],
    ]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "omits an invalid time: %d seconds",
    (retryAfterSeconds) => {
      expect(answerOf("overloaded", { retryAfterSeconds }).headers).toEqual([]);
    },
  );

  it("C104 names the methods that a path takes", () => {
    expect(answerOf("method_not_allowed", { allow: ["POST", "OPTIONS"] }).headers).toContainEqual([
      "allow",
      "POST, OPTIONS",
    ]);
  });

  it("C079 explains a body that is not JSON", () => {
    expect(answerOf("invalid_json").body).toMatchObject({
      error: {
        message: "We could not parse the JSON body of your request. (HINT: No.)",
        param: null,
        code: null,
      },
    });
  });

  const overTokens: ExceededRate = {
    kind: "inputTokens",
    scope: "account",
    id: "acc_1",
    model: "m",
    limit: 40_000,
    remaining: 20_000,
    requested: 30_000,
    resetAt: 0,
  };

  it.each<[Partial<ExceededRate>, string, string]>([
    [
      {},
      "tokens",
      "Rate limit reached for m in organization acc_1 on input tokens per min (TPM): Limit 40000, Used 20000, Requested 30000. Please try again in 45.175s.",
    ],
    [
      { kind: "requests", scope: "key", id: "key_1", limit: 50, remaining: 0, requested: 1 },
      "requests",
      "Rate limit reached for m in key key_1 on requests per min (RPM): Limit 50, Used 50, Requested 1. Please try again in 45.175s.",
    ],
  ])("C099 tells the numbers of an exceeded rate", (change, type, message) => {
    const exceeded = { ...overTokens, ...change };
    const { headers, body } = answerOf("rate_limited", { exceeded, retryAfterSeconds: 45.175 });
    expect(body).toEqual({ error: { message, type, param: null, code: "rate_limit_exceeded" } });
    expect(headers).toEqual([
      ["retry-after", "46"],
      ["retry-after-ms", "45175"],
    ]);
  });

  it("C099 does not invite a retry of a request that is larger than the whole limit", () => {
    const exceeded = { ...overTokens, requested: 40_001 };
    const { headers, body } = answerOf("rate_limited", { exceeded, retryAfterSeconds: 45 });
    expect(headers).toEqual([["x-should-retry", "false"]]);
    expect(body).toMatchObject({
      error: {
        type: "tokens",
        message:
          "Request too large for m in organization acc_1 on input tokens per min (TPM): Limit 40000, Requested 40001. The input must be reduced in order to run successfully.",
      },
    });
  });
});
