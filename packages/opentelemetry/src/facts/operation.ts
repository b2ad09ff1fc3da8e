import type { RequestFacts } from "@diglot/core";

/**
 * The convention's name of what was asked of a model; `undefined` for everything else that a service
 * answers, such as its list of models.
 */
export function operationOf({ operation }: RequestFacts): string | undefined {
  if (operation === "generate") return "chat";
  return operation === "count_tokens" ? operation : undefined;
}
