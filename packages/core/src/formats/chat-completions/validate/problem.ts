import { clip } from "../../../errors/clip.js";
import { type FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { JsonType, Problem } from "../../../schema/problem.js";

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

/**
 * A problem in the words of the wire, with its param and code.
 * @param expected what the field accepts, if the schema alone cannot say it ("an integer")
 */
export function toServiceError(problem: Problem, expected?: string): ServiceError {
  const param = toParam(problem.path);
  switch (problem.kind) {
    case "missing":
      return refuse(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
    case "type":
      return toTypeError(param, expected ?? problem.expected, problem.received);
    case "value":
      return refuse(
        `Invalid value: ${quote(problem.received)}. Supported values are: ${listValues(problem.allowed)}.`,
        param,
        "invalid_value",
      );
    case "below":
    case "above":
      return toLimitError(param, problem, expected === "an integer");
    case "pattern":
      return refuse(
        `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${problem.pattern}'.`,
        param,
        "invalid_value",
      );
    case "unknown":
      return refuse(`Unknown parameter: '${param}'.`, param, "unknown_parameter");
  }
}

function toTypeError(param: string, expected: string, received: JsonType): ServiceError {
  return refuse(
    `Invalid type for '${param}': expected ${expectedNames.get(expected) ?? expected}, but got ${receivedNames[received]} instead.`,
    param,
    "invalid_type",
  );
}

type Limit = Extract<Problem, { kind: "below" | "above" }>;

function toLimitError(param: string, limit: Limit, integer: boolean): ServiceError {
  return limit.of === "number"
    ? toNumberError(param, limit, integer ? "integer" : "decimal")
    : toLengthError(param, limit, limit.of);
}

function toNumberError(param: string, exceeded: Limit, type: "integer" | "decimal"): ServiceError {
  const whole = type === "decimal" && Number.isInteger(exceeded.received);
  const got = whole ? exceeded.received.toFixed(1) : String(exceeded.received);
  const [side, sign, limit, name] =
    exceeded.kind === "below"
      ? (["below minimum", ">=", exceeded.minimum, "below_min_value"] as const)
      : (["above maximum", "<=", exceeded.maximum, "above_max_value"] as const);
  return refuse(
    `Invalid '${param}': ${type} ${side} value. Expected a value ${sign} ${limit}, but got ${got} instead.`,
    param,
    `${type}_${name}`,
  );
}

function toLengthError(param: string, exceeded: Limit, type: "string" | "array"): ServiceError {
  const article = type === "string" ? "a string" : "an array";
  const empty = exceeded.received === 0;
  const [fault, limit, name] =
    exceeded.kind === "above"
      ? ([
          `${type} too long`,
          `maximum length ${exceeded.maximum}`,
          `${type}_above_max_length`,
        ] as const)
      : ([
          empty ? `empty ${type}` : `${type} too short`,
          `minimum length ${exceeded.minimum}`,
          empty ? `empty_${type}` : `${type}_below_min_length`,
        ] as const);
  const got = empty ? `an empty ${type}` : `${article} with length ${exceeded.received}`;
  return refuse(
    `Invalid '${param}': ${fault}. Expected ${article} with ${limit}, but got ${got} instead.`,
    param,
    name,
  );
}
