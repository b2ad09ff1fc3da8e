import { encodeJson } from "../json/raw.js";
import type { Answer } from "./exchange.js";

/** Header fields of an answer. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

const encoder = new TextEncoder();

/** A complete JSON answer. The value may contain raw JSON. */
export function createJsonAnswer(status: number, headers: HeaderList, value: unknown): Answer {
  const body = encoder.encode(encodeJson(value));
  return {
    status,
    headers: [
      ["content-type", "application/json"],
      ["content-length", String(body.length)],
      ...headers,
    ],
    body,
  };
}

/** An answer without a body. */
export function createEmptyAnswer(status: number, headers: HeaderList): Answer {
  return { status, headers, body: undefined };
}

/**
 * Headers of a stream. `no-transform` and `x-accel-buffering` prevent compression middleware and
 * proxies from buffering events.
 */
export function streamHeaders(contentType: string): HeaderList {
  return [
    ["content-type", contentType],
    ["cache-control", "no-cache, no-transform"],
    ["x-accel-buffering", "no"],
  ];
}
