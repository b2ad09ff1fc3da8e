import type { AttemptBegun, AttemptEnded, EndedAttempt } from "@diglot/core";
import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  type Tracer,
} from "@opentelemetry/api";
import { askedModel, attemptErrorType, attemptNames, finishReasonsOf } from "../facts/attempt.js";
import { identityOf } from "../facts/identity.js";
import { generationOf } from "../facts/operation.js";
import { toSeconds, toTime } from "../facts/time.js";
import { isCounted } from "../facts/tokens.js";
import type { Identity } from "../options.js";
import { failureAttributes, markFailed } from "./failure.js";
import { tokenAttributes } from "./tokens.js";
import { setAttributes, startSpan } from "./write-span.js";

/** Begins the span of an attempt below the one of its request. */
export function startAttemptSpan(
  tracer: Tracer,
  event: AttemptBegun,
  { parent, named }: { readonly parent: Context; readonly named: ReadonlySet<Identity> },
): Span {
  const { attempt, at, requestId, stream, format } = event;
  return startSpan(
    tracer,
    `${generationOf(format)} ${askedModel(attempt)}`,
    {
      // The convention's kind for a model in the same process.
      kind: attempt.upstream === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT,
      startTime: toTime(at),
      attributes: {
        ...attemptNames(attempt, format),
        ...identityOf(event, named),
        "diglot.request.id": requestId,
        "gen_ai.request.stream": stream || undefined,
        "diglot.attempt.id": attempt.attemptId,
        "diglot.attempt.number": attempt.number,
        "diglot.upstream.format": attempt.upstreamFormat,
        "diglot.reserved.nano_dollars": attempt.reservedNanoDollars,
      },
    },
    parent,
  );
}

/** Ends the span of an attempt. */
export function endAttemptSpan(span: Span, { attempt, at, stream }: AttemptEnded): void {
  if (span.isRecording()) {
    setAttributes(span, endAttributes(attempt, stream));
    if (attemptErrorType(attempt) !== undefined) {
      markFailed(span, attempt.failure, attempt.upstream);
    }
  }
  span.end(toTime(at));
}

/** For how many seconds the key rests, if it does. */
function restOf({ keyRestMilliseconds: rest }: EndedAttempt): number | undefined {
  return rest === undefined ? undefined : toSeconds(rest);
}

function endAttributes(attempt: EndedAttempt, stream = false): Attributes {
  const { failure, firstContentMilliseconds: first, reply, usage } = attempt;
  return {
    "gen_ai.response.time_to_first_chunk":
      stream && first !== undefined ? toSeconds(first) : undefined,
    "gen_ai.response.id": reply?.id,
    "gen_ai.response.model": reply?.model,
    "gen_ai.response.finish_reasons": finishReasonsOf(attempt),
    ...(isCounted(usage) && tokenAttributes(usage)),
    "diglot.attempt.end": attempt.end,
    "diglot.cost.nano_dollars": attempt.costNanoDollars,
    "diglot.upstream.key_rest": restOf(attempt),
    ...(failure && failureAttributes(failure)),
    "error.type": attemptErrorType(attempt),
  };
}
