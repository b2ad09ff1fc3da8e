import { toCause } from "../../errors/cause.js";
import { OverLimit } from "../../errors/over-limit.js";
import { ServiceError } from "../../errors/service-error.js";
import type { ByteSource } from "../../http/exchange.js";
import { isPromise } from "../../runtime/maybe-promise.js";
import type { Upstream } from "../upstream.js";
import type { Message } from "./send.js";
import type { TransportResponse } from "./transport.js";

/** An answer of an upstream, and the request that it answers. */
export interface Exchanged {
  readonly upstream: Pick<Upstream, "settings">;
  readonly message: Pick<Message, "path" | "body">;
  readonly response: Pick<TransportResponse, "status" | "headers">;
}

/**
 * An error whose cause tells the operator where it comes from: the URL, the status, the content type
 * and, if there is any, what the answer says. A limit of the service's own stays as it is.
 */
export function explain(error: ServiceError, exchanged: Exchanged, words?: string): ServiceError {
  const { cause } = error;
  if (!(cause instanceof Error) || cause instanceof OverLimit) return error;
  const explained = toCause(`${cause.message} ${describe(exchanged, words)}`);
  // A code, such as that of a decompression that failed, is the most exact name of the failure.
  return ServiceError.with(error, { cause: Object.assign(explained, cause) });
}

function describe({ upstream, message, response }: Exchanged, words: string | undefined): string {
  const type = upstream.settings.quote(response.headers.get("content-type") ?? "");
  const plainType = mediaType.exec(type ?? "")?.[0];
  const parts = [
    `${message.body ? "POST" : "GET"} ${upstream.settings.baseUrl}${message.path}`,
    `status ${response.status}`,
    plainType === undefined ? "no content type" : `content type ${plainType}`,
    ...(words === undefined ? [] : [`"${words}"`]),
  ];
  return `(${parts.join(", ")})`;
}

const mediaType = /^[\w.+-]{1,50}\/[\w.+-]{1,50}/;

/**
 * Why an answer with status 200 is not a reply, for the operator. Of its body it shows only the title
 * of a page: the rest may be a model's output. Other errors are returned unchanged.
 */
export function explainBadReply(
  error: unknown,
  exchanged: Exchanged,
  beginning: Uint8Array | undefined,
): unknown {
  if (!ServiceError.is(error) || error.kind !== "upstream_bad_response") return error;
  return explain(error, exchanged, toOperatorWords(exchanged, readTitle(decode(beginning))));
}

/**
 * A text of the upstream for the operator, or `undefined` if it holds a secret or quotes the request:
 * what callers write stays out of logs.
 */
export function toOperatorWords(
  { upstream, message }: Pick<Exchanged, "upstream" | "message">,
  text: string,
): string | undefined {
  const words = upstream.settings.quote(text)?.slice(0, longestWords);
  return words === undefined || quotesRequest(words, decode(message.body)) ? undefined : words;
}

const longestWords = 300;

/** The title of a page, or else its first heading; empty if it has none. */
export function readTitle(text: string): string {
  return /<(title|h1)\b[^<>]{0,100}>([^<]{1,200})/i.exec(text)?.[2] ?? "";
}

function decode(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}

/** In longer requests everything would be found, and the search would take long. */
const longestSearched = 1024 * 1024;
const probeLength = 12;

/** Whether a text has 18 characters in a row that the request has, or is a piece of it. */
function quotesRequest(text: string, request: string): boolean {
  if (request.length > longestSearched) return true;
  if (text.length <= probeLength) return request.includes(text);
  for (let at = 0; at + probeLength <= text.length; at += probeLength / 2) {
    if (request.includes(text.slice(at, at + probeLength))) return true;
  }
  return false;
}

/** A body that keeps the beginning of what is read of it. */
export interface RecordedBody extends ByteSource {
  /** At most 1,024 bytes of the first block. */
  beginning(): Uint8Array | undefined;
}

/** A body whose beginning can be shown to the operator if it is not a reply. */
export function recordBeginning(body: ByteSource): RecordedBody {
  let first: Uint8Array | undefined;
  return {
    read() {
      const block = body.read();
      if (first) return block;
      return isPromise(block) ? block.then(keep) : keep(block);
    },
    cancel: (reason) => body.cancel(reason),
    beginning: () => first,
  };

  function keep(block: Uint8Array | undefined): Uint8Array | undefined {
    // A copy: the slice of a Buffer would keep the whole block in memory.
    first ??= block && new Uint8Array(block.subarray(0, 1_024));
    return block;
  }
}
