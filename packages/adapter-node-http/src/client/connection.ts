import type { Socket } from "node:net";
import type { Call } from "./call.js";
import { connectTimedOut, hungUp } from "./errors.js";
import type { ReplyHead } from "./read-head.js";
import type { Flow } from "./reply-body.js";
import { ReplyParser } from "./reply-parser.js";
import { writeRequest } from "./write-request.js";

/** Who keeps the connections to one origin. */
export interface ConnectionOwner {
  /** The connection is free for another call, and is to be closed after so many milliseconds. */
  release(connection: Connection, idleTime: number): void;
  /** The connection has closed. */
  forget(connection: Connection): void;
  /** A call that was not handed over needs another connection. */
  send(call: Call): void;
  /** Milliseconds that an idle connection is kept at most; 0 closes it. */
  readonly idleTime: number;
}

/** One connection to an upstream, which carries one call at a time. */
export class Connection implements Flow {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #parser: ReplyParser;
  #call: Call | undefined;
  /** Whether the upstream may have read something of the current call. */
  #handedOver = false;
  #idleTime = 0;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    this.#parser = new ReplyParser({
      onHead: (head) => this.#answer(head),
      onBody: (block) => this.#call?.add(block),
      onEnd: () => this.#end(),
    });
    socket.on("data", (block: Buffer) => this.#read(block));
    socket.on("end", () => this.#closed());
    socket.on("error", (error: Error) => this.#fail(error));
    socket.on("close", () => {
      this.#fail(hungUp());
      owner.forget(this);
    });
  }

  /** Whether a call can be given to the connection. */
  get usable(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** Sends a call over a connection that is new. */
  begin(call: Call): void {
    this.reserve(call);
    this.#handedOver = true;
    writeRequest(this.#socket, call.head, call.body);
  }

  /** Keeps a connection that was idle for a call; `handOver` sends it. */
  reserve(call: Call): void {
    this.#socket.ref();
    this.#call = call;
    call.onAbort = (error) => this.#abort(error);
  }

  /** Sends the call for which the connection is reserved, if it still is. */
  handOver(call: Call): void {
    if (this.#call !== call || !this.usable) return;
    writeRequest(this.#socket, call.head, call.body);
    // A write that fails at once has taken nothing.
    this.#handedOver = this.#socket.errored === null;
  }

  /** Limits the time until the connection is established. */
  limitConnecting(event: "connect" | "secureConnect", milliseconds: number): void {
    const timer = setTimeout(() => this.#fail(connectTimedOut()), milliseconds);
    const stop = () => clearTimeout(timer);
    this.#socket.once(event, stop).once("close", stop);
  }

  /** Closes the connection; a call that is under way fails. */
  close(): void {
    this.#socket.destroy();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  cancel(): void {
    this.#takeCall()?.end();
    this.#socket.destroy();
  }

  #read(block: Buffer): void {
    try {
      // Bytes that nobody asked for would be taken for the answer to the next call.
      if (!this.#handedOver || !this.#parser.read(block)) this.#socket.destroy();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #answer(head: ReplyHead): void {
    this.#idleTime = toIdleTime(head, this.#owner.idleTime);
    this.#call?.answer(head, this);
  }

  /** A request whose rest is still being sent cannot be followed by another one. */
  #end(): void {
    const call = this.#takeCall();
    if (!call) return;
    if (this.#idleTime > 0 && this.#socket.writableLength === 0) this.#release();
    else this.#socket.destroy();
    call.end();
  }

  #release(): void {
    this.#socket.unref();
    this.#socket.resume();
    this.#owner.release(this, this.#idleTime);
  }

  /** The upstream has closed its side. */
  #closed(): void {
    if (!this.#call || !this.#parser.close()) this.#fail(hungUp());
  }

  #abort(error: Error): void {
    if (this.#handedOver) {
      this.#fail(error);
    } else {
      this.#takeCall()?.fail(error);
      this.#idleTime = this.#owner.idleTime;
      this.#release();
    }
  }

  #fail(error: Error): void {
    const handedOver = this.#handedOver;
    const call = this.#takeCall();
    this.#socket.destroy();
    if (!call) return;
    if (handedOver) call.fail(error);
    else this.#owner.send(call);
  }

  #takeCall(): Call | undefined {
    const call = this.#call;
    this.#call = undefined;
    this.#handedOver = false;
    return call;
  }
}

/**
 * Milliseconds for which a connection can be used again. What the upstream announces is shortened by
 * a second: its closing must not meet a request on its way.
 */
function toIdleTime({ keepsConnection, headers }: ReplyHead, idleTime: number): number {
  if (!keepsConnection) return 0;
  const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  return seconds === undefined ? idleTime : Math.min(idleTime, Number(seconds) * 1_000 - 1_000);
}
