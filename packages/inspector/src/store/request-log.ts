import type {
  AttemptEnded,
  FinalRow,
  FirstContent,
  ReporterEvent,
  RequestEnded,
  RequestFacts,
} from "@diglot/core";
import type { KeptAttempt, KeptFailure, KeptRequest } from "./kept-request.js";

type Change = Partial<Omit<KeptRequest, "number" | "version">>;

/** Operations that ask for no model: endpoints, this page's own among them, and what browsers ask. */
const unkept: ReadonlySet<string> = new Set(["endpoint", "home", "preflight"]);

/** The last requests of a service, made of its events. */
export class RequestLog {
  readonly #requests = new Map<string, KeptRequest>();
  readonly #most: number;
  #version = 0;
  #count = 0;

  /** @param most how many requests it keeps; the oldest are forgotten first */
  constructor(most: number) {
    this.#most = most;
  }

  /** The version of the last change; 0 before the first. */
  get version(): number {
    return this.#version;
  }

  /** Whether it keeps this request. */
  has(id: string): boolean {
    return this.#requests.has(id);
  }

  get(id: string): KeptRequest | undefined {
    return this.#requests.get(id);
  }

  /** All requests, the oldest first. */
  all(): Iterable<KeptRequest> {
    return this.#requests.values();
  }

  /** The number of the oldest request that is kept; 1 before the first. */
  get oldest(): number {
    const [first] = this.#requests.values();
    return first?.number ?? this.#count + 1;
  }

  /** Notes that something else of a request has changed. */
  touch(id: string): void {
    this.#change(id, {});
  }

  /** Takes in an event. An event of a request that was forgotten changes nothing. */
  take(event: ReporterEvent): void {
    switch (event.type) {
      case "request_begun":
        this.#put(event, { facts: factsOf(event), beganAt: event.at });
        break;
      case "attempt_begun":
        this.#changeAttempt(event.requestId, { facts: event.attempt, beganAt: event.at });
        break;
      case "attempt_ended":
        this.#endAttempt(event);
        break;
      case "first_content":
        this.#noteContent(event);
        break;
      case "failure":
        this.#addFailure(event);
        break;
      case "receipt":
        this.#change(event.requestId, { losses: event.entries });
        break;
      case "request_ended":
        this.#end(event);
        break;
      case "settled":
      case "recovered":
        this.#addRow(event.row);
    }
  }

  /** Later attempts, and further choices, do not change when the request had its first content. */
  #noteContent({ requestId, milliseconds }: FirstContent): void {
    if (this.#requests.get(requestId)?.firstContentMilliseconds !== undefined) return;
    this.#change(requestId, { firstContentMilliseconds: milliseconds });
  }

  #addFailure(failure: KeptFailure): void {
    const { requestId = "" } = failure;
    const failures = this.#requests.get(requestId)?.failures ?? [];
    this.#change(requestId, { failures: [...failures, failure] });
  }

  #addRow(row: FinalRow): void {
    const rows = this.#requests.get(row.requestId)?.rows ?? [];
    this.#change(row.requestId, { rows: [...rows, row] });
  }

  #endAttempt({ requestId, at, attempt }: AttemptEnded): void {
    const begun = this.#requests.get(requestId)?.attempts.get(attempt.attemptId);
    const beganAt = begun?.beganAt ?? at - attempt.milliseconds;
    this.#changeAttempt(requestId, { facts: attempt, beganAt, endedAt: at, ended: attempt });
  }

  #end(event: RequestEnded): void {
    if (unkept.has(event.operation)) return;
    const { at, milliseconds, losses } = event;
    this.#put(event, { facts: factsOf(event), beganAt: at - milliseconds, end: event, losses });
  }

  #changeAttempt(requestId: string, attempt: KeptAttempt): void {
    const before = this.#requests.get(requestId)?.attempts ?? [];
    const attempts = new Map([...before, [attempt.facts.attemptId, attempt]]);
    this.#change(requestId, { attempts });
  }

  #put({ requestId }: RequestFacts, change: Change & Pick<KeptRequest, "facts" | "beganAt">): void {
    if (this.#requests.has(requestId)) {
      this.#change(requestId, change);
      return;
    }
    this.#version += 1;
    this.#count += 1;
    this.#requests.set(requestId, {
      attempts: new Map(),
      failures: [],
      losses: [],
      rows: [],
      ...change,
      number: this.#count,
      version: this.#version,
    });
    for (const id of this.#requests.keys()) {
      if (this.#requests.size <= this.#most) break;
      this.#requests.delete(id);
    }
  }

  #change(id: string, change: Change): void {
    const before = this.#requests.get(id);
    if (!before) return;
    this.#version += 1;
    this.#requests.set(id, { ...before, ...change, version: this.#version });
  }
}

function factsOf(event: RequestFacts): RequestFacts {
  const { requestId, format, operation, endpoint, keyId, accountId } = event;
  const { endUser, sessionId, requestedModel, model, stream, trace } = event;
  return {
    ...{ requestId, format, operation, endpoint, keyId, accountId },
    ...{ endUser, sessionId, requestedModel, model, stream, trace },
  };
}
