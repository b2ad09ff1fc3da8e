import type { ChatCompletionRequest } from "../schemas/request.js";

/** Whether a request uses only `functions`, the predecessor of `tools`, so that its reply has one call. */
export function knowsOnlyFunctions({ functions, tools }: ChatCompletionRequest): boolean {
  return (functions?.length ?? 0) > 0 && (tools?.length ?? 0) === 0;
}
