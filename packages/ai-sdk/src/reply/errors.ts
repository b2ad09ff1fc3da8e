import { ServiceError, toProviderError } from "@diglot/core";

/** Errors of the AI SDK itself that say that a request cannot be answered as it is. */
const blaming: ReadonlySet<unknown> = new Set([
  "AI_UnsupportedFunctionalityError",
  "AI_DownloadError",
]);

/** What an error of the AI SDK, or of a provider of it, means to the caller. */
export function toCallError(thrown: unknown): unknown {
  const { name } = Object(thrown);
  if (!blaming.has(name)) return toProviderError(thrown);
  return new ServiceError({
    kind: "bad_request",
    message: "The model behind this endpoint does not support a part of this request.",
    cause: new Error(`The AI SDK has thrown ${name}.`),
  });
}
