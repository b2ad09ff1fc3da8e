import { ServiceError } from "./service-error.js";

/** By how much a prompt is too long for the model, in tokens, as the upstream wrote the numbers. */
export interface OverflowNumbers {
  readonly tokens?: string | undefined;
  readonly maximum?: string | undefined;
}

/**
 * The error of a prompt that does not fit into the model's context. One for both formats: clients of
 * Chat Completions know the code, agents that speak Messages know the wording, shorten their history
 * and continue. They repeat any other error forever.
 */
export function contextOverflow(
  { tokens, maximum }: OverflowNumbers,
  more: { readonly upstreamStatus: number; readonly mayHaveRun: boolean; readonly cause: Error },
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
