import { describe, expect, it } from "vitest";
import { ServiceError } from "./service-error.js";

describe("a service error", () => {
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
