import { ServiceError } from "@diglot/core";
import { createRedactor } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { showFailure } from "./failure.js";

const redactor = createRedactor([]);
const hint = "(its message is shown if contents are captured)";
const upstream = "https://vendor.example";

/** The message that is shown of an error. */
function messageOf(error: unknown, captures: boolean, asked?: string, fault = "upstream"): string {
  const failure = { fault, kind: "overloaded", error } as never;
  return showFailure(failure, { redactor, captures }, asked).message;
}

const cause = new RangeError("status 503", { cause: new TypeError("socket") });
const error = new ServiceError({ kind: "overloaded", message: "Later.", cause });

describe("a failure", () => {
  it("has its kind, its fault and the status of its upstream", () => {
    const failure = { fault: "upstream", kind: "overloaded", upstreamStatus: 503, error } as never;
    expect(showFailure(failure, { redactor, captures: true })).toMatchObject({
      ...{ fault: "upstream", kind: "overloaded", upstreamStatus: 503 },
    });
  });

  it("has the words of its error and of all causes, if contents are captured", () => {
    expect(messageOf(error, true)).toBe(
      "ServiceError: Later.\nRangeError: status 503\nTypeError: socket",
    );
    expect(messageOf("It broke.", true)).toBe("It broke.");
  });

  it("has no secret among its words", () => {
    expect(messageOf(new Error("sk-live-4f9a8b7c6d5e4f3a2b1c"), true)).toBe("Error: [redacted]");
  });

  it.each<[string, unknown, string | undefined, string, string]>([
    [
      "those of the service, and those that it gives for its upstream",
      error,
      upstream,
      "upstream",
      `ServiceError: Later.\nRangeError: status 503\nTypeError ${hint}`,
    ],
    [
      "those of the service alone, without an upstream",
      error,
      undefined,
      "service",
      `ServiceError: Later.\nRangeError ${hint}\nTypeError ${hint}`,
    ],
    [
      "none of a defect",
      error,
      upstream,
      "defect",
      `ServiceError ${hint}\nRangeError ${hint}\nTypeError ${hint}`,
    ],
    ["none of a model", new Error("canary"), upstream, "upstream", `Error ${hint}`],
    ["none of a text", "canary", upstream, "upstream", `string ${hint}`],
    [
      "none of a class without a name",
      new (class extends Error {})(),
      upstream,
      "upstream",
      `Error ${hint}`,
    ],
  ])("has words otherwise: %s", (_name, thrown, asked, fault, message) => {
    expect(messageOf(thrown, false, asked, fault)).toBe(message);
  });

  it("has no part of a secret at the place where its words are cut", () => {
    const known = createRedactor(["velvet Antelope parade"]);
    const failure = new Error(`${"a".repeat(3_980)} velvet Antelope parade`);
    const facts = { fault: "upstream", kind: "overloaded", error: failure } as never;
    const { message } = showFailure(facts, { redactor: known, captures: true });
    expect(message).toMatch(/a \[redacted\]$/);
    expect(message).not.toContain("velvet");
  });

  it("has at most eight causes, though they may be a circle, and 4,000 characters", () => {
    const circle = new Error("round");
    circle.cause = circle;
    expect(messageOf(circle, true).split("\n")).toHaveLength(8);
    expect(messageOf(new Error("a".repeat(5_000)), true)).toHaveLength(4_000);
  });
});
