import { describe, expect, it } from "vitest";
import { judgeRequirements, readCitations } from "../../gate/judge-requirements.js";
import type { Requirement } from "../../gate/requirements.js";
import { ranTest } from "./ran-test.js";

const list = { file: "chat-completions.json", id: /^C\d{3}$/ };
const requirement: Requirement = { id: "C037", requirement: "It holds.", status: "required" };
const missing = ["No test that passed shows C037: It holds."];

function problemsOf(tests: Parameters<typeof judgeRequirements>[2], change: object = {}) {
  return judgeRequirements(list, [{ ...requirement, ...change }], tests).problems;
}

describe("the gate of the requirements", () => {
  it("holds when a test that passed has the id at the head of its title", () => {
    expect(problemsOf([ranTest({ title: "C037 does it" })])).toEqual([]);
    expect(problemsOf([ranTest({ title: "M036 C037 does both" })])).toEqual([]);
  });

  it.each([
    ["no test cites it", ranTest({ title: "does it" })],
    ["the only test is skipped", ranTest({ title: "C037 does it", state: "skipped" })],
    ["the only test failed", ranTest({ title: "C037 does it", state: "failed" })],
    ["only a suite cites it", ranTest({ suites: ["C037"], title: "does it" })],
    ["a title names it in passing", ranTest({ title: "does it, unlike C037" })],
    ["a title begins with a longer id", ranTest({ title: "C037b does it" })],
  ])("fails when %s", (_case, test) => {
    expect(problemsOf([test])).toEqual(missing);
  });

  it("accepts a reason in place of a test where the requirement waits or was decided otherwise", () => {
    expect(problemsOf([], { status: "later", reason: "It needs a server." })).toEqual([]);
    expect(problemsOf([], { status: "judged", reason: "It would leak." })).toEqual([]);
    expect(problemsOf([], { status: "later" })).toEqual(missing);
    expect(problemsOf([], { status: "strict", reason: "It is hard." })).toEqual(missing);
  });

  it("fails when a test cites an id of its form that is not in the list", () => {
    const tests = [ranTest({ title: "C037 C999 does it" }), ranTest({ title: "M999 does it" })];
    expect(problemsOf(tests)).toEqual([
      "A test cites C999, which is not in chat-completions.json.",
    ]);
  });

  it("counts what is shown, excused and missing", () => {
    const requirements = [
      requirement,
      { ...requirement, id: "C038" },
      { ...requirement, id: "C039", status: "later", reason: "It needs a server." } as const,
    ];
    const { summary } = judgeRequirements(list, requirements, [ranTest({ title: "C037 does it" })]);
    expect(summary).toBe(
      "chat-completions.json: 1 of 3 shown by tests that passed, 1 with a reason why not, 1 missing",
    );
  });
});

describe("a requirement whose only tests need a part that this machine lacks", () => {
  const skipped = ranTest({ title: "C037 does it", state: "skipped", missingPart: "Chromium" });

  it("counts as not tried here, and fails nothing", () => {
    expect(judgeRequirements(list, [requirement], [skipped])).toEqual({
      summary:
        "chat-completions.json: 0 of 1 shown by tests that passed, 0 with a reason why not, 1 not tried here, 0 missing",
      problems: [],
    });
  });

  it("is shown if another test of it passed", () => {
    const tests = [skipped, ranTest({ title: "C037 does it" })];
    expect(judgeRequirements(list, [requirement], tests).summary).toBe(
      "chat-completions.json: 1 of 1 shown by tests that passed, 0 with a reason why not, 0 missing",
    );
  });
});

describe("readCitations", () => {
  it.each([
    ["C037 does it", ["C037"]],
    ["M011 M012 may have a query", ["M011", "M012"]],
    ["F8.8a P11.10 T9 holds", ["F8.8a", "P11.10", "T9"]],
    ["S23", ["S23"]],
    ["HTTP answers", []],
    ["does C037", []],
  ])("reads the head of “%s”", (title, ids) => {
    expect(readCitations(title)).toEqual(ids);
  });
});
