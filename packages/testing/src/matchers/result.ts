import type { Received } from "./subject.js";

/** What a matcher found; the shape that `expect.extend` of the test runners takes. */
export interface MatchResult {
  readonly pass: boolean;
  /** Why it did not match; if it did, what stands against a negated use. For people to read. */
  message(): string;
  /** What came, for the runner's own difference; absent if the two say nothing beside each other. */
  readonly actual?: unknown;
  /** What was expected. */
  readonly expected?: unknown;
}

/** What a matcher has to say. */
export interface Finding {
  readonly pass: boolean;
  /** After "to": `have received the tool "add"`. */
  readonly phrase: string;
  /** What came instead, in whole lines. */
  readonly found: () => string;
  /** What came and what was expected; leave them out if they say nothing beside each other. */
  readonly values?: { readonly actual: unknown; readonly expected: unknown } | undefined;
}

/** A finding as a result. The values go out for a failure only: those of a match are the same. */
export function toResult(received: Received, finding: Finding): MatchResult {
  const { pass, phrase, found, values } = finding;
  const message = () =>
    `expected ${received.noun} ${pass ? "not " : ""}to ${phrase}\n\n${found()}`.trimEnd();
  return pass ? { pass, message } : { pass, message, ...values };
}
