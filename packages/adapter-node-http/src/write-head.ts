import { validateHeaderName, validateHeaderValue } from "node:http";
import type { Answer } from "@diglot/core";
import { validName, validValue } from "./grammar.js";
import type { NodeResponse } from "./node-types.js";

/** Lists that the host may have begun and that an answer adds to instead of replacing them. */
const sharedHeaders: ReadonlySet<string> = new Set(["set-cookie", "vary"]);

/** Headers of one HTTP/1 connection; HTTP/2 does not use them. */
const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Refuses a head that Node could not write, before anything of it has been set.
 * @throws TypeError or RangeError that names the problem
 */
export function assertHead({ status, headers }: Answer): void {
  if (!Number.isInteger(status) || status < 200 || status > 999) {
    throw new RangeError(`The status of an answer must be from 200 to 999, not ${status}.`);
  }
  for (const [name, value] of headers) {
    if (!validName.test(name)) validateHeaderName(name);
    if (!validValue.test(value)) validateHeaderValue(name, value);
  }
}

/**
 * Sets status and headers, repeated ones apart, without sending them. Nothing goes through the
 * arguments of `writeHead`: middleware that patches it loses repeated headers there.
 */
export function setHead(response: NodeResponse, { status, headers }: Answer): void {
  response.statusCode = status;
  const keys = headers.map(([name]) => name.toLowerCase());
  for (const [index, [name, value]] of headers.entries()) {
    const key = keys[index] ?? name;
    const isRepeated = keys.indexOf(key) < index;
    if ("stream" in response && connectionHeaders.has(key)) continue;
    if (isRepeated || sharedHeaders.has(key)) response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
}

/** Takes the headers of an answer back, as long as they have not been sent. */
export function unsetHead(response: NodeResponse, { headers }: Answer): void {
  for (const [name] of headers) response.removeHeader(name);
}
