import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Answer, ByteSource, Exchange } from "@diglot/core";
import express, { type Express } from "express";
import { afterEach } from "vitest";

const require = createRequire(import.meta.url);

/** Express 4 has no types of its own here; what the tests use of it is the same. */
const express4: typeof express = require("express-4");

export const versions = [
  { version: 5, express },
  { version: 4, express: express4 },
] as const;

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A service that answers with what it has observed of the request, as core does. */
export interface FakeService {
  readonly exchanges: Exchange[];
  readonly handle: (exchange: Exchange) => Promise<Answer>;
  readonly matches: (target: string) => boolean;
}

export function fakeService(
  respond: (exchange: Exchange) => Promise<Answer> | Answer = describeExchange,
  basePath = "",
): FakeService {
  const exchanges: Exchange[] = [];
  const endpoint = new RegExp(
    `^(https?://[^/]*)?${basePath}/v1/(messages|chat/completions)/?(\\?.*)?$`,
  );
  return {
    exchanges,
    handle: async (exchange) => {
      exchanges.push(exchange);
      return respond(exchange);
    },
    matches: (target) => endpoint.test(target),
  };
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return {
    status,
    headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode(JSON.stringify(value)),
  };
}

/** What `describeExchange` answers. */
export interface Observed {
  readonly method: string;
  readonly target: string;
  readonly kind: string;
  readonly body: unknown;
  readonly length: string | null;
}

async function describeExchange(exchange: Exchange): Promise<Answer> {
  const { method, target, headers, body } = exchange;
  const failed = { too_large: 413, malformed: 400, unsupported: 415 };
  const observed: Observed = {
    method,
    target,
    kind: body.kind,
    body: await readBody(body),
    length: headers.get("content-length"),
  };
  return jsonAnswer(observed, body.kind === "failed" ? failed[body.reason] : 200);
}

async function readBody(body: Exchange["body"]): Promise<unknown> {
  if (body.kind === "parsed") return body.value;
  if (body.kind === "failed") return body.reason;
  if (body.kind === "empty") return undefined;
  const blocks: Uint8Array[] = [];
  for await (const block of body.chunks) blocks.push(block);
  return Buffer.concat(blocks).toString();
}

/** Starts an application; returns the origin of its server. */
export async function start(app: Express): Promise<string> {
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

export interface SendOptions {
  readonly method?: string;
  /** Sent as it is; `fetch` would tidy it. */
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** One request with a raw target. */
export function send(origin: string, options: SendOptions = {}): Promise<Reply> {
  const { method = "POST", path = "/v1/messages", headers = {}, body } = options;
  const { hostname: host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host, port, method, path, headers, agent: false });
    request.on("error", reject).on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (block: string) => {
        text += block;
      });
      response.on("error", reject).on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.end(body);
  });
}

/** A request with a JSON body; what the service saw of it. */
export async function sendJson(
  origin: string,
  path: string,
  value: unknown = {},
): Promise<Observed> {
  const headers = { "content-type": "application/json" };
  const reply = await send(origin, { path, headers, body: JSON.stringify(value) });
  return JSON.parse(reply.text);
}

/** A source whose blocks the test hands out. */
export interface ControlledSource extends ByteSource {
  push(block: string): void;
  end(): void;
  readonly cancelled: Promise<void>;
}

export function controlledSource(): ControlledSource {
  const queue: (Uint8Array | undefined)[] = [];
  const cancelled = deferred();
  let isCancelled = false;
  let wake: (() => void) | undefined;
  const put = (item: Uint8Array | undefined) => {
    queue.push(item);
    wake?.();
  };
  return {
    cancelled: cancelled.promise,
    push: (block) => put(new TextEncoder().encode(block)),
    end: () => put(undefined),
    async read() {
      while (queue.length === 0 && !isCancelled) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return isCancelled ? undefined : queue.shift();
    },
    async cancel() {
      isCancelled = true;
      wake?.();
      cancelled.resolve();
    },
  };
}

/** A source that always has a block ready and counts how many were taken. */
export function endlessSource(): ByteSource & {
  readonly pulled: number;
  readonly cancelled: Promise<void>;
} {
  // Random bytes, so that compression does not make the stream small.
  const block = crypto.getRandomValues(new Uint8Array(16 * 1024));
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
      // A turn of the event loop for each block, as a model would take.
      await new Promise((resolve) => setImmediate(resolve));
      return ended ? undefined : block;
    },
    async cancel() {
      ended = true;
      cancelled.resolve();
    },
  };
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The result of a promise; rejects after half a minute. */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("It took longer than half a minute."));
    const timer = setTimeout(fail, 30_000);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
