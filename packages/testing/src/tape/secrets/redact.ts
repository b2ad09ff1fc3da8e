import { type Check, checks, type HeaderLookup } from "@diglot/core";
import { credentialHeaders } from "../../common/credential-headers.js";
import { credentialPatterns } from "./credentials.js";

/** What must not be on a tape: a text, or a pattern. */
export type Secret = string | RegExp;

/** A list of secrets, of which no message shows one. */
export const validSecrets: Check = checks.listOf(
  checks.isHidden(
    "a string or a regular expression",
    (value) => typeof value === "string" || value instanceof RegExp,
  ),
);

/** A stretch of a text, from its first character to behind its last. */
export type Stretch = readonly [from: number, to: number];

/** Finds what must be blacked out of a text: stretches in their order, none of which touch. */
export type SecretFinder = (text: string) => readonly Stretch[];

/** What stands for a secret. */
const blackedOut = "[redacted]";

/** What stands for a secret in ids and names, which take no brackets. */
const blackedOutName = "redacted";

/** Shorter ones are words of tests ("key", "test"), that a conversation may hold as words too. */
const leastCharacters = 8;

/** The caller's own credentials of 8 characters or more, without their scheme. */
export function credentialsOf(headers: HeaderLookup): readonly string[] {
  return credentialHeaders
    .flatMap((name) => headers.get(name)?.split(/[\s,]+/) ?? [])
    .filter((word) => word.length >= leastCharacters);
}

/** A finder of these secrets and of all that is shaped like a credential. */
export function createSecretFinder(secrets: readonly Secret[]): SecretFinder {
  const patterns = [...credentialPatterns(), ...secrets.flatMap(toPatterns)];
  return (text) => join(patterns.flatMap((pattern) => stretchesOf(pattern, text)));
}

/** A text is looked for as it is and as it stands inside JSON text. An empty one is in no text. */
function toPatterns(secret: Secret): readonly RegExp[] {
  if (typeof secret !== "string") {
    return [new RegExp(secret.source, `${secret.flags.replace(/[gy]/g, "")}g`)];
  }
  const spellings = new Set([secret, JSON.stringify(secret).slice(1, -1)]);
  return [...spellings]
    .filter((text) => text !== "")
    .map((text) => new RegExp(literally(text), "g"));
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function stretchesOf(pattern: RegExp, text: string): readonly Stretch[] {
  return [...text.matchAll(pattern)]
    .filter(([match]) => match !== "")
    .map(({ index, 0: match }) => [index, index + match.length]);
}

/** Stretches that overlap or touch become one, so that the rest beside it reveals nothing. */
function join(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: Stretch[] = [];
  for (const [from, to] of [...stretches].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

/** A text without its secrets. */
function redactText(text: string, find: SecretFinder, cacheControl = blackedOut): string {
  return redactPieces([text], find, cacheControl)[0] ?? "";
}

/**
 * Pieces of one text without its secrets, which may be cut anywhere. The replacement stands in the piece
 * in which a secret begins; the others lose their part of it.
 */
export function redactPieces(
  pieces: readonly string[],
  find: SecretFinder,
  cacheControl = blackedOut,
): readonly string[] {
  const stretches = find(pieces.join(""));
  if (stretches.length === 0) return pieces;
  let end = 0;
  return pieces.map((piece) => {
    const begin = end;
    end += piece.length;
    return blackOut(piece, begin, stretches, cacheControl);
  });
}

/** One piece, of which the first character is the `begin`th of the text. */
function blackOut(
  piece: string,
  begin: number,
  stretches: readonly Stretch[],
  cacheControl: string,
): string {
  let kept = "";
  let at = 0;
  for (const [from, to] of stretches) {
    if (to <= begin + at || from >= begin + piece.length) continue;
    kept += piece.slice(at, Math.max(at, from - begin));
    if (from >= begin) kept += cacheControl;
    at = Math.min(piece.length, to - begin);
  }
  return kept + piece.slice(at);
}

/** Members that hold ids and names, for which formats have narrow alphabets. */
const narrowMembers = new Set(["id", "callId", "name"]);

/** Plain data without secrets in its texts and in the names of its members. */
export function redact<T>(value: T, find: SecretFinder): T;
export function redact(value: unknown, find: SecretFinder): unknown {
  if (typeof value === "string") return redactText(value, find);
  if (Array.isArray(value)) return value.map((item: unknown) => redact(item, find));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => [
    redactText(name, find),
    typeof member === "string" && narrowMembers.has(name)
      ? redactText(member, find, blackedOutName)
      : redact(member, find),
  ]);
  return Object.fromEntries(members);
}
