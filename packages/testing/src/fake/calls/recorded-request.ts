import type { Exchange, IncomingBody } from "@diglot/core";
import { concatBytes, decodeBytes } from "../../common/bytes.js";
import { endpoints, spokenFormats } from "../../common/formats.js";
import { parseJson } from "../../common/json.js";
import type { Call, RecordedRequest } from "./call.js";
import { copySource } from "./copy-source.js";
import { maskHeaders, maskPath } from "./mask-headers.js";

/** A record of a request that fills while its body is read, and the body to be read instead. */
export function recordRequest({ method, target, headers, body }: Exchange): {
  readonly request: RecordedRequest;
  readonly body: IncomingBody;
} {
  const blocks: Uint8Array[] = [];
  const request: RecordedRequest = {
    method,
    path: maskPath(target),
    headers: maskHeaders(headers),
    get bytes() {
      return concatBytes(blocks);
    },
    get text() {
      return decodeBytes(blocks);
    },
    get body() {
      return parseJson(decodeBytes(blocks));
    },
  };
  return { request, body: copyBody(body, blocks) };
}

function copyBody(body: IncomingBody, blocks: Uint8Array[]): IncomingBody {
  if (body.kind === "parsed") blocks.push(new TextEncoder().encode(JSON.stringify(body.value)));
  if (body.kind === "source") return { ...body, source: copySource(body.source, blocks) };
  return body.kind === "stream" ? { ...body, chunks: copyChunks(body.chunks, blocks) } : body;
}

async function* copyChunks(
  chunks: AsyncIterable<Uint8Array>,
  blocks: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  for await (const block of chunks) {
    blocks.push(block.slice());
    yield block;
  }
}

/** The format of a path; what is below an endpoint, such as the token counter, is of its format too. */
export function formatOf(target: string): Call["format"] {
  const path = target.replace(/[?#].*$/s, "");
  return spokenFormats.find(
    (format) => path === endpoints[format] || path.startsWith(`${endpoints[format]}/`),
  );
}

/** Clients are pointed at proxies, too, whose paths go on before `/v1`. */
export function withoutPrefix(target: string): string {
  const path = target.replace(/[?#].*$/s, "");
  return target.slice(Math.max(0, path.indexOf("/v1/")));
}
