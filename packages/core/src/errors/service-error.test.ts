import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { toCause } from "./cause.js";
import { ServiceError } from "./service-error.js";

describe("a service error", () => {
  it("prints only what it has, in few lines", () => {
    const cause = toCause("The upstream answered 401.");
    const error = new ServiceError({ kind: "upstream_unavailable", message: "Not there.", cause });
    const printed = inspect(error);
    expect(printed).not.toContain("undefined");
    expect(printed).toContain("[cause]: [Error: The upstream answered 401.]");
    expect(printed.split("\n").length).toBeLessThan(20);
    expect(Object.keys(error).sort()).toEqual(["kind", "mayHaveRun", "name"]);
  });

  it("keeps a code that is explicitly none", () => {
    const error = new ServiceError({ kind: "bad_request", message: "No.", code: null });
    expect(ServiceError.with(error, { param: "n" })).toMatchObject({ code: null, param: "n" });
  });

  it("can lose a member in a copy", () => {
    const error = new ServiceError({ kind: "bad_request", message: "No.", retryAfterSeconds: 1 });
    const copy = ServiceError.with(error, { retryAfterSeconds: undefined });
    expect(copy.retryAfterSeconds).toBeUndefined();
  });

  it("B11 shows 2,000 characters of a message and of a field's name, however long they are", () => {
    const long = "x".repeat(1_000_000);
    const { message, param } = new ServiceError({
      kind: "bad_request",
      message: long,
      param: long,
    });
    expect([message, param]).toEqual([`${"x".repeat(2_000)}…`, `${"x".repeat(2_000)}…`]);
  });
});
