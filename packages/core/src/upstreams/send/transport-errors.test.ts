import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../errors/service-error.js";
import { type Phase, toTransportError } from "./transport-errors.js";

/** What `fetch` throws: an error without a code whose cause has one. */
function thrown(code: string, name = "Error"): TypeError {
  const cause = Object.assign(new Error(`http://upstream.test/secret ${code}`), { code, name });
  return new TypeError("fetch failed", { cause });
}

function judge(error: unknown, phase: Phase = "head") {
  const { kind, mayHaveRun, message } = toTransportError(error, phase);
  expect(message).not.toContain("upstream.test");
  return [kind, mayHaveRun];
}

describe("toTransportError", () => {
  it.each([
    ["U01", "ECONNREFUSED", "upstream_unavailable", false],
    ["U01", "ConnectionRefused", "upstream_unavailable", false],
    ["U02", "ENOTFOUND", "upstream_unavailable", false],
    ["U02", "EAI_AGAIN", "upstream_unavailable", false],
    ["U03", "UND_ERR_CONNECT_TIMEOUT", "upstream_timeout", false],
    ["U04", "DEPTH_ZERO_SELF_SIGNED_CERT", "upstream_unavailable", false],
    ["U04", "ERR_TLS_CERT_ALTNAME_INVALID", "upstream_unavailable", false],
    ["U04", "CERT_HAS_EXPIRED", "upstream_unavailable", false],
    ["U05", "ECONNRESET", "upstream_unavailable", true],
    ["U06", "UND_ERR_SOCKET", "upstream_unavailable", true],
    ["U07", "HPE_INVALID_CONSTANT", "upstream_bad_response", true],
    ["U07", "UND_ERR_HEADERS_OVERFLOW", "upstream_bad_response", true],
    ["U07", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "upstream_bad_response", true],
    ["U08", "UND_ERR_HEADERS_TIMEOUT", "upstream_timeout", true],
    ["U22", "Z_DATA_ERROR", "upstream_bad_response", true],
    ["U22", "ERR__ERROR_FORMAT_PADDING_1", "upstream_bad_response", true],
  ] as const)("%s takes %s before the head for %s", (_row, code, kind, mayHaveRun) => {
    expect(judge(thrown(code))).toEqual([kind, mayHaveRun]);
  });

  it.each([
    ...["XECONNREFUSED", "ECONNREFUSEDX", "XENETUNREACH", "EAI_AGAIN!", "XConnectionRefused"],
    ...["ConnectionRefusedX", "XDNSLookupFailed", "XEPROTO", "EPROTOX", "XUND_ERR_CONNECT_TIMEOUT"],
    ...["UND_ERR_CONNECT_TIMEOUTX", "XConnectionTimeout", "ConnectionTimeoutX", "XETIMEDOUT"],
    ...["ETIMEDOUTX", "XTimeoutError", "TimeoutErrorX", "XHPE_INVALID", "HPE_INVALID!", "XZ_DATA"],
    ...["ZSTD_", "ERR_BROTLI_", "ERR__ERROR_", "UND_ERR_HEADERS_OVERFLOWX", "UND_ERR_RES_", "Z_"],
  ])("treats %s, which it does not know, as a broken connection", (code) => {
    expect(judge(thrown(code))).toEqual(["upstream_unavailable", true]);
  });

  it.each(["ZSTD_error_corruption", "ERR_BROTLI_DECODER_ERROR", "ERR_BROTLI_X1", "UND_ERR_RES_X"])(
    "U22 treats %s as a malformed answer",
    (code) => {
      expect(judge(thrown(code))).toEqual(["upstream_bad_response", true]);
    },
  );

  it("says the same to every caller of the same kind, and that a model may have run after the head", () => {
    const said = (code: string, phase: Phase = "head") => {
      const { message, mayHaveRun } = toTransportError(thrown(code), phase);
      return [message, mayHaveRun];
    };
    expect(said("ECONNREFUSED")).toEqual(["The model could not be reached.", false]);
    expect(said("ECONNREFUSED", "stream")).toEqual(["The model could not be reached.", true]);
    expect(said("UND_ERR_CONNECT_TIMEOUT")).toEqual(["The model did not answer in time.", false]);
    expect(said("Z_DATA_ERROR")).toEqual(["The model's reply was malformed.", true]);
  });

  it("takes a parser's error for a malformed answer by its name alone", () => {
    const error = Object.assign(new Error("Expected HTTP/"), { name: "HTTPParserError" });
    expect(judge(error)).toEqual(["upstream_bad_response", true]);
  });

  it("looks at four errors of a bundle, and five causes deep", () => {
    const bundle = (place: number) =>
      new AggregateError([...Array(place).fill(new Error("x")), { code: "ECONNREFUSED" }]);
    expect(judge(bundle(3))[1]).toBe(false);
    expect(judge(bundle(4))[1]).toBe(true);
    const deep = (depth: number): unknown =>
      depth === 0 ? { code: "ECONNREFUSED" } : { cause: deep(depth - 1) };
    expect(judge(deep(4))[1]).toBe(false);
    expect(judge(deep(5))[1]).toBe(true);
  });

  it("treats an unknown error as a broken connection", () => {
    expect(judge(new TypeError("Network connection lost."))).toEqual([
      "upstream_unavailable",
      true,
    ]);
    expect(judge("odd")).toEqual(["upstream_unavailable", true]);
  });

  it("J01 J03 treats a JSON body that is cut, for whatever reason, as a bad reply", () => {
    for (const code of ["UND_ERR_SOCKET", "ECONNRESET", "HPE_INVALID_CHUNK_SIZE"]) {
      expect(judge(thrown(code), "json")).toEqual(["upstream_bad_response", true]);
    }
    expect(judge(thrown("UND_ERR_BODY_TIMEOUT"), "json")).toEqual(["upstream_timeout", true]);
  });

  it("S04 treats a stream that is reset as an upstream that has gone away", () => {
    expect(judge(thrown("ECONNRESET"), "stream")).toEqual(["upstream_unavailable", true]);
  });

  it("finds codes in aggregate errors and survives circular causes", () => {
    const bundle = new AggregateError([thrown("ECONNREFUSED"), thrown("ECONNREFUSED")]);
    expect(judge(new TypeError("fetch failed", { cause: bundle }))).toEqual([
      "upstream_unavailable",
      false,
    ]);
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    expect(judge(circle)).toEqual(["upstream_unavailable", true]);
  });

  it("R6 keeps only the codes of an error for the operator", () => {
    const { cause, stack } = toTransportError(thrown("ECONNREFUSED"), "head");
    expect(cause).toMatchObject({
      message: "The connection failed: TypeError, ECONNREFUSED.",
      code: "ECONNREFUSED",
    });
    expect(inspect({ cause, stack }, { showHidden: true })).not.toContain("upstream.test");
    const causeOf = (...codes: readonly unknown[]) => {
      const errors = codes.map((code) => ({ code }));
      return toTransportError(new AggregateError(errors), "head").cause;
    };
    expect(causeOf("A_FIRST", "has spaces", "x".repeat(65), "ends badly!", "B_LAST")).toMatchObject(
      {
        message: "The connection failed: AggregateError, A_FIRST.",
        code: "A_FIRST",
      },
    );
    expect(causeOf("A_FIRST", "B_LAST")).toMatchObject({
      message: "The connection failed: AggregateError, A_FIRST, B_LAST.",
      code: "B_LAST",
    });
    expect(toTransportError("odd", "head").cause).toMatchObject({
      message: "The connection failed: no code.",
      code: undefined,
    });
    const parser = Object.assign(new Error("Expected HTTP/"), {
      name: "HTTPParserError",
      code: "HPE_INVALID_CONSTANT",
      data: "canary",
      rawPacket: new TextEncoder().encode("canary"),
    });
    expect(Object.keys(toTransportError(parser, "head").cause as object)).toEqual(["code"]);
  });

  it("leaves errors of the service as they are", () => {
    const error = new ServiceError({ kind: "overloaded", message: "busy" });
    expect(toTransportError(error, "head")).toBe(error);
  });
});
