import { describe, expect, it } from "vitest";
import type { Line } from "./to-line.js";
import { toSentence } from "./to-sentence.js";

const usage = { input: 100, cacheRead: 20, cacheWrite: 0, cacheWriteLong: 0, output: 340 };
const answered = {
  ...{ status: 200, format: "messages", operation: "generate", keyId: "ann" },
  ...{ requestedModel: "main", model: "main", milliseconds: 1_234, usage, losses: 0 },
  answeredBy: "main",
  costNanoDollars: 12_345_678,
};

const lineOf = (facts: object, message = "request"): Line => ({
  level: "info",
  message,
  facts: { ...facts },
});

describe("toSentence", () => {
  it.each([
    ["an answer", answered, "200 main  1.2 s  120 in, 340 out  $0.0123  ann"],
    [
      "the model that has answered in place of another",
      { ...answered, answeredBy: "spare" },
      "200 main → spare  1.2 s  120 in, 340 out  $0.0123  ann",
    ],
    [
      "what a translation has lost",
      { ...answered, milliseconds: 9.6, costNanoDollars: 0, losses: 2 },
      "200 main  10 ms  120 in, 340 out  2 lost in translation  ann",
    ],
    [
      "a refusal",
      { status: 401, operation: "generate", kind: "unauthenticated", message: "Who are you?" },
      "401 generate  unauthenticated  Who are you?",
    ],
    ["an endpoint", { status: 200, endpoint: "/v1/usage", operation: "endpoint" }, "200 /v1/usage"],
  ])("says %s", (_, facts, sentence) => {
    expect(toSentence(lineOf(facts))).toBe(sentence);
  });

  it("says where an attempt has failed, and why", () => {
    const facts = {
      ...{ model: "main", upstream: "http://127.0.0.1:1", kind: "upstream_unavailable" },
      err: new Error("It is not there."),
    };
    expect(toSentence(lineOf(facts, "attempt failed"))).toBe(
      "attempt failed  main at http://127.0.0.1:1  upstream_unavailable  It is not there.",
    );
  });

  it("says what happens to the gateway", () => {
    expect(toSentence(lineOf({ baseUrl: "http://127.0.0.1:1" }, "listening"))).toBe(
      "listening  http://127.0.0.1:1",
    );
    const facts = { baseUrl: "http://127.0.0.1:1", inspector: "http://127.0.0.1:1/inspector" };
    expect(toSentence(lineOf(facts, "listening"))).toBe(
      "listening  http://127.0.0.1:1  inspector at http://127.0.0.1:1/inspector",
    );
  });

  it("says what a stop waits for, and how not to wait", () => {
    expect(toSentence(lineOf({ signal: "SIGINT" }, "stopping"))).toBe(
      "stopping once the running requests have ended; press Ctrl-C again to stop now",
    );
  });
});
