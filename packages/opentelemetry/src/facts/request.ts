import type { EndedAttempt, RequestEnded, RequestFacts } from "@diglot/core";
import type { Attributes } from "@opentelemetry/api";
import { operationOf } from "./operation.js";
import { ownProvider } from "./provider.js";

/**
 * What is said of a request in its span and in metrics, by the convention. The name that the caller
 * asked for may be anything: metrics have the id of the model that it stands for.
 */
export function requestNames(facts: RequestFacts, askedModel: string | undefined): Attributes {
  const operation = operationOf(facts);
  return {
    "gen_ai.operation.name": operation,
    "gen_ai.provider.name": operation && ownProvider,
    "gen_ai.request.model": operation && askedModel,
    "diglot.format": facts.format,
  };
}

/** The attempt whose reply the caller got, or was getting. */
export function answeringAttempt({
  attempts,
  answeredBy,
}: Pick<RequestEnded, "attempts" | "answeredBy">): EndedAttempt | undefined {
  return attempts.findLast(({ failure, model }) => !failure && model === answeredBy);
}

/** Why a request has failed or was refused; `undefined` if neither. */
export function requestErrorType({ outcome, failure, status }: RequestEnded): string | undefined {
  if (outcome === "answered" || outcome === "left") return undefined;
  return failure?.kind ?? String(status);
}
