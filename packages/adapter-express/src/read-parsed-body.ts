import { declaresBody, hasUnreadBody } from "@diglot/adapter-node-http";
import type { ByteSource, IncomingBody } from "@diglot/core";
import type { ExpressRequest } from "./express-types.js";

/**
 * What a parser before us has left, or `undefined` if the request itself is to be read. The raw
 * stream comes first: parsers set `body` to `undefined` (Express 5) or `{}` (Express 4) even when
 * they have not read it.
 */
export function readParsedBody(request: ExpressRequest): IncomingBody | undefined {
  const { body } = request;
  if (hasUnreadBody(request) || !declaresBody(request) || body === undefined) return undefined;
  if (body instanceof Uint8Array) return { kind: "source", source: toSource(body) };
  if (typeof body === "string") return { kind: "source", source: toSource(Buffer.from(body)) };
  return { kind: "parsed", value: body };
}

/** `express.raw()` and `express.text()` leave the text of the body, not its value. */
function toSource(bytes: Uint8Array): ByteSource {
  const blocks = [bytes];
  return { read: () => blocks.pop(), cancel: async () => {} };
}
