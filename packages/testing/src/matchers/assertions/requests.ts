import type { Call } from "../../fake/calls/call.js";
import type { Fake } from "../../fake/fake.js";
import { outcome } from "../list-calls.js";
import { type MatchResult, toResult } from "../result.js";
import { readFake, readSubject, type Subject } from "../subject.js";

/** Whether no request was unexpected and nothing of the script is left, as `verify` says. */
export function toHaveBeenSatisfied(subject: Fake): MatchResult {
  const fake = readFake(subject, "toHaveBeenSatisfied");
  const problem = problemOf(fake);
  const received = readSubject(fake, "toHaveBeenSatisfied");
  return toResult(received, {
    pass: problem === undefined,
    phrase: "have been satisfied",
    found: () => problem ?? "Every request was expected, and all of the script was used.",
  });
}

/** Whether so many requests came. */
export function toHaveReceivedRequests(subject: Fake, count: number): MatchResult {
  const received = readSubject(
    readFake(subject, "toHaveReceivedRequests"),
    "toHaveReceivedRequests",
  );
  const actual = received.calls.length;
  return toResult(received, {
    pass: actual === count,
    phrase: `have received ${count} ${count === 1 ? "request" : "requests"}, but it received ${actual}`,
    found: () => received.calls.map(requestLine).join("\n"),
    values: { actual, expected: count },
  });
}

/** Whether the caller left before the whole answer was read; of a fake, any of its callers. */
export function toHaveBeenAborted(subject: Subject): MatchResult {
  const received = readSubject(subject, "toHaveBeenAborted");
  return toResult(received, {
    pass: received.calls.some(({ state }) => state === "aborted"),
    phrase: "have been aborted",
    found: () => received.calls.map(stateLine).join("\n") || "No request came.",
  });
}

function requestLine(call: Call): string {
  const { method, path } = call.request;
  return `  request ${call.index}: ${method} ${path} → ${outcome(call)}`;
}

const stateWords = {
  open: "is still open; wait for its `finished` first",
  whole: "was answered, and all of it was read",
  aborted: "was aborted",
  broken: "was broken off by a fault",
} as const satisfies Readonly<Record<Call["state"], string>>;

function stateLine({ index, state }: Call): string {
  return `  request ${index} ${stateWords[state]}`;
}

function problemOf(fake: Fake): string | undefined {
  try {
    fake.verify();
    return undefined;
  } catch (error) {
    // By its name: a fake of another copy of this package has a class of its own.
    if (error instanceof Error && error.name === "FakeError") return error.message;
    throw error;
  }
}
