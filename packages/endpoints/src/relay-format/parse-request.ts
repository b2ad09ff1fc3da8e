import type { JsonObject, ParsedRequest } from "@diglot/core";
import { findIssue, isObject, refuse, ServiceError, toServiceError } from "@diglot/core/formats";
import { formOf } from "../multipart/body-reader.js";
import { fingerprintOf } from "../multipart/fingerprint.js";
import type { RelayFormatOptions } from "./options.js";
import { refuseModel } from "./refusals.js";

/**
 * Checks the body of a request: it is an object, names a model and fits the schema of the endpoint.
 * @throws ServiceError `bad_request` or `invalid_json` with the first fault
 */
export function parseRequest(body: unknown, options: RelayFormatOptions): ParsedRequest {
  if (!isObject(body)) throw notParsed("The body must be a JSON object.");
  const form = formOf(body);
  const model = readModel(body);
  const { request: schema, forms = {} } = options;
  const issue = schema && findIssue(schema, body);
  if (issue) throw toServiceError(issue, new Map(Object.entries(forms)));
  const parsed = toParsedRequest(body, model, options);
  return form
    ? { ...parsed, attached: form.attached, fingerprint: () => fingerprintOf(form) }
    : parsed;
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
  { path, output, observeStream, reply }: RelayFormatOptions,
): ParsedRequest {
  const conversation = () => {
    throw refuseModel(model, path);
  };
  return {
    model,
    stream: (observeStream !== undefined || reply === "any") && asksForStream(body),
    body,
    maxTokens: output ? output.maxTokens(body) : 0,
    choices: output?.choices?.(body) ?? 1,
    endUser: readEndUser(body),
    conversation,
    readConversation: conversation,
  };
}

/** Values of a form are texts. */
function asksForStream({ stream }: JsonObject): boolean {
  return stream === true || stream === "true";
}

/** The newer of the two names takes precedence. */
function readEndUser({ safety_identifier: newer, user }: JsonObject): string | undefined {
  return [newer, user].find((name) => typeof name === "string");
}
