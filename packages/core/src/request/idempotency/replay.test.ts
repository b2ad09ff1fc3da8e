import { describe, expect, it } from "vitest";
import type { ServiceError } from "../../errors/service-error.js";
import { toEarlierAnswer } from "./replay.js";

const body = new Uint8Array([1]);

describe("the answer to a request whose key was used", () => {
  it("is the stored one, and says so", () => {
    const headers = [["content-type", "text/plain"]] as const;
    const answer = { status: 200, headers, body };
    expect(toEarlierAnswer({ name: "answered", answer })).toEqual({
      status: 200,
      headers: [...headers, ["idempotent-replayed", "true"]],
      body,
    });
  });

  it.each([400, 529])("tells clients not to retry a stored %d, whatever it said then", (status) => {
    const hints = ["retry-after", "retry-after-ms", "x-should-retry"].map(
      (name) => [name, "true"] as const,
    );
    const answer = { status, headers: [["a", "b"] as const, ...hints], body };
    expect(toEarlierAnswer({ name: "answered", answer }).headers).toEqual([
      ["a", "b"],
      ["x-should-retry", "false"],
      ["idempotent-replayed", "true"],
    ]);
  });

  it.each([
    ["running", "conflict", "is still running", 1],
    ["mismatch", "idempotency_mismatch", "was used for another request", undefined],
    ["lost", "idempotency_lost", "is not known; it may have been billed", undefined],
  ] as const)("is a refusal if the key is %s", (name, kind, words, retryAfterSeconds) => {
    const refuse = () => toEarlierAnswer({ name });
    const message = expect.stringContaining(words);
    expect(refuse).toThrow(
      expect.toSatisfy((error: ServiceError) => error.retryAfterSeconds === retryAfterSeconds),
    );
    expect(refuse).toThrow(expect.objectContaining({ kind, message }));
  });
});
