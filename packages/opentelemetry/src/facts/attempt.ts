import type { AttemptFacts, EndedAttempt } from "@diglot/core";
import type { Attributes } from "@opentelemetry/api";
import { generationOf } from "./operation.js";
import { providerOf, serverOf } from "./provider.js";

/** The name of the model for whoever answers: the upstream's own, or ours. */
export function askedModel({ upstreamModel, model }: AttemptFacts): string {
  return upstreamModel ?? model;
}

/**
 * What is said of an attempt in its span and in metrics, by the convention.
 * @param format the caller's
 */
export function attemptNames(attempt: AttemptFacts, format: string): Attributes {
  const { address, port } = serverOf(attempt);
  return {
    "gen_ai.operation.name": generationOf(format),
    "gen_ai.provider.name": providerOf(attempt),
    "gen_ai.request.model": askedModel(attempt),
    "server.address": address,
    "server.port": port,
    "diglot.model": attempt.model,
    "diglot.upstream.key": attempt.upstreamKey,
  };
}

/** Ends that are nobody's failure. */
const peaceful: ReadonlySet<EndedAttempt["end"]> = new Set(["completed", "client_abort", "unsent"]);

/** Why an attempt has failed; `undefined` if it has not. */
export function attemptErrorType({ end, failure }: EndedAttempt): string | undefined {
  return failure?.kind ?? (peaceful.has(end) ? undefined : end);
}

/** Why a reply has ended, in its upstream's words; `undefined` if it has not said so. */
export function finishReasonsOf(attempt: EndedAttempt | undefined): string[] | undefined {
  const reasons = attempt?.reply?.finishReasons ?? [];
  return reasons.length > 0 ? [...reasons] : undefined;
}
