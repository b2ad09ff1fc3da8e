import type { HeaderList } from "../../http/answers.js";
import type { ByteSource, HeaderLookup } from "../../http/exchange.js";
import type { AbortSource } from "../../runtime/abort-link.js";

/** One request to an upstream as plain data. */
export interface TransportRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: Uint8Array | undefined;
  /** Aborts the request and the body of its answer. */
  readonly signal: AbortSignal;
  /** The same for a transport that only listens, which costs less. @default `signal` */
  readonly abort?: AbortSource | undefined;
}

/** The head of an upstream's answer, and its body, of which nothing has been read. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: HeaderLookup;
  readonly body: ByteSource;
}

/**
 * Sends one request. It follows no redirect, adds no credential and repeats nothing that may have
 * left; it rejects with whatever its runtime throws.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** A transport made of a `fetch` function. */
export function createFetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    const response = await fetch(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(body && { body: body as BodyInit }),
      redirect: "manual",
      signal,
    });
    return { status: response.status, headers: response.headers, body: toSource(response.body) };
  };
}

/** A body that is read block by block, and cancelled as well as aborted: in some cases a runtime misses one of the two. */
function toSource(body: ReadableStream<Uint8Array> | null): ByteSource {
  const reader = body?.getReader();
  return {
    async read() {
      for (;;) {
        const result = await reader?.read();
        if (!result || result.done) return undefined;
        if (result.value.length > 0) return result.value;
      }
    },
    async cancel(reason) {
      await reader?.cancel(reason);
    },
  };
}
