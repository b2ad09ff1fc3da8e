import type { HeaderList } from "../http/answers.js";
import type { Clock } from "../runtime/clock.js";
import { toFailureFacts } from "./failure-facts.js";
import type { Reporter } from "./reporter.js";
import type { AttemptFacts, EndedAttempt, RequestMoment } from "./request-facts.js";
import { type RunAttempt, toRunAttempt } from "./run-attempt.js";

/** What an attempt reports with. */
export interface AttemptEventParts {
  readonly report: Reporter;
  readonly clock: Clock;
  /** What is known of the request, now. */
  stamp(): RequestMoment;
  readonly attempt: AttemptFacts;
  /** The moment of the monotonic clock at which the request came. */
  readonly requestSince: number;
  onEnded(ended: EndedAttempt): void;
}

/** What is known at the end of an attempt. */
export interface AttemptResult
  extends Pick<EndedAttempt, "end" | "usage" | "costNanoDollars" | "reply"> {
  /** Why it has failed, if it has. */
  readonly error?: unknown;
  readonly upstreamStatus?: number | undefined;
  readonly keyRestMilliseconds?: number | undefined;
}

/** Reports the events of one attempt: its beginning at once, its first content, and its end. */
export class AttemptEvents {
  readonly attemptId: string;
  /** What its upstream gets, so that it continues the caller's trace; `undefined`: nobody has said. */
  readonly traceHeaders: HeaderList | undefined;
  /** Runs a part of the attempt in the reporter's context of it; `undefined`: no reporter has one. */
  readonly run: RunAttempt | undefined;
  readonly #parts: AttemptEventParts;
  readonly #since: number;
  #firstContent: number | undefined;
  #hasEnded = false;

  constructor(parts: AttemptEventParts) {
    this.#parts = parts;
    const { report, clock, stamp, attempt } = parts;
    this.attemptId = attempt.attemptId;
    this.#since = clock.monotonic();
    const begun = { type: "attempt_begun", ...stamp(), attempt } as const;
    report(begun);
    this.traceHeaders = report.traceHeaders?.(begun);
    const { runAttempt } = report;
    this.run = runAttempt && toRunAttempt((work) => runAttempt(begun, work));
  }

  /** Notes the first content of its reply. Later calls change nothing. */
  noteContent(): void {
    if (this.#hasEnded || this.#firstContent !== undefined) return;
    const { report, clock, stamp, attempt, requestSince } = this.#parts;
    const now = clock.monotonic();
    this.#firstContent = now - this.#since;
    report({
      type: "first_content",
      ...stamp(),
      attempt,
      milliseconds: now - requestSince,
      attemptMilliseconds: this.#firstContent,
    });
  }

  /** To be called once. */
  end(result: AttemptResult): void {
    const { end, usage, costNanoDollars, error, upstreamStatus, keyRestMilliseconds, reply } =
      result;
    // A reply that comes all at once has ended before anybody has seen its content.
    if (end === "completed") this.noteContent();
    this.#hasEnded = true;
    const { report, clock, stamp, attempt, onEnded } = this.#parts;
    const ended: EndedAttempt = {
      ...attempt,
      end,
      failure: error === undefined ? undefined : toFailureFacts(error, upstreamStatus),
      milliseconds: clock.monotonic() - this.#since,
      firstContentMilliseconds: this.#firstContent,
      keyRestMilliseconds,
      usage,
      costNanoDollars,
      reply,
    };
    report({ type: "attempt_ended", ...stamp(), attempt: ended });
    onEnded(ended);
  }
}
