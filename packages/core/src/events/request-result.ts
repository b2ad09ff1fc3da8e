import type { RequestEnded } from "./event.js";
import { toFailureFacts } from "./failure-facts.js";
import type { FailureFacts, RequestOutcome } from "./request-facts.js";

/** The status that proxies log for a caller who left before the answer. Nobody receives it. */
export const statusCallerGone = 499;

/** How one request goes out: the status of its answer, why it fails, and whether its caller has left. */
export class RequestResult {
  #status = 0;
  #failure: FailureFacts | undefined;
  #hasLeft = false;

  noteStatus(status: number): void {
    this.#status = status;
    if (status === statusCallerGone) this.noteLeft();
  }

  /** Notes why the request fails; the first reason counts. */
  noteFailure(error: unknown): void {
    this.#failure ??= toFailureFacts(error);
  }

  noteLeft(): void {
    this.#hasLeft = true;
  }

  /**
   * What the end of the request says of it.
   * @param isAborted whether an attempt has ended because the caller has gone: whoever reads an answer may stop reading without any other sign
   */
  toFacts(isAborted: boolean): Pick<RequestEnded, "outcome" | "status" | "failure"> {
    const status = this.#status;
    if (this.#hasLeft || isAborted) return { outcome: "left", status };
    return { outcome: toOutcome(status, this.#failure), status, failure: this.#failure };
  }
}

function toOutcome(status: number, failure: FailureFacts | undefined): RequestOutcome {
  if (failure) return failure.fault === "caller" ? "refused" : "failed";
  if (status < 400) return "answered";
  return status < 500 ? "refused" : "failed";
}
