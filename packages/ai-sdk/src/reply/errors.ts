import { ServiceError, toProviderError } from "@diglot/core";
import { unreadable } from "@diglot/core/frameworks";

/** Errors of the AI SDK itself that say that a request cannot be answered as it is. */
const unsupportedErrors: ReadonlySet<unknown> = new Set([
  "AI_UnsupportedFunctionalityError",
  "AI_DownloadError",
]);

/** Errors of the AI SDK itself that say that a provider's answer cannot be read. They quote it. */
const unreadableErrors: ReadonlySet<unknown> = new Set([
  "AI_APICallError",
  "AI_EmptyResponseBodyError",
  "AI_InvalidResponseDataError",
  "AI_JSONParseError",
  "AI_TypeValidationError",
]);

/** What an error of the AI SDK, or of a provider of it, means to the caller. */
export function toCallError(thrown: unknown): unknown {
  const { name, lastError } = Object(thrown);
  if (unsupportedErrors.has(name)) {
    return new ServiceError({
      kind: "bad_request",
      message: "The model behind this endpoint does not support a part of this request.",
      cause: new Error(`The AI SDK has thrown ${name}.`),
    });
  }
  const read = toProviderError(thrown);
  const quoting = [name, Object(lastError).name].find((one) => unreadableErrors.has(one));
  return read === thrown && quoting !== undefined ? unreadable(quoting) : read;
}
