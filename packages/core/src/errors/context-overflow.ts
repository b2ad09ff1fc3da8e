import { ServiceError } from "./service-error.js";

/** How far a prompt is over what the model takes, in tokens, as the upstream wrote the numbers. */
export interface OverflowNumbers {
  readonly tokens?: string | undefined;
  readonly maximum?: string | undefined;
}

/**
 * The error of a prompt that does not fit into the model's context. One for both formats: clients of
 * Chat Completions know the code, agents that speak Messages know the wording, shorten their history
 * and go on. Anything else they repeat for ever.
 */
export function contextOverflow(
  { tokens, maximum }: OverflowNumbers,
  more: { readonly mayHaveRun: boolean; readonly cause: Error },
): ServiceError {
  const excess =
    tokens === undefined
      ? "it exceeds the model's maximum context length"
      : `${tokens} tokens > ${maximum} maximum`;
  return new ServiceError({
    kind: "bad_request",
    code: "context_length_exceeded",
    message: `prompt is too long: ${excess}`,
    ...more,
  });
}
