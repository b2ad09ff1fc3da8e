import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { Answer, Exchange } from "@diglot/core";
import { type FakeService, fakeService, jsonAnswer, readAll } from "@diglot/test-support/handled";
import { listen } from "@diglot/test-support/servers";
import express, { type Express } from "express";

const require = createRequire(import.meta.url);

/** Express 4 has no types of its own here; what the tests use of it is the same. */
const express4: typeof express = require("express-4");

export const versions = [
  { version: 5, express },
  { version: 4, express: express4 },
] as const;

/** A service that answers with what it has observed of the request, as core does. */
export function describingService(basePath?: string): FakeService {
  return fakeService(describeExchange, basePath);
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
    body: await readBody(exchange),
    length: headers.get("content-length"),
  };
  return jsonAnswer(observed, body.kind === "failed" ? failed[body.reason] : 200);
}

async function readBody(exchange: Exchange): Promise<unknown> {
  const { body } = exchange;
  if (body.kind === "parsed") return body.value;
  if (body.kind === "failed") return body.reason;
  return body.kind === "empty" ? undefined : readAll(exchange);
}

/** Starts an application; returns the origin of its server. */
export async function start(app: Express): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(app))}`;
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
