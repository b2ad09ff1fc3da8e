import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../errors/service-error.js";
import { toProviderError } from "./provider-error.js";

/** An error of a client: its message and all that it carries are secret. */
function thrown(members: object): Error {
  return Object.assign(new Error("canary"), members);
}

function kindOf(error: unknown): readonly unknown[] {
  const read = toProviderError(error);
  if (!ServiceError.is(read)) return [undefined];
  expect(inspect(read, { showHidden: true, depth: 9 })).not.toContain("canary");
  return [read.kind, read.upstreamStatus];
}

describe("toProviderError", () => {
  it.each([
    ["a rate", { status: 429 }, "rate_limited"],
    ["an overload", { statusCode: 529, requestBodyValues: "canary" }, "overloaded"],
    ["a refused request", { status: 400, error: { message: "canary" } }, "bad_request"],
    ["a refused key", { status: 401, error: { message: "key canary" } }, "upstream_unavailable"],
    ["a failure", { statusCode: 500, responseBody: "canary" }, "upstream_unavailable"],
  ])("reads %s from the status of an answer", (_name, members, kind) => {
    const status = Object.values(members)[0];
    expect(kindOf(thrown(members))).toEqual([kind, status]);
  });

  it("reads when to try again, from headers of either kind", () => {
    const wait = { "retry-after": "7" };
    for (const headers of [wait, new Headers(wait)]) {
      expect(toProviderError(thrown({ status: 429, headers }))).toHaveProperty(
        "retryAfterSeconds",
        7,
      );
    }
    expect(toProviderError(thrown({ statusCode: 503, responseHeaders: wait }))).toHaveProperty(
      "retryAfterSeconds",
      7,
    );
  });

  it("reads from a body that the prompt is too long, and that nobody pays", () => {
    const long = { status: 400, error: { code: "context_length_exceeded", message: "canary" } };
    expect(toProviderError(thrown(long))).toHaveProperty("code", "context_length_exceeded");
    const unpaid = { statusCode: 429, responseBody: '{"error":{"code":"insufficient_quota"}}' };
    expect(kindOf(thrown(unpaid))).toEqual(["upstream_unavailable", 429]);
  });

  it("reads an error that others wrap", () => {
    const answered = thrown({ status: 429 });
    for (const name of ["cause", "lastError", "error"]) {
      expect(kindOf(thrown({ [name]: thrown({ [name]: answered }) }))).toEqual([
        "rate_limited",
        429,
      ]);
    }
    const own = new ServiceError({ kind: "overloaded", message: "busy" });
    expect(toProviderError(thrown({ cause: own }))).toBe(own);
  });

  it("reads the codes of a failed network", () => {
    const error = thrown({ cause: thrown({ code: "ECONNREFUSED" }) });
    expect(kindOf(error)).toEqual(["upstream_unavailable", undefined]);
  });

  it("reads what is reported inside a stream; the model may have run", () => {
    const plain = { type: "error", error: { type: "overloaded_error", message: "canary" } };
    for (const error of [plain, plain.error, thrown({ type: "overloaded_error" })]) {
      expect(kindOf(error)).toEqual(["overloaded", 200]);
      expect(toProviderError(error)).toHaveProperty("mayHaveRun", true);
    }
  });

  it("leaves every other error as it is", () => {
    const circle: Record<string, unknown> = { status: "busy", type: "odd" };
    circle.cause = circle;
    for (const error of [new TypeError("a defect"), thrown({ status: 200 }), circle, "odd", null]) {
      expect(toProviderError(error)).toBe(error);
    }
  });
});
