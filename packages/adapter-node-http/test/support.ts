import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Http2Server } from "node:http2";
import { connect, type Socket } from "node:net";
import type { FakeService } from "@diglot/test-support/handled";
import { listen } from "@diglot/test-support/servers";
import { deferred, until } from "@diglot/test-support/wait";
import { onTestFinished, vi } from "vitest";
import { type NodeHandlerOptions, toNodeHandler } from "../src/index.js";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A plain `node:http` server with the service, as a user would write it. */
export async function serve(
  service: FakeService,
  options?: NodeHandlerOptions,
): Promise<{ port: number; server: Server }> {
  const server = createServer(toNodeHandler(service, options));
  return { port: await listen(server), server };
}

/** Resolves when the next response of a server is over, whole or not. */
export function nextResponseOver(server: Server | Http2Server): Promise<unknown> {
  return new Promise((resolve) => {
    server.once("request", (_request, response) => response.once("close", resolve));
  });
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
  onTestFinished(() => void socket.destroy());
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
    until: (pattern) => until(() => (pattern.test(text) ? text : undefined)),
  };
}

/** Stops the timers of the adapter until the test lets time pass, or ends. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/**
 * Counts the timers of so many milliseconds that are set and have neither fired nor been cleared, also
 * those that do not keep the process alive, of which `getActiveResourcesInfo` says nothing.
 */
export function countTimers(milliseconds: number): {
  readonly set: number;
  readonly pending: number;
} {
  const pending = new Set<number>();
  let set = 0;
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (type !== "Timeout" || !("_idleTimeout" in resource)) return;
      if (resource._idleTimeout !== milliseconds) return;
      set += 1;
      pending.add(id);
    },
    destroy: (id) => void pending.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  return {
    get set() {
      return set;
    },
    get pending() {
      return pending.size;
    },
  };
}

export function postText(body = "{}", headers = ""): string {
  return `POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}

/**
 * Reads a stream to its end and lets time pass after every so many bytes. Resolves with how many
 * bytes came.
 */
export async function readSlowly(
  stream: AsyncIterable<Uint8Array>,
  step: number,
  milliseconds: number,
): Promise<number> {
  let received = 0;
  let next = step;
  for await (const block of stream) {
    received += block.length;
    if (received < next) continue;
    next += step;
    vi.advanceTimersByTime(milliseconds);
  }
  return received;
}
