import { equal, holds, isErrorOf, isFilled, isJson, type Json, matches } from "../../expect.js";
import type { ProbedAnswer } from "../../probing/probe.js";

/** How a refusal must look. */
export interface ExpectedRefusal {
  /** @default 400 */
  readonly status?: number | undefined;
  /** Not looked at if absent. */
  readonly param?: string | RegExp | null | undefined;
  /** Not looked at if absent. */
  readonly code?: string | null | undefined;
  /** What the message must name. */
  readonly says?: RegExp | undefined;
}

const members = ["message", "type", "param", "code"];

/**
 * The `error` of an error body with all four members, which is JSON by its content type.
 * @throws an error unless it is one
 */
export function isEnvelope(answer: ProbedAnswer): Json {
  matches(answer.headers.get("content-type"), /^application\/json\b/i, "content-type");
  const error = isJson(isJson(answer.json, "the error body").error, "error");
  for (const name of members) {
    holds(Object.hasOwn(error, name), `error.${name} is absent`, error);
  }
  isFilled(error.message, "error.message");
  isFilled(error.type, "error.type");
  for (const name of ["param", "code"]) {
    const value = error[name];
    holds(value === null || typeof value === "string", `error.${name} is no text or null`, value);
  }
  return error;
}

/** The `error` of a refusal. @throws an error unless it is refused like this */
export function isRefusal(answer: ProbedAnswer, expected: ExpectedRefusal = {}): Json {
  isErrorOf(answer, { status: expected.status ?? 400, type: "invalid_request_error" });
  const error = isEnvelope(answer);
  const { param, code, says } = expected;
  if (param instanceof RegExp) matches(error.param, param, "error.param");
  else if (param !== undefined) equal(error.param, param, "error.param");
  if (code !== undefined) equal(error.code, code, "error.code");
  if (says) matches(error.message, says, "error.message");
  return error;
}
