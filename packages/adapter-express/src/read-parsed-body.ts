import { declaresBody, hasUnreadBody } from "@diglot/adapter-node-http";
import type { IncomingBody } from "@diglot/core";
import type { ExpressRequest } from "./express-types.js";

/**
 * What a parser before us has left, or `undefined` if the request itself is to be read. The raw
 * stream comes first: parsers set `body` to `undefined` (Express 5) or `{}` (Express 4) even when
 * they have not read it.
 */
export function readParsedBody(request: ExpressRequest): IncomingBody | undefined {
  const { body } = request;
  if (hasUnreadBody(request) || !declaresBody(request) || body === undefined) return undefined;
  if (body instanceof Uint8Array) return { kind: "stream", chunks: toBlocks(body) };
  if (typeof body === "string") return { kind: "stream", chunks: toBlocks(Buffer.from(body)) };
  return { kind: "parsed", value: body };
}

/** `express.raw()` and `express.text()` leave the text of the body, not its value. */
async function* toBlocks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
