import type { AcceptedConnection, Answer, Exchange } from "@diglot/core";
import type { RawData, WebSocket } from "ws";
import type { NodeHandlerSettings } from "../settings.js";

/** Codes of RFC 6455 with which a server closes a connection. */
const goingAway = 1001;
const unsupportedData = 1003;

/** Milliseconds between two pings. A client that has not answered the last one has gone. */
const pingInterval = 30_000;

/** Answers a request of the connection. */
type Handle = (exchange: Exchange) => Promise<Answer>;

/** One open WebSocket of a caller. */
export class ServedSocket {
  readonly #socket: WebSocket;
  readonly #connection: AcceptedConnection;
  readonly #signal: AbortSignal;
  readonly #settings: NodeHandlerSettings;
  #answering = 0;
  #isAlive = true;

  constructor(
    socket: WebSocket,
    connection: AcceptedConnection,
    signal: AbortSignal,
    settings: NodeHandlerSettings,
  ) {
    this.#socket = socket;
    this.#connection = connection;
    this.#signal = signal;
    this.#settings = settings;
  }

  begin(handle: Handle): void {
    const socket = this.#socket;
    const { closing } = this.#connection;
    const leaveIfIdle = () => this.#leaveIfIdle();
    const pings = setInterval(() => this.#ping(), pingInterval);
    pings.unref();
    // The library says what it has refused, and closes the connection itself.
    socket.on("error", () => undefined);
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    socket.on("message", (data, isBinary) => {
      if (isBinary) socket.close(unsupportedData, "Send text.");
      else void this.#answer(data, handle);
    });
    socket.once("close", () => {
      clearInterval(pings);
      closing.removeEventListener("abort", leaveIfIdle);
    });
    closing.addEventListener("abort", leaveIfIdle, { once: true });
    leaveIfIdle();
  }

  async #answer(data: RawData, handle: Handle): Promise<void> {
    this.#answering += 1;
    try {
      const context = { handle, signal: this.#signal };
      for await (const message of this.#connection.receive(String(data), context)) {
        await this.#send(message);
      }
    } catch (error) {
      if (!this.#signal.aborted) this.#settings.report(error);
      this.#socket.terminate();
    } finally {
      this.#answering -= 1;
      this.#leaveIfIdle();
    }
  }

  /** Waits until the message is with the kernel. A client that accepts nothing for too long is cut. */
  #send(message: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const stalled = () => this.#socket.terminate();
      const timer = setTimeout(stalled, this.#settings.writeStallTimeout);
      this.#socket.send(message, (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  #leaveIfIdle(): void {
    if (this.#answering > 0 || !this.#connection.closing.aborted) return;
    this.#socket.close(goingAway, "The server is shutting down.");
  }

  #ping(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }
}
