import { expect, it } from "vitest";
import type { CheckResult } from "./report.js";
import { formatReport } from "./table.js";

const result = (change: Partial<CheckResult>): CheckResult => ({
  id: "M001",
  format: "messages",
  capability: "Basics",
  what: "It answers.",
  outcome: "passed",
  ...change,
});

it("counts by format and capability, and gives the reason of what did not pass", () => {
  const results = [
    result({}),
    result({ id: "M064", capability: "Replies", outcome: "skipped", reason: "no call came" }),
    result({
      id: "C001",
      format: "chat-completions",
      outcome: "failed",
      reason: "expected 200, but it is 500",
    }),
  ];
  const report = { baseUrl: "http://a", passed: 1, failed: 1, skipped: 1, results };
  expect(formatReport(report)).toBe(
    [
      "Conformance of http://a",
      "",
      "format            capability  passed  failed  skipped",
      "messages          Basics           1       -        -",
      "messages          Replies          -       -        1",
      "chat-completions  Basics           -       1        -",
      "",
      "Failed:",
      "  C001  It answers.",
      "        expected 200, but it is 500",
      "",
      "Skipped:",
      "  M064  It answers.",
      "        no call came",
      "",
      "1 passed, 1 failed, 1 skipped",
    ].join("\n"),
  );
});

it("shows what a server said on one line, without what a terminal would obey", () => {
  const reason = "\u001b[2J it is\r\n\u009b31m\u202eC002\u2028 passed";
  const results = [result({ outcome: "failed", reason })];
  const report = { baseUrl: "http://a", passed: 0, failed: 1, skipped: 0, results };
  expect(formatReport(report)).toContain("\n        [2J it is 31m C002 passed\n");
});

it("shows the address of a server on one line, too", () => {
  const report = { baseUrl: "http://a\u001b[2J\nb", passed: 0, failed: 0, skipped: 0, results: [] };
  expect(formatReport(report).split("\n")[0]).toBe("Conformance of http://a [2J b");
});

it("leaves out lists that are empty", () => {
  const report = { baseUrl: "http://a", passed: 1, failed: 0, skipped: 0, results: [result({})] };
  expect(formatReport(report)).not.toMatch(/Failed|Skipped/);
});
