import type { Call } from "../fake/calls/call.js";
import { describeError } from "../fake/calls/describe-error.js";

/** One line for each request, under a heading; of one that no model saw, why. */
export function listRequests(
  heading: string,
  calls: readonly Call[],
  describe: (call: Call) => string,
): string {
  return list(heading, calls, (call) => (call.conversation ? describe(call) : refusal(call)));
}

/** One line for each answer, under a heading; the line of an incomplete reply says why. */
export function listAnswers(
  heading: string,
  calls: readonly Call[],
  describe: (call: Call) => string,
): string {
  return list(heading, calls, (call) => (call.answer?.reply ? describe(call) : outcome(call)));
}

/** What became of a request: `200`, `429 rate_limit_error: …`, `aborted`. */
export function outcome(call: Call): string {
  if (call.unexpected !== undefined) return firstLine(call.unexpected);
  if (!call.answer) return call.state === "open" ? "no answer yet" : `no answer, ${call.state}`;
  const { status, body } = call.answer;
  const state = call.state === "whole" ? "" : `, ${call.state}`;
  return `${status}${describeError(body)}${state}`;
}

/** What was unexpected is listed in full by `verify`. */
function firstLine(text: string): string {
  return text.split("\n", 1).join("");
}

function refusal(call: Call): string {
  return `refused before a model saw it (${outcome(call)})`;
}

function list(heading: string, calls: readonly Call[], describe: (call: Call) => string): string {
  if (calls.length === 0) return "No request came.";
  const lines = calls.map((call) => `  request ${call.index}: ${describe(call)}`);
  return [`${heading}:`, ...lines].join("\n");
}
