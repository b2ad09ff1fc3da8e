import { clip } from "../../../errors/clip.js";
import { type FieldPath, ServiceError } from "../../../errors/service-error.js";
import {
  type Issue,
  type LimitIssue,
  pathOf,
  patternOf,
  sizeOf,
} from "../../../validation/issue.js";
import { type JsonType, jsonTypeOf } from "../../../validation/json-type.js";

/** The most characters of a caller's value that a message quotes; the rest is cut. */
export const longestQuote = 128;

const expectedNames: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["number", "a decimal"],
  ["int", "an integer"],
  ["boolean", "a boolean"],
  ["array", "an array"],
  ["object", "an object"],
  ["record", "an object"],
  ["valid", "a valid value"],
]);

/** The forms of members that the type of a value alone does not name. */
export type Forms = ReadonlyMap<string, string>;

const ownForms: ReadonlyMap<string, string> = new Map([
  ["functions", "an array of objects"],
  ["function_call", "one of a string or object"],
  ["tools", "an array of objects"],
  ["tool_choice", "one of a string or object"],
  ["max_completion_tokens", "an integer"],
  ["n", "an integer"],
  ["top_logprobs", "an integer"],
  ["seed", "an integer"],
  ["max_tokens", "an integer"],
  ["stop", "one of a string or array of strings"],
  ["modalities", "an array of strings"],
]);

const receivedNames: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "a boolean",
  integer: "an integer",
  number: "a decimal",
  string: "a string",
  array: "an array",
  object: "an object",
};

/** A refusal of the request. `code` is null if the wire has no code. */
export function refuse(message: string, param?: string, code: string | null = null): ServiceError {
  return new ServiceError({ kind: "bad_request", message, param, code });
}

/** The error for a model that does not exist or that the key may not use. */
export function unknownModel(name: string): ServiceError {
  const shown = clip(name, longestQuote);
  return new ServiceError({
    kind: "unknown_model",
    message: `The model \`${shown}\` does not exist or you do not have access to it.`,
  });
}

/** A path as the wire writes it, such as `messages[0].content[1].image_url.url`. */
export function toParam(path: FieldPath): string {
  return path.reduce<string>((param, key) => {
    if (typeof key === "number") return `${param}[${key}]`;
    return param === "" ? key : `${param}.${key}`;
  }, "");
}

/** Values as the wire lists them: `'a', 'b', and 'c'`. */
export function listValues(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  if (quoted.length <= 2) return quoted.join(" and ");
  return `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}`;
}

/** A value of the caller inside a message: quoted, and cut if it is long. */
export function quote(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
  return `'${clip(text, longestQuote)}'`;
}

/** The refusal of a parameter that the model does not support. */
export function refuseParameter(name: string, advice = ""): ServiceError {
  return refuse(
    `Unsupported parameter: '${name}' is not supported with this model.${advice}`,
    name,
    "unsupported_parameter",
  );
}

/** The refusal of a value that the model does not support. `advice` names the supported values. */
export function refuseValue(path: FieldPath, value: unknown, advice = ""): ServiceError {
  const param = toParam(path);
  const shown = typeof value === "string" ? quote(value) : String(value);
  return refuse(
    `Unsupported value: '${param}' does not support ${shown} with this model.${advice}`,
    param,
    "unsupported_value",
  );
}

/** The sentence that names the values a model takes. */
export function adviseValues(values: readonly string[]): string {
  return values.length === 0 ? "" : ` Supported values are: ${listValues(values)}.`;
}

/** The refusal of a member that nobody knows. */
export function refuseUnknown(name: string): ServiceError {
  return refuse(`Unknown parameter: '${name}'.`, name, "unknown_parameter");
}

/** The refusal of a request that lacks a member. */
export function refuseMissing(path: FieldPath): ServiceError {
  const param = toParam(path);
  return refuse(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
}

/**
 * A problem in the words of the wire, with its param and code.
 * @param forms those of another format with the same words; @default those of this one
 */
export function toServiceError(issue: Issue, forms: Forms = ownForms): ServiceError {
  const param = toParam(pathOf(issue));
  if (issue.input === undefined) return refuseMissing(pathOf(issue));
  switch (issue.code) {
    case "invalid_value":
      return typeof issue.input === "string"
        ? refuseWord(param, issue.input, issue.values.map(String))
        : toTypeError(param, "string", issue.input, forms);
    case "too_small":
    case "too_big":
      return toLimitError(param, issue, forms);
    case "invalid_format":
      return refuse(
        `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${patternOf(issue)}'.`,
        param,
        "invalid_value",
      );
    case "invalid_type":
      return toTypeError(param, issue.expected, issue.input, forms);
    default:
      return toTypeError(param, "valid", issue.input, forms);
  }
}

/** The refusal of a word that is not in a fixed list. */
export function refuseWord(param: string, word: string, values: readonly string[]): ServiceError {
  return refuse(
    `Invalid value: ${quote(word)}. Supported values are: ${listValues(values)}.`,
    param,
    "invalid_value",
  );
}

function toTypeError(
  param: string,
  expected: string,
  received: unknown,
  forms: Forms,
): ServiceError {
  const form = forms.get(param) ?? expectedNames.get(expected) ?? expected;
  return refuse(
    `Invalid type for '${param}': expected ${form}, but got ${receivedNames[jsonTypeOf(received)]} instead.`,
    param,
    "invalid_type",
  );
}

function toLimitError(param: string, issue: LimitIssue, forms: Forms): ServiceError {
  const { origin } = issue;
  if (origin === "string") return toLengthError(param, issue, "string");
  if (origin === "array") return toLengthError(param, issue, "array");
  return toNumberError(param, issue, forms.get(param) === "an integer" ? "integer" : "decimal");
}

function toNumberError(
  param: string,
  issue: LimitIssue,
  type: "integer" | "decimal",
): ServiceError {
  const size = sizeOf(issue);
  const got = type === "decimal" && Number.isInteger(size) ? size.toFixed(1) : String(size);
  const [side, sign, limit, name] =
    issue.code === "too_small"
      ? (["below minimum", ">=", issue.minimum, "below_min_value"] as const)
      : (["above maximum", "<=", issue.maximum, "above_max_value"] as const);
  return refuse(
    `Invalid '${param}': ${type} ${side} value. Expected a value ${sign} ${limit}, but got ${got} instead.`,
    param,
    `${type}_${name}`,
  );
}

function toLengthError(param: string, issue: LimitIssue, type: "string" | "array"): ServiceError {
  const article = type === "string" ? "a string" : "an array";
  const size = sizeOf(issue);
  const empty = size === 0;
  const [fault, limit, name] =
    issue.code === "too_big"
      ? ([
          `${type} too long`,
          `maximum length ${issue.maximum}`,
          `${type}_above_max_length`,
        ] as const)
      : ([
          empty ? `empty ${type}` : `${type} too short`,
          `minimum length ${issue.minimum}`,
          empty ? `empty_${type}` : `${type}_below_min_length`,
        ] as const);
  const got = empty ? `an empty ${type}` : `${article} with length ${size}`;
  return refuse(
    `Invalid '${param}': ${fault}. Expected ${article} with ${limit}, but got ${got} instead.`,
    param,
    name,
  );
}
