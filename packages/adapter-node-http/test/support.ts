import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Answer, ByteSource, Exchange } from "@diglot/core";
import { afterEach, vi } from "vitest";
import { type NodeHandlerOptions, toNodeHandler } from "../src/index.js";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs after the test, last registered first. */
export function afterTest(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const streamHeaders = [
  ["content-type", "text/event-stream"],
  ["cache-control", "no-cache, no-transform"],
] as const;

/** A service that answers as the test says and remembers its exchanges. */
export interface FakeService {
  readonly exchanges: Exchange[];
  readonly handle: (exchange: Exchange) => Promise<Answer>;
  readonly matches: (target: string) => boolean;
}

export function fakeService(
  respond: (exchange: Exchange) => Promise<Answer> | Answer,
): FakeService {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    handle: async (exchange) => {
      exchanges.push(exchange);
      return respond(exchange);
    },
    matches: (target) => /^\/v1\/(messages|chat\/completions)\/?(\?.*)?$/.test(target),
  };
}

/** A source whose blocks the test hands out; it counts what is asked of it. */
export interface ControlledSource extends ByteSource {
  push(block: string | Uint8Array): void;
  end(): void;
  fail(error: Error): void;
  readonly pulled: number;
  readonly cancelled: Promise<void>;
  readonly isCancelled: boolean;
}

export function controlledSource(): ControlledSource {
  const queue: (Uint8Array | Error | undefined)[] = [];
  let waiting: (() => void) | undefined;
  let pulled = 0;
  let isCancelled = false;
  const cancelled = deferred();
  const put = (item: Uint8Array | Error | undefined) => {
    queue.push(item);
    waiting?.();
  };
  return {
    get pulled() {
      return pulled;
    },
    get isCancelled() {
      return isCancelled;
    },
    cancelled: cancelled.promise,
    push: (block) => put(typeof block === "string" ? bytes(block) : block),
    end: () => put(undefined),
    fail: (error) => put(error),
    async read() {
      pulled += 1;
      while (queue.length === 0 && !isCancelled) {
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
      const item = isCancelled ? undefined : queue.shift();
      if (item instanceof Error) throw item;
      return item;
    },
    async cancel() {
      isCancelled = true;
      waiting?.();
      cancelled.resolve();
    },
  };
}

/** A source that never ends and has a block ready at every time. */
export function endlessSource(
  blockSize = 16 * 1024,
): ByteSource & { readonly pulled: number; readonly cancelled: Promise<void> } {
  const block = new Uint8Array(blockSize).fill(97);
  const cancelled = deferred();
  let pulled = 0;
  let ended = false;
  return {
    get pulled() {
      return pulled;
    },
    cancelled: cancelled.promise,
    async read() {
      pulled += 1;
      return ended ? undefined : block;
    },
    async cancel() {
      ended = true;
      cancelled.resolve();
    },
  };
}

export function streamAnswer(body: ByteSource): Answer {
  return { status: 200, headers: streamHeaders, body };
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return {
    status,
    headers: [["content-type", "application/json"]],
    body: bytes(JSON.stringify(value)),
  };
}

export async function readAll(exchange: Exchange): Promise<string> {
  if (exchange.body.kind !== "stream") return exchange.body.kind;
  const blocks: Uint8Array[] = [];
  for await (const block of exchange.body.chunks) blocks.push(block);
  return Buffer.concat(blocks).toString();
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A plain `node:http` server with the service, as a user would write it. */
export async function serve(
  service: FakeService,
  options?: NodeHandlerOptions,
): Promise<{ port: number; server: Server }> {
  const server = createServer(toNodeHandler(service, options));
  return { port: await listen(server), server };
}

/** A raw client that collects what comes and can leave at any time. */
export interface RawClient {
  readonly socket: Socket;
  readonly text: string;
  /** Resolves when the text so far matches; rejects after half a minute. */
  until(pattern: RegExp): Promise<string>;
  readonly ended: Promise<"end" | "reset">;
}

export async function rawClient(port: number, first?: string): Promise<RawClient> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  afterTest(() => socket.destroy());
  let text = "";
  const ended = deferred<"end" | "reset">();
  socket.on("data", (block) => {
    text += block.toString("latin1");
  });
  socket.on("end", () => ended.resolve("end"));
  socket.on("error", () => ended.resolve("reset"));
  await once(socket, "connect");
  if (first !== undefined) socket.write(first);
  return {
    socket,
    get text() {
      return text;
    },
    ended: ended.promise,
    until: (pattern) => eventually(() => (pattern.test(text) ? text : undefined)),
  };
}

/** Timers as they are, also in tests whose time stands still. */
const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis;

/** Milliseconds after which what is waited for has not happened, even on a machine that is busy. */
const deadlineTime = 30_000;

/** The value of `probe` as soon as it has one; rejects after half a minute. */
export async function eventually<T>(probe: () => T | undefined | false): Promise<T> {
  const deadline = Date.now() + deadlineTime;
  for (;;) {
    const value = probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error("It did not happen within half a minute.");
    await pause(2);
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setRealTimeout(resolve, milliseconds));

/** The value of a counter, not zero, once it has stood still for a tenth of a second. */
export async function untilStill(counter: () => number): Promise<number> {
  let value = counter();
  // Many short waits: each gives the sockets a chance, also on a machine that is busy.
  for (let same = 0; same < 20; same += 1) {
    await pause(5);
    if (value === 0 || counter() !== value) same = 0;
    value = counter();
  }
  return value;
}

/** The result of a promise; rejects after half a minute. */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("It took longer than half a minute."));
    const timer = setRealTimeout(fail, deadlineTime);
    promise.then(resolve, reject).finally(() => clearRealTimeout(timer));
  });
}

/** Stops the timers of the adapter until the test lets time pass, or ends. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  afterTest(() => void vi.useRealTimers());
}

export function postText(body = "{}", headers = ""): string {
  return `POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}

/** A promise and the functions that settle it. */
export function deferred<T = void>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
} {
  let settle: ((value: T) => void) | undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle?.(value) };
}
