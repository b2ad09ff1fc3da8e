import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Reservation } from "../accounts/ledger/ledger.js";
import type { Receipt } from "../conversation/receipt.js";
import { type UsageCounts, usageKinds } from "../conversation/usage.js";
import type { ParsedRequest } from "../formats/format.js";
import type { AttemptAnnouncement, Model } from "../models/model.js";
import type { Clock } from "../runtime/clock.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import { AttemptEvents } from "./attempt-events.js";
import { toFailureFacts } from "./failure-facts.js";
import type { Reporter } from "./reporter.js";
import type {
  EndedAttempt,
  FailureFacts,
  RequestFacts,
  RequestOutcome,
  Waited,
} from "./request-facts.js";

/** Names that callers choose may be as long as a body. */
const longestName = 255;

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
  #openAttempts = 0;
  readonly #ended: EndedAttempt[] = [];

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

  /** Notes what is asked for. */
  noteRequest({ endUser, model: requested, stream }: ParsedRequest, model: Model): void {
    this.#facts = {
      ...this.#facts,
      endUser: endUser?.slice(0, longestName),
      requestedModel: requested.slice(0, longestName),
      model: model.id,
      stream,
    };
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

  /** Notes the first content of the reply. Repeated calls change nothing. */
  noteContent(): void {
    this.#firstContent ??= this.#clock.monotonic();
  }

  /** Notes why the request fails; the first reason counts. */
  noteFailure(error: unknown): void {
    this.#failure ??= toFailureFacts(error);
  }

  /** Whether an attempt has failed for this reason, and has reported it. */
  knows(error: unknown): boolean {
    return this.#ended.some(({ failure }) => failure?.error === error);
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

  /** Reports that an attempt begins. */
  beginAttempt(reservation: Reservation, announcement: AttemptAnnouncement): AttemptEvents {
    this.#openAttempts += 1;
    return new AttemptEvents({
      report: this.#report,
      clock: this.#clock,
      facts: this.#facts,
      attempt: {
        attemptId: reservation.attemptId,
        number: this.#ended.length + this.#openAttempts,
        model: reservation.model,
        upstream: announcement.upstream,
        upstreamModel: announcement.upstreamModel,
        upstreamFormat: announcement.upstreamFormat,
        reservedNanoDollars: reservation.reservedNanoDollars,
      },
      firstContent: () => this.#firstContent,
      onEnded: (ended) => this.#noteEnded(ended),
    });
  }

  #noteEnded(ended: EndedAttempt): void {
    this.#openAttempts -= 1;
    this.#ended.push(ended);
    this.#endIfOver();
  }

  #endIfOver(): void {
    if (this.#head === undefined || this.#isRunning || this.#openAttempts > 0) return;
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
      attempts: this.#ended,
      usage: sumOf(this.#ended),
      costNanoDollars: this.#ended.reduce((sum, { costNanoDollars }) => sum + costNanoDollars, 0),
      losses,
    });
  }

  /** Whoever reads an answer may stop reading without any other sign. */
  #callerHasLeft(): boolean {
    return this.#hasLeft || this.#ended.some(({ end }) => end === "client_abort");
  }

  #outcome(): RequestOutcome {
    if (this.#callerHasLeft()) return "left";
    if (this.#failure) return this.#failure.fault === "caller" ? "refused" : "failed";
    if (this.#status < 400) return "answered";
    return this.#status < 500 ? "refused" : "failed";
  }
}

function sumOf(attempts: readonly EndedAttempt[]): UsageCounts {
  const sums = usageKinds.map((kind) => [
    kind,
    attempts.reduce((sum, { usage }) => sum + usage[kind], 0),
  ]);
  return Object.fromEntries(sums);
}
