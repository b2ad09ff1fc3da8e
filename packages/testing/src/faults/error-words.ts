import type { ErrorKind } from "@diglot/core";
import type { SpokenFormat } from "../common/formats.js";

/** What the services say of an error if a script says nothing, where all say the same. */
const common: Readonly<Record<ErrorKind, string>> = {
  bad_request: "The request is invalid.",
  invalid_json: "The request body is not valid JSON.",
  unauthenticated: "The API key is invalid.",
  no_permission: "The API key has no permission for this.",
  unknown_model: "The model does not exist.",
  unknown_path: "Not found.",
  method_not_allowed: "The method is not allowed here.",
  conflict: "The request conflicts with another one that is still running.",
  idempotency_mismatch: "This idempotency key was used for another request. Use a new one.",
  idempotency_lost: "The outcome of the first request with this idempotency key is not known.",
  too_large: "The request body is too large.",
  unsupported_media: "The content type is not supported.",
  rate_limited: "Rate limit reached. Please try again later.",
  concurrency_limited: "Too many requests are running at once. Please try again later.",
  budget_exhausted: "You exceeded your current quota. Please check your plan and billing details.",
  overloaded: "The server is overloaded. Please try again later.",
  upstream_unavailable: "The model could not be reached.",
  upstream_bad_response: "The model's reply was malformed.",
  upstream_timeout: "The model did not answer in time.",
  store_unavailable: "The service cannot reach one of its stores. Try again soon.",
  internal: "The server had an error while processing your request.",
};

/** The words of the vendor of Chat Completions and Responses. */
const openAi = {
  internal: "The server had an error while processing your request. Sorry about that!",
} as const;

/** Where a format has words of its own, as clients and logs know them. */
const own: Readonly<Record<SpokenFormat, Partial<Readonly<Record<ErrorKind, string>>>>> = {
  messages: {
    unauthenticated: "invalid x-api-key",
    rate_limited: "This request would exceed your account's rate limit. Please try again later.",
    budget_exhausted: "Your credit balance is too low to access the API.",
    overloaded: "Overloaded",
    internal: "Internal server error",
  },
  "chat-completions": openAi,
  responses: openAi,
};

/** All kinds of errors. */
export const errorKinds: readonly string[] = Object.keys(common);

/** The usual words of a format's service for an error of this kind. */
export function usualWords(kind: ErrorKind, format: SpokenFormat): string {
  return own[format][kind] ?? common[kind];
}
