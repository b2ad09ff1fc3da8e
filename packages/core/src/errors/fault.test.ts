import { describe, expect, it } from "vitest";
import { type Fault, faultOf } from "./fault.js";
import { type ErrorKind, ServiceError } from "./service-error.js";

const errorOf = (kind: ErrorKind, upstreamStatus?: number) =>
  new ServiceError({ kind, message: "No.", upstreamStatus });

describe("faultOf", () => {
  it.each<[ErrorKind, number | undefined, Fault]>([
    ["bad_request", undefined, "caller"],
    ["bad_request", 400, "caller"],
    ["too_large", 413, "caller"],
    ["rate_limited", 200, "upstream"],
    ["rate_limited", undefined, "caller"],
    ["rate_limited", 429, "upstream"],
    ["overloaded", undefined, "service"],
    ["overloaded", 529, "upstream"],
    ["upstream_unavailable", undefined, "upstream"],
    ["upstream_unavailable", 401, "configuration"],
    ["upstream_unavailable", 404, "configuration"],
    ["store_unavailable", undefined, "store"],
    ["internal", undefined, "defect"],
  ])("says of %s with the upstream's status %s: %s", (kind, status, fault) => {
    expect(faultOf(errorOf(kind, status))).toBe(fault);
  });

  it("takes whatever else is thrown for a defect", () => {
    for (const thrown of [new TypeError("no"), "no", undefined]) {
      expect(faultOf(thrown)).toBe("defect");
    }
  });
});
