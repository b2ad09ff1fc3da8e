import type { ProbedSocket } from "./probe.js";
import { Skipped } from "./skipped.js";

/** The WebSocket of runtimes that are no browsers: it sends headers, too. */
type SocketWithHeaders = new (
  address: string,
  options: { readonly headers: Readonly<Record<string, string>> },
) => WebSocket;

/** Where a connection is opened. */
export interface SocketTarget {
  /** With `http` or `https`, as for requests. */
  readonly address: string;
  readonly headers: Headers;
  /** How long opening it, or one message, may take, in milliseconds. */
  readonly timeout: number;
}

/**
 * Opens a connection.
 * @throws Skipped if the server opens none. The runtime does not say how it has refused
 */
export async function openSocket({
  address,
  headers,
  timeout,
}: SocketTarget): Promise<ProbedSocket> {
  const socket = createSocket(address.replace(/^http/, "ws"), headers);
  const received = new Received(socket);
  const opened = new Promise<void>((resolve) => {
    socket.addEventListener("open", () => resolve(), { once: true });
  });
  try {
    await within(timeout, Promise.race([opened, received.ended]));
  } catch (error) {
    socket.close();
    throw error;
  }
  if (socket.readyState !== socket.OPEN)
    throw new Skipped("the server opens no connection, and how it refuses is not seen");
  return {
    send: (text) => socket.send(text),
    receive: () => within(timeout, received.next()),
    close: () => socket.close(),
  };
}

function createSocket(address: string, headers: Headers): WebSocket {
  const Socket = WebSocket as unknown as SocketWithHeaders;
  try {
    return new Socket(address, { headers: Object.fromEntries(headers) });
  } catch {
    throw new Skipped("the WebSocket of this runtime sends no key");
  }
}

/** The messages of a connection, in their order. */
class Received {
  readonly #ready: unknown[] = [];
  #wake: () => void = () => undefined;
  #isOver = false;
  /** Resolves once the connection is closed, also if it never opened. */
  readonly ended: Promise<void>;

  constructor(socket: WebSocket) {
    socket.addEventListener("message", ({ data }) => {
      this.#ready.push(data);
      this.#wake();
    });
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#isOver = true;
        this.#wake();
        resolve();
      };
      for (const type of ["error", "close"]) socket.addEventListener(type, end, { once: true });
    });
  }

  /** The next message. @throws an error if the connection ends before it, or if it is no text */
  async next(): Promise<string> {
    while (this.#ready.length === 0) {
      if (this.#isOver) throw new Error("the connection is closed before the answer has ended");
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    const data = this.#ready.shift();
    if (typeof data !== "string") throw new Error("a message of the connection is not a text");
    return data;
  }
}

/** @throws an error that says so if something takes longer than these milliseconds */
async function within<T>(timeout: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the connection brings nothing within ${timeout} ms`)),
      timeout,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
