import type { JsonObject, ParsedRequest } from "@diglot/core";
import { findIssue, isObject, refuse, ServiceError, toServiceError } from "@diglot/core/formats";
import type { RelayFormatOptions } from "./options.js";
import { refuseModel } from "./refusals.js";

/**
 * Checks the body of a request: it is an object, names a model and fits the schema of the endpoint.
 * @throws ServiceError `bad_request` or `invalid_json` with the first fault
 */
export function parseRequest(body: unknown, options: RelayFormatOptions): ParsedRequest {
  if (!isObject(body)) throw notParsed("The body must be a JSON object.");
  const model = readModel(body);
  const { request: schema, forms = {} } = options;
  const issue = schema && findIssue(schema, body);
  if (issue) throw toServiceError(issue, new Map(Object.entries(forms)));
  return toParsedRequest(body, model, options);
}

/** The words are those of Chat Completions, which the vendor has for all its endpoints. */
function readModel({ model }: JsonObject): string {
  if (model === undefined || model === null || model === "") {
    throw refuse("you must provide a model parameter", "model");
  }
  if (typeof model !== "string") throw notParsed("The model must be a string.");
  return model;
}

function notParsed(message: string): ServiceError {
  return new ServiceError({ kind: "invalid_json", message });
}

/** There is no conversation in the request, so a model that asks for one does not know the endpoint. */
function toParsedRequest(
  body: JsonObject,
  model: string,
  { path, output, observeStream }: RelayFormatOptions,
): ParsedRequest {
  const conversation = () => {
    throw refuseModel(model, path);
  };
  return {
    model,
    stream: observeStream !== undefined && body.stream === true,
    body,
    maxTokens: output ? output.maxTokens(body) : 0,
    choices: output?.choices?.(body) ?? 1,
    endUser: readEndUser(body),
    conversation,
    readConversation: conversation,
  };
}

/** The newer of the two names takes precedence. */
function readEndUser({ safety_identifier: newer, user }: JsonObject): string | undefined {
  return [newer, user].find((name) => typeof name === "string");
}
