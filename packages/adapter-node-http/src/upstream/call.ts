import type { TransportRequest, TransportResponse } from "@diglot/core";
import type { Dispatcher } from "undici";
import { aborted, isClosedConnection, toUpstreamError } from "./errors.js";
import { type Flow, ReplyBody } from "./reply-body.js";

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/** What a request tells of itself. */
export interface CallHandlers {
  resolve(response: TransportResponse): void;
  reject(error: Error): void;
  /** Nothing of the request was written, because its connection was closed: it may be sent again. */
  retry(call: Call): void;
}

/** One request, until its answer has come whole. undici tells it what happens. */
export class Call implements Dispatcher.DispatchHandler, Flow {
  /** Until the answer begins; they keep the request. */
  #handlers: CallHandlers | undefined;
  readonly #signal: NonNullable<TransportRequest["abort"]>;
  #controller: Controller | undefined;
  #reply: ReplyBody | undefined;
  #retried = false;
  #over = false;

  constructor(request: TransportRequest, handlers: CallHandlers) {
    this.#handlers = handlers;
    this.#signal = request.abort ?? request.signal;
    if (this.#signal.aborted) this.cancel();
    else this.#signal.addEventListener("abort", this.#abort, { once: true });
  }

  /** Whether the call has ended, well or not. */
  get over(): boolean {
    return this.#over;
  }

  /** The request is written next. An error that is thrown here costs the connection nothing. */
  onRequestStart(controller: Controller): void {
    if (this.#over) throw aborted();
    this.#controller = controller;
  }

  onResponseStart(controller: Controller, status: number, headers: Headers): void {
    if (status < 200) return;
    // They would keep the whole block of which they are parts.
    controller.rawHeaders = null;
    const body = new ReplyBody(this, Number(headers["content-length"]));
    this.#reply = body;
    this.#handlers?.resolve({ status, headers: toHeaderLookup(headers), body });
    this.#handlers = undefined;
  }

  onResponseData(_controller: Controller, block: Buffer): void {
    this.#reply?.add(block);
  }

  onResponseEnd(): void {
    this.#release();
    this.#reply?.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#over) return;
    if (this.#controller || this.#retried || !isClosedConnection(error)) {
      this.#fail(toUpstreamError(error));
    } else {
      this.#retried = true;
      this.#handlers?.retry(this);
    }
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  cancel(): void {
    this.#fail(aborted());
    this.#controller?.abort(aborted());
  }

  readonly #abort = (): void => this.cancel();

  #fail(error: Error): void {
    this.#release();
    if (this.#reply) this.#reply.fail(error);
    else this.#handlers?.reject(error);
  }

  #release(): void {
    this.#over = true;
    this.#signal.removeEventListener("abort", this.#abort);
  }
}

function toHeaderLookup(headers: Headers): TransportResponse["headers"] {
  return {
    get(name) {
      const key = name.toLowerCase();
      const value = Object.hasOwn(headers, key) ? headers[key] : undefined;
      return (Array.isArray(value) ? value.join(", ") : value) ?? null;
    },
    keys: () => Object.keys(headers),
  };
}
