import { readErrorWords } from "../../../errors/error-words.js";
import type { ServiceError } from "../../../errors/service-error.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { toErrorBody } from "../answers/errors.js";

/** See `UpstreamFormat.toErrorEnvelope`. Numbers as codes are common, and clients take them. */
export function toErrorEnvelope(body: JsonObject, error: ServiceError): JsonObject | undefined {
  if (isObject(body.error) && typeof body.error.message === "string") return body;
  const message = readErrorWords(body);
  return message === "" ? undefined : { error: { ...toErrorBody(error).error, message } };
}
