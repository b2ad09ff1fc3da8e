import { describe, expect, it } from "vitest";
import { badReply } from "../errors/bad-reply.js";
import { ServiceError } from "../errors/service-error.js";
import { toRowFailure } from "./row-failure.js";

describe("what a row says of a failed attempt", () => {
  it.each(["completed", "client_abort"] as const)("is nothing if it has ended as %s", (end) => {
    expect(toRowFailure(end)).toEqual({});
    expect(toRowFailure(end, { error: badReply("It is odd."), upstreamStatus: 200 })).toEqual({});
  });

  it.each([
    ["upstream_error", "upstream_bad_response"],
    ["timeout", "upstream_timeout"],
    ["limit", "upstream_bad_response"],
    ["shutdown", "overloaded"],
  ] as const)("is the kind of the end if it has ended as %s without an error", (end, errorKind) => {
    expect(toRowFailure(end)).toStrictEqual({ errorKind });
    expect(toRowFailure(end, { error: undefined, upstreamStatus: 503 })).toEqual({
      ...{ errorKind, upstreamStatus: 503 },
    });
  });

  it("is the kind of its error, with the status of the answer or that which the error tells", () => {
    const error = new ServiceError({ kind: "rate_limited", message: "Busy.", upstreamStatus: 429 });
    expect(toRowFailure("upstream_error", { error, upstreamStatus: undefined })).toEqual({
      ...{ errorKind: "rate_limited", upstreamStatus: 429 },
    });
    expect(toRowFailure("upstream_error", { error, upstreamStatus: 200 })).toEqual({
      ...{ errorKind: "rate_limited", upstreamStatus: 200 },
    });
    const odd = { error: new Error("odd"), upstreamStatus: undefined };
    expect(toRowFailure("timeout", odd)).toEqual({ errorKind: "internal" });
  });
});
