import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Reservation } from "../accounts/ledger/ledger.js";
import type { Receipt } from "../conversation/receipt.js";
import type { AttemptAnnouncement, Model } from "../models/model.js";
import type { Clock } from "../runtime/clock.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import { type Asked, readAsked, toBounded } from "./asked.js";
import { AttemptEvents } from "./attempt-events.js";
import { AttemptLog } from "./attempt-log.js";
import { toFailureFacts } from "./failure-facts.js";
import type { Reporter } from "./reporter.js";
import type {
  EndedAttempt,
  FailureFacts,
  RequestFacts,
  RequestOutcome,
  Waited,
} from "./request-facts.js";
import { type EventBatch, type ShowContent, showEvents } from "./show-contents.js";

/** The status that proxies log for a caller who left before the answer. Nobody receives it. */
export const statusCallerGone = 499;

/**
 * Collects what is known of one request, and reports its events. It exists only if somebody listens.
 * The end is reported once the answer stands, the run is over, and all attempts have ended.
 */
export class RequestEvents {
  readonly #report: Reporter;
  readonly #clock: Clock;
  readonly #since: number;
  #facts: RequestFacts;
  #receipt: Receipt | undefined;
  #hasReply = false;
  #limits = 0;
  #ledger = 0;
  #head: number | undefined;
  #firstContent: number | undefined;
  #status = 0;
  #failure: FailureFacts | undefined;
  #hasLeft = false;
  #isRunning = false;
  readonly #attempts = new AttemptLog();

  constructor(report: Reporter, clock: Clock, facts: RequestFacts) {
    this.#report = report;
    this.#clock = clock;
    this.#since = clock.monotonic();
    this.#facts = facts;
  }

  /** Notes who asks, and gives it back. */
  noteCaller(key: KeyRecord): KeyRecord {
    this.#facts = { ...this.#facts, keyId: key.id, accountId: key.accountId };
    return key;
  }

  /**
   * Notes what is asked for, as soon as it is known: the request may still be refused. What an earlier
   * call has noted stays unless it is noted again.
   */
  noteAsked(asked: Asked): void {
    this.#facts = { ...this.#facts, ...toBounded(asked) };
  }

  /** Notes what a body asks for, before it is validated. */
  noteBody(body: unknown): void {
    this.noteAsked(readAsked(body));
  }

  /** Notes the model that will be asked. */
  noteModel({ id }: Model): void {
    this.#facts = { ...this.#facts, model: id };
  }

  /** Reports that the request begins. Its end waits for `noteOver`. */
  begin(receipt: Receipt): void {
    this.#isRunning = true;
    this.#receipt = receipt;
    const milliseconds = this.#clock.monotonic() - this.#since;
    this.#report({ type: "request_begun", at: this.#clock.now(), milliseconds, ...this.#facts });
  }

  /** Waits for the limits or the ledger, and counts the time. */
  async waitFor<T>(what: keyof Waited, work: MaybePromise<T>): Promise<T> {
    const since = this.#clock.monotonic();
    try {
      return await work;
    } finally {
      const milliseconds = this.#clock.monotonic() - since;
      if (what === "limits") this.#limits += milliseconds;
      else this.#ledger += milliseconds;
    }
  }

  /** Notes that a reply begins: from now on there may be losses to report. */
  noteReply(): void {
    this.#hasReply = true;
  }

  /** Notes the first content of the reply, or of one of its choices. Later calls change nothing. */
  noteContent(choice?: number): void {
    this.#firstContent ??= this.#clock.monotonic();
    this.#attempts.of(choice)?.noteContent();
  }

  /** Notes which attempt answers one of several choices. */
  noteChoice(choice: number, attemptId: string): void {
    this.#attempts.noteChoice(choice, attemptId);
  }

  /** What notes of a reply what passes, and shows its events to whoever sees contents. */
  toListener(show: ShowContent | undefined) {
    const { requestId } = this.#facts;
    const attemptIdOf = (choice?: number) => this.#attempts.of(choice)?.attemptId;
    return {
      noteContent: (choice?: number) => this.noteContent(choice),
      noteEvents:
        show &&
        ((batch: EventBatch) =>
          showEvents(batch, { requestId, attemptIdOf }, { show, clock: this.#clock })),
    };
  }

  /** Notes why the request fails; the first reason counts. */
  noteFailure(error: unknown): void {
    this.#failure ??= toFailureFacts(error);
  }

  /** Whether an attempt has failed for this reason, and has reported it. */
  knows(error: unknown): boolean {
    return this.#attempts.haveFailedFor(error);
  }

  /** Notes the status of the answer. */
  noteAnswer(status: number): void {
    this.#head = this.#clock.monotonic();
    this.#status = status;
    if (status === statusCallerGone) this.#hasLeft = true;
    this.#endIfOver();
  }

  /** Notes the end of the run, and the reason if it was aborted. */
  noteOver(callerIsGone: boolean, reason: unknown): void {
    if (callerIsGone) this.#hasLeft = true;
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
  beginAttempt(reservation: Reservation, announcement: AttemptAnnouncement): AttemptEvents {
    const attempt = new AttemptEvents({
      report: this.#report,
      clock: this.#clock,
      facts: this.#facts,
      attempt: {
        attemptId: reservation.attemptId,
        number: this.#attempts.count + 1,
        model: reservation.model,
        upstream: announcement.upstream,
        upstreamModel: announcement.upstreamModel,
        upstreamFormat: announcement.upstreamFormat,
        reservedNanoDollars: reservation.reservedNanoDollars,
      },
      requestSince: this.#since,
      onEnded: (ended) => this.#noteEnded(ended),
    });
    this.#attempts.add(attempt);
    return attempt;
  }

  #noteEnded(ended: EndedAttempt): void {
    this.#attempts.noteEnded(ended);
    this.#endIfOver();
  }

  #endIfOver(): void {
    if (this.#head === undefined || this.#isRunning || !this.#attempts.areOver) return;
    const losses = this.#receipt?.entries ?? [];
    if (this.#hasReply && losses.length > 0) {
      this.#report({ type: "receipt", ...this.#facts, entries: losses });
    }
    const sinceRequest = (moment: number) => moment - this.#since;
    this.#report({
      type: "request_ended",
      at: this.#clock.now(),
      ...this.#facts,
      outcome: this.#outcome(),
      status: this.#status,
      failure: this.#callerHasLeft() ? undefined : this.#failure,
      milliseconds: sinceRequest(this.#clock.monotonic()),
      headMilliseconds: sinceRequest(this.#head),
      firstContentMilliseconds:
        this.#firstContent === undefined ? undefined : sinceRequest(this.#firstContent),
      waited: { limits: this.#limits, ledger: this.#ledger },
      ...this.#attempts.toFacts(),
      losses,
    });
  }

  /** Whoever reads an answer may stop reading without any other sign. */
  #callerHasLeft(): boolean {
    return this.#hasLeft || this.#attempts.areAborted;
  }

  #outcome(): RequestOutcome {
    if (this.#callerHasLeft()) return "left";
    if (this.#failure) return this.#failure.fault === "caller" ? "refused" : "failed";
    if (this.#status < 400) return "answered";
    return this.#status < 500 ? "refused" : "failed";
  }
}
