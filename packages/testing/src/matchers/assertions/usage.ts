import { type Usage, type UsageCounts, usageKinds } from "@diglot/core";
import type { Call } from "../../fake/calls/call.js";
import { equals, toJson } from "../equals.js";
import { listAnswers } from "../list-calls.js";
import { type MatchResult, toResult } from "../result.js";
import { readSubject, type Subject } from "../subject.js";

/**
 * Whether the counts of an answer are these; kinds that are left out do not count. Of a fake, the sums
 * over all answers that are whole. In neutral words: `input` is what neither came from a cache nor went
 * into one.
 */
export function toHaveUsage(subject: Subject, usage: Usage): MatchResult {
  const received = readSubject(subject, "toHaveUsage");
  const counts = received.calls.flatMap(({ answer }) => answer?.reply?.usage ?? []);
  const actual = counts.length > 0 ? pick(sum(counts), usage) : undefined;
  return toResult(received, {
    pass: equals(actual, usage),
    phrase: `have the usage ${toJson(usage)}`,
    found: () => listAnswers("The usage of the answers", received.calls, usageOf),
    values: { actual, expected: usage },
  });
}

function sum(counts: readonly UsageCounts[]): UsageCounts {
  const total = (kind: keyof UsageCounts) => counts.reduce((all, count) => all + count[kind], 0);
  return {
    input: total("input"),
    cacheRead: total("cacheRead"),
    cacheWrite: total("cacheWrite"),
    cacheWriteLong: total("cacheWriteLong"),
    output: total("output"),
    reasoning: total("reasoning"),
  };
}

/** Only the kinds that the other usage states. */
function pick(counts: UsageCounts, usage: Usage): Usage {
  const kinds = usageKinds.filter((kind) => usage[kind] !== undefined);
  return Object.fromEntries(kinds.map((kind) => [kind, counts[kind]]));
}

function usageOf({ answer }: Call): string {
  const usage = answer?.reply?.usage;
  if (!usage) return "none";
  return toJson(Object.fromEntries(usageKinds.map((kind) => [kind, usage[kind]])));
}
