import type { Reservation } from "../accounts/ledger/ledger.js";
import type { Receipt } from "../conversation/receipt/receipt.js";
import type { Clock } from "../runtime/clock.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import { AttemptEvents } from "./attempt-events.js";
import { AttemptLog } from "./attempt-log.js";
import type { Failure } from "./event.js";
import { FactLog } from "./fact-log.js";
import { toFailureFacts, toStoreFailure } from "./failure-facts.js";
import type { Reporter } from "./reporter.js";
import type {
  AttemptFacts,
  EndedAttempt,
  FailedAttempt,
  RequestFacts,
  RequestMoment,
  Waited,
} from "./request-facts.js";
import { RequestResult } from "./request-result.js";
import { RequestTimes } from "./request-times.js";
import { type EventBatch, type ShowContent, showEvents } from "./show-contents.js";

/** Where an attempt goes. */
type Destination = Pick<
  AttemptFacts,
  "upstream" | "upstreamModel" | "upstreamFormat" | "upstreamKey"
>;

/**
 * Collects what is known of one request, and reports its events. It exists only if somebody listens.
 * The end is reported once the answer stands, the run is over, and all attempts have ended.
 */
export class RequestEvents {
  /** Who asks, and for what. */
  readonly facts: FactLog;
  readonly #report: Reporter;
  readonly #clock: Clock;
  #receipt: Receipt | undefined;
  #hasReply = false;
  #isRunning = false;
  readonly #times: RequestTimes;
  readonly #result = new RequestResult();
  readonly #attempts = new AttemptLog();

  constructor(report: Reporter, clock: Clock, facts: RequestFacts) {
    this.#report = report;
    this.#clock = clock;
    this.facts = new FactLog(facts);
    this.#times = new RequestTimes(clock);
  }

  /** Reports that the request begins. Its end waits for `noteOver`. */
  begin(receipt: Receipt): void {
    this.#isRunning = true;
    this.#receipt = receipt;
    const milliseconds = this.#times.elapsed();
    this.#report({ type: "request_begun", ...this.#stamp(), milliseconds });
  }

  /** Waits for the limits or the ledger, and counts the time. */
  waitFor<T>(what: keyof Waited, work: MaybePromise<T>): Promise<T> {
    return this.#times.waitFor(what, work);
  }

  /** Notes that a reply begins: from now on there may be losses to report. */
  noteReply(): void {
    this.#hasReply = true;
  }

  /** Notes which attempt answers one of several choices. */
  noteChoice(choice: number, attemptId: string): void {
    this.#attempts.noteChoice(choice, attemptId);
  }

  /** What notes of a reply what passes, and shows its events to whoever sees contents. */
  toListener(show: ShowContent | undefined) {
    const { requestId } = this.facts.known;
    const attemptIdOf = (choice?: number) => this.#attempts.of(choice)?.attemptId;
    return {
      noteContent: (choice?: number) => {
        this.#times.noteContent();
        this.#attempts.of(choice)?.noteContent();
      },
      noteEvents:
        show &&
        ((batch: EventBatch) =>
          showEvents(batch, { requestId, attemptIdOf }, { show, clock: this.#clock })),
    };
  }

  /** Notes why the request fails; the first reason counts. */
  noteFailure(error: unknown): void {
    this.#result.noteFailure(error);
  }

  /** Reports that a store has failed at something that no answer waits for. */
  reportStoreFailure(step: Failure["step"], error: unknown, attemptId?: string): void {
    this.#report({
      type: "failure",
      ...this.#stamp(),
      step,
      attemptId,
      ...toStoreFailure(error),
    });
  }

  /** Reports the failure of a model in whose place another is asked, unless its attempt has done so. */
  reportModelFailure({ error, model, upstream }: FailedAttempt): void {
    if (this.#attempts.haveFailedFor(error)) return;
    const asked = { ...this.#stamp(), model, upstream };
    this.#report({ type: "failure", ...asked, step: "attempt", ...toFailureFacts(error) });
  }

  /** Notes the status of the answer. */
  noteAnswer(status: number): void {
    this.#times.noteHead();
    this.#result.noteStatus(status);
    this.#endIfOver();
  }

  /** Notes the end of the run, and the reason if it was aborted. */
  noteOver(callerIsGone: boolean, reason: unknown): void {
    if (callerIsGone) this.#result.noteLeft();
    else if (reason !== undefined) this.noteFailure(reason);
    this.#isRunning = false;
    this.#endIfOver();
  }

  /** Waits for the ledger to answer a reservation; until then the request is not over. */
  waitForReservation<T>(reserving: MaybePromise<T>): Promise<T> {
    this.#attempts.noteReserving();
    return this.waitFor("ledger", reserving);
  }

  /** Notes that a reservation was not made: no attempt follows it. */
  noteUnreserved(): void {
    this.#attempts.noteUnreserved();
    this.#endIfOver();
  }

  /** Reports that an attempt begins, whose reservation was made. */
  beginAttempt(
    { attemptId, model, reservedNanoDollars }: Reservation,
    { upstream, upstreamModel, upstreamFormat, upstreamKey }: Destination,
  ): AttemptEvents {
    const number = this.#attempts.count + 1;
    const asked = { model, upstream, upstreamModel, upstreamFormat, upstreamKey };
    const attempt = new AttemptEvents({
      report: this.#report,
      clock: this.#clock,
      stamp: () => this.#stamp(),
      attempt: { attemptId, number, ...asked, reservedNanoDollars },
      requestSince: this.#times.since,
      onEnded: (ended) => this.#noteEnded(ended),
    });
    this.#attempts.add(attempt);
    return attempt;
  }

  #stamp(): RequestMoment {
    return { at: this.#clock.now(), ...this.facts.known };
  }

  #noteEnded(ended: EndedAttempt): void {
    this.#attempts.noteEnded(ended);
    this.#endIfOver();
  }

  #endIfOver(): void {
    if (this.#isRunning || !this.#attempts.areOver) return;
    const times = this.#times.toFacts();
    if (!times) return;
    const losses = this.#receipt?.entries ?? [];
    if (this.#hasReply && losses.length > 0) {
      this.#report({ type: "receipt", ...this.#stamp(), entries: losses });
    }
    this.#report({
      type: "request_ended",
      ...this.#stamp(),
      ...this.#result.toFacts(this.#attempts.areAborted),
      ...times,
      ...this.#attempts.toFacts(),
      losses,
    });
  }
}
