import { type FailureFacts, ServiceError } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";
import type { ShownFailure } from "../wire.js";

/** Causes that are followed; a chain may be a circle. */
const mostCauses = 8;
const longestMessage = 4_000;

/** What may be shown of contents, and of what may quote them. */
export interface Disclosure {
  readonly redactor: Redactor;
  /** Whether contents are captured. */
  readonly captures: boolean;
}

/**
 * A failure with the words of its error and of its causes, without secrets. What models and ports have
 * thrown may quote a prompt, so it is shown with its words only if contents are captured.
 * @param upstream the one that has failed, whose errors have a cause that the service itself describes
 */
export function showFailure(
  failure: FailureFacts,
  { redactor, captures }: Disclosure,
  upstream?: string,
): ShownFailure {
  const { fault, kind, upstreamStatus, error } = failure;
  const causes = causesOf(error);
  const own = captures ? causes.length : countOwn(failure, upstream);
  const words = causes.map((one, index) => (index < own ? wordsOf(one) : withoutWords(one)));
  return {
    ...{ fault, kind, upstreamStatus },
    // Twice as much, so that a secret at the cut is still seen as one.
    message: redactor.text(words.join("\n").slice(0, 2 * longestMessage)).slice(0, longestMessage),
  };
}

/** How many of an error and its causes are of the service itself. */
function countOwn({ fault, error }: FailureFacts, upstream: string | undefined): number {
  if (fault === "defect" || !ServiceError.is(error)) return 0;
  return upstream === undefined ? 1 : 2;
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

function withoutWords(error: unknown): string {
  return `${classOf(error)} (its message is shown if contents are captured)`;
}

/** The name of the class, which is part of a program; an error may choose its own name. */
function classOf(error: unknown): string {
  if (ServiceError.is(error)) return "ServiceError";
  return error instanceof Error ? error.constructor.name || "Error" : typeof error;
}
