import type { TransportRequest, TransportResponse } from "@diglot/core";
import { aborted } from "./errors.js";
import type { ReplyHead } from "./read-head.js";
import { type Flow, ReplyBody } from "./reply-body.js";
import type { Target } from "./target.js";
import { toRequestHead } from "./write-request.js";

/** What a request tells of itself. */
export interface CallHandlers {
  resolve(response: TransportResponse): void;
  reject(error: Error): void;
}

/** One request, until its answer has come whole. */
export class Call {
  readonly target: Target;
  /** The head of the request as it is written. */
  readonly head: string;
  readonly body: Uint8Array | undefined;
  /** Called when the signal aborts; set by whoever holds the call. */
  onAbort: ((error: Error) => void) | undefined;
  readonly #handlers: CallHandlers;
  readonly #signal: AbortSignal;
  #reply: ReplyBody | undefined;
  readonly #abort = () => this.onAbort?.(aborted());

  /** @throws TypeError for a request that cannot be written */
  constructor(target: Target, request: TransportRequest, handlers: CallHandlers) {
    this.target = target;
    this.head = toRequestHead(target, request);
    this.body = request.body;
    this.#handlers = handlers;
    this.#signal = request.signal;
    this.#signal.addEventListener("abort", this.#abort, { once: true });
  }

  /** The head of the answer has come. */
  answer({ status, headers }: ReplyHead, flow: Flow): void {
    this.#reply = new ReplyBody(flow);
    this.#handlers.resolve({
      status,
      headers: {
        get: (name) => headers.get(name.toLowerCase()) ?? null,
        keys: () => headers.keys(),
      },
      body: this.#reply,
    });
  }

  /** Bytes of the answer's body have come. */
  add(block: Buffer): void {
    this.#reply?.add(block);
  }

  /** The answer has come whole. */
  end(): void {
    this.#release();
    this.#reply?.end();
  }

  /** There will be no answer, or no more of it. */
  fail(error: Error): void {
    this.#release();
    if (this.#reply) this.#reply.fail(error);
    else this.#handlers.reject(error);
  }

  #release(): void {
    this.onAbort = undefined;
    this.#signal.removeEventListener("abort", this.#abort);
  }
}
