import { readErrorWords } from "../../../errors/error-words.js";
import type { ServiceError } from "../../../errors/service-error.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { toErrorType } from "../answers/errors.js";

/**
 * See `UpstreamFormat.toErrorEnvelope`. Clients read the error's message and ignore its other
 * members.
 */
export function toErrorEnvelope(body: JsonObject, error: ServiceError): JsonObject | undefined {
  if (isObject(body.error) && typeof body.error.message === "string") return body;
  const message = readErrorWords(body);
  return message === ""
    ? undefined
    : { type: "error", error: { type: toErrorType(error), message } };
}
