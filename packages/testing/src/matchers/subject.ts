import type { Call } from "../fake/calls/call.js";
import type { Fake } from "../fake/fake.js";

/** What matchers look at: a fake with all of its calls, or one of them. */
export type Subject = Fake | Call;

/** The calls to look at, and what to call their whole in a sentence. */
export interface Received {
  readonly noun: string;
  readonly calls: readonly Call[];
}

/**
 * The calls of a fake, or a call alone.
 * @throws TypeError for anything else
 */
export function readSubject(subject: unknown, matcher: string): Received {
  if (isFake(subject)) return { noun: "the fake", calls: subject.calls };
  if (isCall(subject)) return { noun: `request ${subject.index}`, calls: [subject] };
  throw new TypeError(`${matcher} expects a fake or one of its calls, but got ${name(subject)}`);
}

/**
 * A fake.
 * @throws TypeError for anything else
 */
export function readFake(subject: unknown, matcher: string): Fake {
  if (isFake(subject)) return subject;
  throw new TypeError(`${matcher} expects a fake, but got ${name(subject)}`);
}

function isFake(subject: unknown): subject is Fake {
  return has(subject, "verify") && has(subject, "calls") && Array.isArray(subject.calls);
}

function isCall(subject: unknown): subject is Call {
  return has(subject, "request") && has(subject, "state") && has(subject, "index");
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === "object" && value !== null && key in value;
}

function name(value: unknown): string {
  if (isCall(value)) return "a call";
  if (value === null || typeof value !== "object") return String(value);
  return value instanceof Promise ? "a promise: is an `await` missing?" : "another object";
}
