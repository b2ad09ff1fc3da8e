import {
  below,
  findIssue,
  type Issue,
  jsonTypeOf,
  quote,
  refuse,
  refuseMissing,
  ServiceError,
} from "@diglot/core/formats";
import { type ResponsesRequest, requestHead } from "../schemas/request.js";
import type { FormatSettings } from "../settings.js";
import { readTools } from "../wire/tool-table.js";
import { findInputFault } from "./input.js";
import { findMovedFault } from "./moved.js";
import { toServiceError } from "./problem.js";
import { findStateFault } from "./state.js";
import { findFormatIssue } from "./text-format.js";
import { findToolChoiceIssue, findToolsIssue } from "./tools.js";

type Fields = Readonly<Record<string, unknown>>;

/** The members after `model` and `input`, in the vendor's order. */
const fields = Object.entries(requestHead.shape).slice(2);

/** The vendor's limits of `metadata`. */
const mostPairs = 16;
const longestKey = 64;
const longestValue = 512;

/**
 * Checks a body in the vendor's order: model, input, unknown members, then member by member, then what
 * the request refers to. The first fault ends it, and no list is walked before its length is checked.
 * @throws ServiceError `bad_request` with that fault
 */
export function validateRequest(body: unknown, settings: FormatSettings): ResponsesRequest {
  if (jsonTypeOf(body) !== "object") {
    throw new ServiceError({ kind: "invalid_json", message: "The body must be a JSON object." });
  }
  const request = body as Fields;
  const fault =
    findModelFault(request.model) ??
    findMovedFault(request) ??
    (request.input === undefined || request.input === null
      ? refuseMissing(["input"])
      : undefined) ??
    settings.strict?.requests?.findUnknownField(request) ??
    findInputFault(request, settings) ??
    findFieldFault(request, settings) ??
    findChoiceFault(request as ResponsesRequest) ??
    findStateFault(request as ResponsesRequest);
  if (fault) throw fault;
  return request as ResponsesRequest;
}

function findModelFault(model: unknown): ServiceError | undefined {
  if (model === undefined) return refuseMissing(["model"]);
  if (model === "") {
    return refuse("The requested model '' does not exist.", "model", "model_not_found");
  }
  if (typeof model === "string") return undefined;
  // The vendor calls a null an object here.
  const input = model === null ? {} : model;
  return toServiceError({ code: "invalid_type", expected: "string", input, path: ["model"] });
}

function findFieldFault(request: Fields, settings: FormatSettings): ServiceError | undefined {
  for (const [name, schema] of fields) {
    const value = request[name];
    if (value === undefined || value === null) continue;
    const issue = findIssue(schema, value) ?? findInnerIssue(name, value, settings);
    if (issue) return toServiceError(below(issue, name));
    const fault =
      name === "metadata"
        ? findMetadataFault(value as Fields)
        : settings.strict?.requests?.findFault(name, request);
    if (fault) return fault;
  }
  return undefined;
}

/** The members whose parts are distinguished by type. */
function findInnerIssue(name: string, value: unknown, settings: FormatSettings): Issue | undefined {
  if (name === "tools") return findToolsIssue(value as readonly unknown[], settings);
  if (name === "tool_choice") return findToolChoiceIssue(value);
  if (name === "text") return findFormatIssue(value as ResponsesRequest["text"]);
  return undefined;
}

/** Finds a forced choice of a tool that the request does not declare. */
function findChoiceFault(request: ResponsesRequest): ServiceError | undefined {
  const choice = request.tool_choice;
  if (typeof choice !== "object" || (choice?.type !== "function" && choice?.type !== "custom")) {
    return undefined;
  }
  const isDeclared = readTools(request).callable.some(({ name }) => name === choice.name);
  if (isDeclared) return undefined;
  return refuse(
    `Tool choice ${quote(choice.name)} not found in 'tools' parameter.`,
    "tool_choice",
    "invalid_value",
  );
}

function findMetadataFault(metadata: Fields): ServiceError | undefined {
  const pairs = Object.entries(metadata);
  if (pairs.length > mostPairs) {
    return refuse(
      `Invalid 'metadata': too many properties. Expected an object with at most ${mostPairs} properties, but got an object with ${pairs.length} properties instead.`,
      "metadata",
      "object_above_max_properties",
    );
  }
  for (const [name, value] of pairs) {
    const tooLong =
      findLengthIssue(name, longestKey) ?? findLengthIssue(String(value), longestValue);
    if (tooLong) return toServiceError(below(tooLong, "metadata", name));
  }
  return undefined;
}

function findLengthIssue(input: string, maximum: number): Issue | undefined {
  return input.length > maximum ? { code: "too_big", origin: "string", maximum, input } : undefined;
}
