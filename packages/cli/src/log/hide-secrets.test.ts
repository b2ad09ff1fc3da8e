import { ServiceError } from "@diglot/core";
import { createSecretSearch } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { createLineRedactor } from "./hide-secrets.js";
import type { Line } from "./to-line.js";

const lineOf = (facts: object, message = "request"): Line => ({
  level: "error",
  message,
  facts: { ...facts },
});

function hide(line: Line): Line {
  const redactor = createLineRedactor();
  redactor.learn(createSecretSearch(["velvet-antelope"]));
  return redactor.line(line);
}

describe("a line of the log", () => {
  it("has no secrets of the service, and nothing that is shaped like a credential", () => {
    const facts = { requestedModel: "VELVET-antelope", message: "not with sk-0123456789abcdef" };
    expect(hide(lineOf(facts, "at velvet-antelope"))).toEqual(
      lineOf({ requestedModel: "[redacted]", message: "not with [redacted]" }, "at [redacted]"),
    );
  });

  it("has errors without secrets, whatever they have as members and causes", () => {
    const cause = Object.assign(new TypeError("at velvet-antelope"), {
      code: "ECONNREFUSED",
      address: { host: "velvet-antelope.example", ports: [1, "velvet-antelope"] },
    });
    const err = new ServiceError({
      kind: "upstream_unavailable",
      message: "velvet-antelope",
      cause,
    });
    const hidden = hide(lineOf({ err })).facts.err as Error;
    expect(hidden).toBeInstanceOf(ServiceError);
    expect(hidden).toMatchObject({ kind: "upstream_unavailable", message: "[redacted]" });
    expect(hidden.cause).toBeInstanceOf(TypeError);
    expect(hidden.cause).toMatchObject({
      ...{ message: "at [redacted]", code: "ECONNREFUSED" },
      address: { host: "[redacted].example", ports: [1, "[redacted]"] },
    });
    expect(`${hidden.stack}${(hidden.cause as Error).stack}`).not.toContain("velvet");
    expect(Object.keys(hidden.cause as Error)).toEqual(Object.keys(cause));
    expect(err.message).toBe("velvet-antelope");
  });

  it("ends where an error is its own cause", () => {
    const err = new Error("round");
    err.cause = err;
    expect(JSON.stringify(hide(lineOf({ err })).facts.err).match(/cause/g)).toHaveLength(7);
  });

  it("keeps what the service itself says, and what is no text", () => {
    const facts = { requestId: "velvet-antelope", milliseconds: 1.5, err: undefined, usage: null };
    expect(hide(lineOf(facts))).toEqual(lineOf(facts));
    expect(hide(lineOf({ err: 5 }))).toEqual(lineOf({ err: 5 }));
  });
});
