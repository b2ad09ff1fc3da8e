import type { AttemptEnded, Reporter, UpstreamChecked } from "@diglot/core";
import { checkUpstream, type Finding, type WatchedUpstream } from "./check-upstream.js";
import { type ModelHistory, readAttempt } from "./model-history.js";

/** What is known of an upstream. */
export interface UpstreamStatus extends Pick<WatchedUpstream, "name" | "baseUrl" | "models"> {
  /** Absent: it was not asked yet, or cannot be asked. */
  readonly checked?: UpstreamChecked | undefined;
  /** By the ids of the models. */
  readonly history: ReadonlyMap<string, ModelHistory>;
}

/** What asks an upstream, such as `checkUpstream`. */
export type CheckUpstream = (upstream: WatchedUpstream) => Promise<Finding | undefined>;

/** Milliseconds until an upstream that cannot be used is asked again; the time doubles up to the second. */
const retryDelays = { first: 30_000, most: 600_000 } as const;

/** Milliseconds after a check for which requests cause no other one. */
const quietTime = 30_000;

/**
 * Knows whether one upstream can be used. It is asked at the start, again and again while it cannot be used, and
 * when a request meets something else than the last check has found.
 */
export class UpstreamWatch {
  readonly upstream: WatchedUpstream;
  readonly #check: CheckUpstream;
  readonly #history = new Map<string, ModelHistory>();
  #report: Reporter = () => undefined;
  #checked: UpstreamChecked | undefined;
  #running: Promise<void> | undefined;
  #retryDelay: number = retryDelays.first;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param found what the start has already found out */
  constructor(
    upstream: WatchedUpstream,
    found: Finding | undefined,
    check: CheckUpstream = checkUpstream,
  ) {
    this.upstream = upstream;
    this.#check = check;
    if (found) this.#checked = this.#toEvent(found);
  }

  get status(): UpstreamStatus {
    const { name, baseUrl, models } = this.upstream;
    return { name, baseUrl, models, checked: this.#checked, history: this.#history };
  }

  /** Reports what is known, and asks what is not, in the background. */
  begin(report: Reporter): void {
    this.#report = report;
    if (this.#checked) report(this.#checked);
    else void this.check();
  }

  /** Asks now; asking twice at once is asking once. Never rejects. */
  check(): Promise<void> {
    this.#running ??= this.#ask().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Learns from an attempt at one of its models. */
  take(event: AttemptEnded): void {
    const learnt = readAttempt(event);
    const { model } = event.attempt;
    if (!learnt || !this.upstream.models.some(({ id }) => id === model)) return;
    this.#history.set(model, { ...this.#history.get(model), ...learnt });
    const works = learnt.lastSuccessAt !== undefined;
    const { state, at = 0 } = this.#checked ?? {};
    if (works !== (state === "ready") && event.at - at >= quietTime) void this.check();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    const found = await this.#check(this.upstream).catch(() => undefined);
    if (!found || this.#isClosed) return;
    const before = this.#checked;
    this.#checked = this.#toEvent(found);
    if (!isSame(before, found)) this.#report(this.#checked);
    this.#retryLater(found);
  }

  #retryLater({ state }: Finding): void {
    if (state === "ready") {
      this.#retryDelay = retryDelays.first;
      return;
    }
    this.#timer = setTimeout(() => void this.check(), this.#retryDelay);
    this.#timer.unref();
    this.#retryDelay = Math.min(retryDelays.most, 2 * this.#retryDelay);
  }

  #toEvent(found: Finding): UpstreamChecked {
    const { name, baseUrl } = this.upstream;
    return { type: "upstream_checked", at: Date.now(), name, upstream: baseUrl, ...found };
  }
}

function isSame(before: UpstreamChecked | undefined, found: Finding): boolean {
  return before?.state === found.state && before.problem === found.problem;
}
