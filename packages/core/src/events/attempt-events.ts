import type { HeaderList } from "../http/answers.js";
import type { Clock } from "../runtime/clock.js";
import { toFailureFacts } from "./failure-facts.js";
import type { Reporter } from "./reporter.js";
import type { AttemptFacts, EndedAttempt, RequestFacts } from "./request-facts.js";

/** What an attempt reports with. */
export interface AttemptEventParts {
  readonly report: Reporter;
  readonly clock: Clock;
  readonly facts: RequestFacts;
  readonly attempt: AttemptFacts;
  /** The moment of the monotonic clock at which the first content of the reply came. */
  firstContent(): number | undefined;
  onEnded(ended: EndedAttempt): void;
}

/** What is known at the end of an attempt. */
export interface AttemptResult
  extends Pick<EndedAttempt, "end" | "usage" | "costNanoDollars" | "reply"> {
  /** Why it has failed, if it has. */
  readonly error?: unknown;
  readonly upstreamStatus?: number | undefined;
}

/** Reports the events of one attempt: its beginning at once, and its end. */
export class AttemptEvents {
  /** What its upstream gets, so that it continues the caller's trace; `undefined`: nobody has said. */
  readonly traceHeaders: HeaderList | undefined;
  readonly #parts: AttemptEventParts;
  readonly #since: number;

  constructor(parts: AttemptEventParts) {
    this.#parts = parts;
    const { report, clock, facts, attempt } = parts;
    this.#since = clock.monotonic();
    const begun = { type: "attempt_begun", at: clock.now(), ...facts, attempt } as const;
    report(begun);
    this.traceHeaders = report.traceHeaders?.(begun);
  }

  /** To be called once. */
  end({ end, usage, costNanoDollars, error, upstreamStatus, reply }: AttemptResult): void {
    const { report, clock, facts, attempt, firstContent, onEnded } = this.#parts;
    const content = firstContent();
    const hasContent = content !== undefined && content >= this.#since;
    const ended: EndedAttempt = {
      ...attempt,
      end,
      failure: error === undefined ? undefined : toFailureFacts(error, upstreamStatus),
      milliseconds: clock.monotonic() - this.#since,
      firstContentMilliseconds: hasContent ? content - this.#since : undefined,
      usage,
      costNanoDollars,
      reply,
    };
    report({ type: "attempt_ended", at: clock.now(), ...facts, attempt: ended });
    onEnded(ended);
  }
}
