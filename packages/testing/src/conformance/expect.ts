import { clip } from "../common/clip.js";
import { isJsonObject } from "../common/json.js";
import type { ProbedAnswer } from "./probing/probe.js";

/** A JSON object that came from a server. */
export type Json = Readonly<Record<string, unknown>>;

/** How an error answer must look. */
export interface ExpectedError {
  readonly status: number | readonly number[];
  /** `error.type`; one of them, if there are several. */
  readonly type?: string | readonly string[] | undefined;
  /** What the message, or else `error.param`, must name; one of them, if there are several. */
  readonly names?: string | RegExp | readonly (string | RegExp)[] | undefined;
}

/** @throws an error with both values unless they are equal, as JSON. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  if (toCanonical(actual) === toCanonical(expected)) return;
  fail(what, toText(expected), actual);
}

/** @throws an error with the message and what came, unless the condition holds */
export function holds(condition: boolean, message: string, came?: unknown): asserts condition {
  if (condition) return;
  throw new Error(came === undefined ? message : `${message}; it is ${toText(came)}`);
}

/** The text. @throws an error unless it is a text that the pattern fits */
export function matches(actual: unknown, pattern: RegExp, what: string): string {
  const text = isString(actual, what);
  if (!pattern.test(text)) fail(what, `what ${String(pattern)} fits`, actual);
  return text;
}

/** The text. @throws an error unless it is a text; an empty one is a text */
export function isString(actual: unknown, what: string): string {
  return typeof actual === "string" ? actual : fail(what, "a text", actual);
}

/** The text. @throws an error unless it is a text that is not empty */
export function isFilled(actual: unknown, what: string): string {
  return typeof actual === "string" && actual !== ""
    ? actual
    : fail(what, "a text that is not empty", actual);
}

/** The number. @throws an error unless it is a whole number, 0 or more */
export function isCount(actual: unknown, what: string): number {
  return typeof actual === "number" && Number.isInteger(actual) && actual >= 0
    ? actual
    : fail(what, "a whole number from 0", actual);
}

/** The object. @throws an error unless it is a JSON object */
export function isJson(actual: unknown, what: string): Json {
  return isJsonObject(actual) ? actual : fail(what, "an object", actual);
}

/** The list. @throws an error unless it is a list */
function isList(actual: unknown, what: string): readonly unknown[] {
  return Array.isArray(actual) ? actual : fail(what, "a list", actual);
}

/** The list of objects. @throws an error unless it is a list, and holds nothing else */
export function isJsonList(actual: unknown, what: string): readonly Json[] {
  return isList(actual, what).map((item, index) => isJson(item, `${what}.${index}`));
}

/** @throws an error unless the value is one of these */
export function isOneOf(actual: unknown, expected: readonly unknown[], what: string): void {
  if (!expected.includes(actual)) fail(what, `one of ${toText(expected)}`, actual);
}

/** @throws an error unless the value is null or absent */
export function isAbsent(actual: unknown, what: string): void {
  if (actual !== undefined && actual !== null) fail(what, "nothing, or null", actual);
}

/** The body of an answer of this status. @throws an error unless it is one, and JSON */
export function isAnswer(answer: ProbedAnswer, status = 200): Json {
  if (answer.status !== status) fail("the status", String(status), described(answer));
  return answer.json ?? fail("the body", "a JSON object", described(answer));
}

/** The events of a stream. @throws an error unless it is an answer 200 that is an event stream */
export function isStream(answer: ProbedAnswer): ProbedAnswer["events"] {
  if (answer.status !== 200) fail("the status", "200", described(answer));
  matches(answer.headers.get("content-type"), /^text\/event-stream\b/i, "content-type");
  holds(answer.events.length > 0, "the stream has no events", answer.text);
  return answer.events;
}

/** The `error` of an error answer. @throws an error unless it looks like this */
export function isErrorOf(answer: ProbedAnswer, expected: ExpectedError): Json {
  const statuses = [expected.status].flat();
  if (!statuses.includes(answer.status)) {
    fail("the status", statuses.join(" or "), described(answer));
  }
  const error = isJson(isJson(answer.json, "the error body").error, "error");
  const message = isFilled(error.message, "error.message");
  if (expected.type !== undefined) isOneOf(error.type, [expected.type].flat(), "error.type");
  const names = [expected.names ?? []].flat();
  const isNamed = names.some((name) => isIn(message, name) || isIn(error.param, name));
  if (names.length > 0 && !isNamed) {
    fail("error.message", `a message that names ${names.join(" or ")}`, message);
  }
  return error;
}

/** The value at a path of members and indexes; undefined if there is no value. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isJsonObject(inner) ? inner[key] : undefined;
  }, value);
}

/** A value as text for people; long ones are cut. */
export function toText(value: unknown): string {
  return clip(JSON.stringify(value) ?? String(value), 300);
}

function isIn(text: unknown, name: string | RegExp): boolean {
  if (typeof text !== "string") return false;
  return typeof name === "string"
    ? text.toLowerCase().includes(name.toLowerCase())
    : name.test(text);
}

function described({ status, text }: ProbedAnswer): string {
  return `${status} ${clip(text, 200)}`;
}

function fail(what: string, expected: string, actual: unknown): never {
  throw new Error(`${what}: expected ${expected}, but it is ${toText(actual)}`);
}

/** JSON text that does not depend on the order of members. */
function toCanonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      isJsonObject(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? "undefined"
  );
}
