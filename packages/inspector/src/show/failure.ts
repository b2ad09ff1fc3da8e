import type { FailureFacts } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";
import type { ShownFailure } from "../wire.js";

/** Causes that are followed; a chain may be a circle. */
const mostCauses = 8;
const longestMessage = 4_000;

/** A failure with the words of its error and of its causes, without secrets. */
export function showFailure(failure: FailureFacts, redactor: Redactor): ShownFailure {
  const { fault, kind, upstreamStatus, error } = failure;
  const words = causesOf(error).map(wordsOf).join("\n").slice(0, longestMessage);
  return { fault, kind, upstreamStatus, message: redactor.text(words) };
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  let next = error;
  while (next !== undefined && causes.length < mostCauses) {
    causes.push(next);
    next = next instanceof Error ? next.cause : undefined;
  }
  return causes;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
