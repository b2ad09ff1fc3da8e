import { createRedactor } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { credentialsOf, redactInSteps } from "./redact.js";

describe("the credentials of a caller", () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["a bearer token, without its scheme", { authorization: "Bearer abcdefgh" }, ["abcdefgh"]],
    ["the key of a proxy", { "proxy-authorization": "Basic abcdefghi" }, ["abcdefghi"]],
    [
      "a key of either name",
      { "x-api-key": "key-one-1", "api-key": "key-two-2" },
      ["key-one-1", "key-two-2"],
    ],
    ["the key of a third vendor", { "x-goog-api-key": "key-three" }, ["key-three"]],
    ["several in one header", { "x-api-key": "key-one-1, key-two-2" }, ["key-one-1", "key-two-2"]],
    ["no word of less than eight characters", { "x-api-key": "abcdefg" }, []],
    ["no other header", { "x-request-id": "abcdefghijk" }, []],
  ])("are %s", (_, headers, credentials) => {
    expect(credentialsOf(new Headers(headers))).toEqual(credentials);
  });
});

describe("plain data", () => {
  const redactor = createRedactor(["velvet-antelope"]);
  const redacted = (value: unknown) => {
    const steps = redactInSteps(value, redactor);
    for (;;) {
      const { done, value: result } = steps.next();
      if (done) return result;
    }
  };

  it("has no secret in texts, lists and names of members, however deep", () => {
    const value = { a: ["My velvet-antelope.", { "velvet-antelope": { b: "velvet-antelope" } }] };
    expect(redacted(value)).toEqual({
      a: ["My [redacted].", { "[redacted]": { b: "[redacted]" } }],
    });
  });

  it.each(["id", "callId", "name"])(
    "has a word without brackets for a secret in its %s",
    (member) => {
      expect(redacted({ [member]: "velvet-antelope", text: "velvet-antelope" })).toEqual({
        [member]: "redacted",
        text: "[redacted]",
      });
      expect(redacted({ [member]: { deep: "velvet-antelope" } })).toEqual({
        [member]: { deep: "[redacted]" },
      });
    },
  );

  it.each([1, true, null, undefined])("keeps %s", (value) => {
    expect(redacted({ value })).toEqual({ value });
  });
});
