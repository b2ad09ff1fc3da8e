import { describe, expect, it } from "vitest";
import { parseError, toInBandError } from "./error.js";

const secret = "sk-upstream-0123456789 and the prompt of somebody";

function read(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return parseError({ status, headers: new Headers(headers), text });
}

const bodyOf = (type: string, message = secret) => ({ type: "error", error: { type, message } });

describe("parseError", () => {
  it.each([
    ["U11 a refused request", 400, "bad_request"],
    ["U11 a request that cannot be processed", 422, "bad_request"],
    ["U12 a wrong key of the service", 401, "upstream_unavailable"],
    ["U12 a key without the right", 403, "upstream_unavailable"],
    ["U13 a wrong path or model", 404, "upstream_unavailable"],
    ["U14 a request that took too long to send", 408, "upstream_unavailable"],
    ["U14 a conflict", 409, "upstream_unavailable"],
    ["U14 a request that came too early", 425, "upstream_unavailable"],
    ["U15 a request that is too large", 413, "too_large"],
    ["U16 a rate limit of the service's own account", 429, "rate_limited"],
    ["U17 a failure", 500, "upstream_unavailable"],
    ["U17 a broken gateway", 502, "upstream_unavailable"],
    ["U17 a service that is down", 503, "overloaded"],
    ["U17 a gateway that waited too long", 504, "upstream_timeout"],
    ["U17 an overload", 529, "overloaded"],
    ["a bill that is not paid", 402, "upstream_unavailable"],
    ["a status that nobody knows", 418, "upstream_unavailable"],
  ])("%s: %i is %s", (_what, status, kind) => {
    expect(read(status, bodyOf("whatever_error")).kind).toBe(kind);
  });

  it.each([
    ["HTML", `<html>${secret}</html>`],
    ["nothing", ""],
    ["a list", [secret]],
    ["null", "null"],
    ["a detail", { detail: secret }],
    ["a message", { message: secret }],
    ["an object of another server", { object: "error", message: secret, code: 40303 }],
    ["a numeric code", { error: { code: 429, message: secret } }],
    ["an error that is text", { error: secret }],
  ])("T172 U18 keeps the status whatever the body is: %s", (_what, body) => {
    expect(read(503, body).kind).toBe("overloaded");
    expect(read(400, body).kind).toBe("bad_request");
  });

  it("U11 U12 never repeats what the upstream said, neither to the caller nor to the operator", () => {
    for (const status of [400, 401, 429, 500]) {
      const error = read(status, bodyOf(secret));
      expect(`${error.message} ${String(error.cause)}`).not.toContain("sk-upstream");
      expect(`${error.message} ${String(error.cause)}`).not.toContain("prompt of somebody");
    }
  });

  it("U12 tells the operator what to check", () => {
    const { cause } = read(401, bodyOf("authentication_error"));
    expect(String(cause)).toContain("401 (authentication_error)");
    expect(String(cause)).toContain("refused the service's own key");
  });

  it("U16 passes the wait on, between 0 and 120 seconds", () => {
    const date = "Sat, 21 Nov 2026 10:00:00 GMT";
    const waitOf = (value: string) =>
      read(429, bodyOf("rate_limit_error"), { "retry-after": value, date }).retryAfterSeconds;
    expect(waitOf("7")).toBe(7);
    expect(waitOf("Sat, 21 Nov 2026 10:00:30 GMT")).toBe(30);
    expect(waitOf("Sat, 21 Nov 2026 09:00:00 GMT")).toBe(0);
    expect(waitOf("-5")).toBe(0);
    expect(waitOf("1e9")).toBe(120);
    expect(waitOf("NaN")).toBeUndefined();
  });

  it("T176 reports a prompt that is too long in the words that agents know, with the numbers", () => {
    const reported = "prompt is too long: 200251 tokens > 200000 maximum";
    expect(read(400, bodyOf("invalid_request_error", reported))).toMatchObject({
      kind: "bad_request",
      code: "context_length_exceeded",
      message: reported,
    });
  });

  it.each([
    [400, "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000"],
    [413, "Prompt is too long"],
    [422, "This model's maximum context length is 8192 tokens."],
    [500, "the request exceeds the available context size"],
  ])("T176 knows a full context by its phrase in a %i: %s", (status, phrase) => {
    expect(read(status, bodyOf("api_error", phrase))).toMatchObject({
      kind: "bad_request",
      code: "context_length_exceeded",
      message: expect.stringMatching(/^prompt is too long: /),
    });
  });

  it("does not mistake a rate limit for a full context window", () => {
    expect(read(429, bodyOf("rate_limit_error", "maximum context length")).kind).toBe(
      "rate_limited",
    );
  });
});

describe("toInBandError", () => {
  it.each([
    ["overloaded_error", "overloaded"],
    ["rate_limit_error", "rate_limited"],
    ["api_error", "upstream_unavailable"],
    ["authentication_error", "upstream_unavailable"],
    ["timeout_error", "upstream_timeout"],
    ["invalid_request_error", "bad_request"],
    ["request_too_large", "too_large"],
    ["an error of no known type", "upstream_bad_response"],
  ])("takes %s for %s", (type, kind) => {
    expect(toInBandError(bodyOf(type), true)).toMatchObject({ kind, mayHaveRun: true });
  });
});
