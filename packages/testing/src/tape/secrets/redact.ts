import { type Check, checks, type HeaderLookup, type Steps } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";
import { credentialHeaders } from "../../common/credential-headers.js";

/** What must not be on a tape: a text, or a pattern. */
export type Secret = string | RegExp;

/** A list of secrets, of which no message shows one. */
export const validSecrets: Check = checks.listOf(
  checks.isHidden(
    "a string or a regular expression",
    (value) => typeof value === "string" || value instanceof RegExp,
  ),
);

/** What stands for a secret in ids and names, which take no brackets. */
const narrowReplacement = "redacted";

/** Shorter ones are words of tests ("key", "test"), that a conversation may hold as words too. */
const leastCharacters = 8;

/** The caller's own credentials of 8 characters or more, without their scheme. */
export function credentialsOf(headers: HeaderLookup): readonly string[] {
  return credentialHeaders
    .flatMap((name) => headers.get(name)?.split(/[\s,]+/) ?? [])
    .filter((word) => word.length >= leastCharacters);
}

/** Members that hold ids and names, for which formats have narrow alphabets. */
const narrowMembers = new Set(["id", "callId", "name"]);

/** Plain data without secrets in its texts and in the names of its members. */
export function redactInSteps<T>(value: T, redactor: Redactor): Steps<T>;
export function* redactInSteps(value: unknown, redactor: Redactor): Steps<unknown> {
  if (typeof value === "string") return yield* redactor.textInSteps(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(yield* redactInSteps<unknown>(item, redactor));
    return items;
  }
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    members.push([yield* redactor.textInSteps(name), yield* redactMember(name, member, redactor)]);
  }
  return Object.fromEntries(members);
}

function redactMember(name: string, member: unknown, redactor: Redactor): Steps<unknown> {
  return typeof member === "string" && narrowMembers.has(name)
    ? redactor.textInSteps(member, narrowReplacement)
    : redactInSteps(member, redactor);
}
