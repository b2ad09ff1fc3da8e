import { type FieldPath, ServiceError } from "../../../errors/service-error.js";
import {
  type Issue,
  type LimitIssue,
  pathOf,
  patternOf,
  sizeOf,
} from "../../../validation/issue.js";
import { jsonTypeOf } from "../../../validation/json-type.js";

/** The names of the JSON types in this format's errors. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ["string", "a valid string"],
  ["number", "a valid number"],
  ["int", "a valid integer"],
  ["boolean", "a valid boolean"],
  ["array", "a valid list"],
  ["object", "a valid dictionary"],
  ["record", "a valid dictionary"],
]);

const integerFields: ReadonlySet<string | number> = new Set([
  "max_tokens",
  "top_k",
  "budget_tokens",
]);

/** Fields that have their own error text for values out of range. */
const ownLimitTexts: ReadonlyMap<string, string> = new Map([
  ["messages", "at least one message is required"],
  ["temperature", "range: 0..1"],
  ["top_p", "range: 0..1"],
]);

/** A `bad_request` whose message is not about one field. */
export function badRequest(message: string, param?: string): ServiceError {
  return new ServiceError({ kind: "bad_request", message, param });
}

/** A `bad_request` in the style of this wire: `PATH: TEXT`, the path joined with dots. */
export function badField(path: FieldPath, text: string): ServiceError {
  const param = path.join(".");
  return badRequest(param === "" ? text : `${param}: ${text}`, param === "" ? undefined : param);
}

/** The text for a member that the schema does not name. */
export const textExtraInputs = "Extra inputs are not permitted";

/** The text for a required member that is absent. */
export const textFieldRequired = "Field required";

/** The most characters of a caller's value that an error repeats. */
export const longestTag = 128;

/** The text for a union with an unexpected tag. */
export function toTagText(tag: unknown, expected: readonly string[]): string {
  return `Input tag '${String(tag).slice(0, longestTag)}' found using 'type' does not match any of the expected tags: ${expected.map(quote).join(", ")}`;
}

/** The text for a value that is not in a fixed list: `Input should be 'a', 'b' or 'c'`. */
export function toChoiceText(allowed: readonly string[]): string {
  const last = allowed.at(-1) ?? "";
  const rest = allowed.slice(0, -1).map(quote).join(", ");
  return `Input should be ${rest === "" ? quote(last) : `${rest} or ${quote(last)}`}`;
}

/** Describes a problem as the real service's validator does. */
export function toServiceError(issue: Issue): ServiceError {
  if (issue.code === "unrecognized_keys") {
    return badField([...pathOf(issue), ...issue.keys.slice(0, 1)], textExtraInputs);
  }
  return badField(pathOf(issue), issue.input === undefined ? textFieldRequired : toText(issue));
}

function toText(issue: Issue): string {
  switch (issue.code) {
    case "invalid_value":
      if (typeof issue.input !== "string") return toTypeText("string", issue.input);
      return toChoiceText(issue.values.map(String));
    case "invalid_format":
      return `String should match pattern '${patternOf(issue)}'`;
    case "too_small":
      return toLimitText(issue, "least", "greater", issue.minimum);
    case "too_big":
      return toLimitText(issue, "most", "less", issue.maximum);
    case "invalid_type":
      return toTypeText(isInteger(pathOf(issue)) ? "int" : issue.expected, issue.input);
    default:
      return toTypeText("", issue.input);
  }
}

/** zod first expects a number; the real service expects an integer at once. */
function isInteger(path: FieldPath): boolean {
  return integerFields.has(path.at(-1) ?? "");
}

function toTypeText(expected: string, received: unknown): string {
  if (expected === "int" && jsonTypeOf(received) === "number") {
    return "Input should be a valid integer, got a number with a fractional part";
  }
  return `Input should be ${typeNames.get(expected) ?? "valid"}`;
}

function toLimitText(
  issue: LimitIssue,
  side: "least" | "most",
  comparison: "greater" | "less",
  limit: number | bigint,
): string {
  const own = ownLimitTexts.get(pathOf(issue).join("."));
  if (own !== undefined && !(issue.origin === "array" && side === "most")) return own;
  const plural = limit === 1 ? "" : "s";
  if (issue.origin === "string") return `String should have at ${side} ${limit} character${plural}`;
  if (issue.origin !== "array") return `Input should be ${comparison} than or equal to ${limit}`;
  return `List should have at ${side} ${limit} item${plural} after validation, not ${sizeOf(issue)}`;
}

function quote(word: string): string {
  return `'${word}'`;
}
