import { describe, expect, it } from "vitest";
import { toErrorAnswer } from "../answers/errors.js";
import { parseError, toInBandError } from "./error.js";

const secret = "Incorrect API key provided: sk-live-1234, prompt: hello";

function errorOf(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return parseError({ status, headers: new Headers(headers), text });
}

const kindOf = (status: number, body: unknown = { error: { message: secret } }) =>
  errorOf(status, body).kind;

describe("parseError", () => {
  it("U11 U12 U13 U14 U15 U17 decides what a status means to the caller", () => {
    const kinds = {
      bad_request: [400, 422],
      upstream_unavailable: [401, 402, 403, 404, 405, 408, 409, 425, 500, 502, 520],
      too_large: [413],
      rate_limited: [429],
      overloaded: [503, 529],
      upstream_timeout: [504],
      upstream_bad_response: [200, 302],
    };
    for (const [kind, statuses] of Object.entries(kinds)) {
      for (const status of statuses) expect(kindOf(status), `${status}`).toBe(kind);
    }
  });

  it("U12 reports only to the operator that the service's own key was refused", () => {
    const error = errorOf(401, { error: { message: secret, code: "invalid_api_key" } });
    expect(toErrorAnswer(error).status).toBe(502);
    expect(String(error.cause)).toContain("invalid_api_key");
    expect(String(error.cause)).toContain("the service's own key");
    expect(JSON.stringify(toErrorAnswer(error))).not.toContain("key");
  });

  it("never repeats the upstream's text", () => {
    const key = { error: { message: "no", code: "sk-live-0123", type: "sk-live" } };
    for (const body of [{ error: { message: secret, code: secret } }, key, secret, [secret]]) {
      const error = errorOf(400, body);
      expect(`${error.message} ${error.cause}`).not.toContain("sk-live");
    }
  });

  it("T172 U18 reads numeric codes, HTML, text, lists, bare errors and nothing at all", () => {
    const bodies = [
      { error: { message: "no", code: 400, type: null, param: null } },
      "<html><body>502 Bad Gateway</body></html>",
      "no",
      "",
      "null",
      "{",
      [{ error: { message: "no" } }],
      { detail: "no" },
      { detail: [{ loc: ["body"], msg: "no" }] },
      { message: "no" },
      { object: "error", message: "no", code: 40_001 },
      { error: { message: "no", code: { toString: 400 }, type: [{ valueOf: 1 }] } },
      { error: "no" },
      { error: null },
    ];
    for (const body of bodies) {
      expect(kindOf(400, body), JSON.stringify(body)).toBe("bad_request");
      expect(kindOf(503, body), JSON.stringify(body)).toBe("overloaded");
    }
  });

  it("U16 clamps the wait that the upstream asks for", () => {
    const waits = [
      ["7", 7],
      ["-1", 0],
      ["1e9", 120],
      ["NaN", undefined],
      ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ] as const;
    for (const [value, seconds] of waits) {
      expect(errorOf(429, "{}", { "retry-after": value }).retryAfterSeconds).toBe(seconds);
    }
    expect(errorOf(500, "{}", { "retry-after": "7" }).retryAfterSeconds).toBeUndefined();
  });

  it("treats an empty account as the operator's problem, not as a rate limit", () => {
    const error = { message: "quota", type: "insufficient_quota", code: "insufficient_quota" };
    expect(kindOf(429, { error })).toBe("upstream_unavailable");
  });

  it.each([
    [400, { error: { message: "no", code: "context_length_exceeded" } }],
    [
      400,
      { object: "error", message: "This model's maximum context length is 8 tokens.", code: 400 },
    ],
    [400, { error: { code: 400, type: "exceed_context_size_error", message: "n_ctx" } }],
    [500, { error: { message: "the request exceeds the available context size" } }],
    [413, "prompt is too long"],
    [422, { detail: "Input is too long for this model." }],
  ])(
    "T176 reports an overflow of the context in words that both formats' clients know: %i",
    (status, body) => {
      const error = errorOf(status, body);
      expect(error).toMatchObject({ kind: "bad_request", code: "context_length_exceeded" });
      expect(error.message).toMatch(/^prompt is too long/);
      expect(toErrorAnswer(error).status).toBe(400);
    },
  );

  it("T176 reports by how much a prompt is too long, if the upstream says it", () => {
    const messages = [
      "This model's maximum context length is 8 tokens. However, your messages resulted in 10 tokens.",
      "This model's maximum context length is 8 tokens. However, you requested 10 tokens (9 + 1).",
      "request (10 tokens) exceeds the available context size (8 tokens), try increasing it",
      "prompt is too long: 10 tokens > 8 maximum",
    ];
    for (const message of messages) {
      expect(errorOf(400, { error: { message } }).message).toBe(
        "prompt is too long: 10 tokens > 8 maximum",
      );
    }
  });

  it("does not take a rate limit or a refused key for an overflow", () => {
    const message = "Please reduce the length of the messages.";
    expect(kindOf(429, { error: { message } })).toBe("rate_limited");
    expect(kindOf(403, { error: { message } })).toBe("upstream_unavailable");
  });
});

describe("toInBandError", () => {
  const kindOfError = (error: unknown) => toInBandError({ error }, true).kind;

  it("S02 U20 recognises an error inside an answer by its code, its type or the status that it repeats", () => {
    expect(kindOfError({ code: 429 })).toBe("rate_limited");
    expect(kindOfError({ code: "503" })).toBe("overloaded");
    expect(kindOfError({ code: 401, message: secret })).toBe("upstream_unavailable");
    expect(kindOfError({ code: "rate_limit_exceeded" })).toBe("rate_limited");
    expect(kindOfError({ type: "invalid_request_error", code: null })).toBe("bad_request");
    expect(kindOfError({ type: "timeout" })).toBe("upstream_timeout");
    expect(kindOfError({ type: "BadRequestError", message: "x" })).toBe("bad_request");
    expect(kindOfError({ message: "x" })).toBe("upstream_bad_response");
    expect(kindOfError("overloaded")).toBe("overloaded");
    expect(kindOfError("maximum context length")).toBe("bad_request");
  });

  it("reports whether the model may have run", () => {
    expect(toInBandError({ error: {} }, true).mayHaveRun).toBe(true);
    expect(toInBandError("text", false).mayHaveRun).toBe(false);
  });
});
