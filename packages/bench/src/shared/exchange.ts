import type { Answer, ByteSource, Exchange, HeaderLookup, Transport } from "@diglot/core";
import { type Format, paths } from "./formats.ts";

/** The key that every service of this package knows. */
export const key = "sk-bench-0000000000";

/** What callers send, in both formats. */
export const callerHeaders: Readonly<Record<string, string>> = {
  authorization: `Bearer ${key}`,
  "anthropic-version": "2023-06-01",
  "content-type": "application/json",
};

const headers = new Map(Object.entries(callerHeaders));

/** One request as plain data. All that it hands out is made here, so that serving it makes nothing of its own. */
export function exchangeOf(format: Format, body: Uint8Array): Exchange {
  return {
    method: "POST",
    target: paths[format],
    headers: { get: (name) => headers.get(name) ?? null, keys: () => headers.keys() },
    body: { kind: "stream", chunks: chunksOf(body) },
    signal: new AbortController().signal,
  };
}

/** The transport of an upstream that answers at once, block by block, without a network. */
export function stubTransport(
  nextBlocks: () => readonly Uint8Array[],
  contentType: string,
): Transport {
  const responseHeaders: HeaderLookup = {
    get: (name) => (name === "content-type" ? contentType : null),
    keys: () => ["content-type"],
  };
  return async () => ({
    status: 200,
    headers: responseHeaders,
    body: sourceOf(nextBlocks()),
  });
}

/** A source of these blocks. */
export function sourceOf(blocks: readonly Uint8Array[]): ByteSource {
  const reads = [...blocks, undefined].map((block) => Promise.resolve(block));
  const cancelled = Promise.resolve();
  const end = Promise.resolve(undefined);
  let index = 0;
  return { read: () => reads[index++] ?? end, cancel: () => cancelled };
}

/**
 * Reads the body of an answer to its end.
 * @throws if the answer is an error
 */
export async function drain({ status, body }: Answer): Promise<void> {
  if (status !== 200) throw new Error(`The service answered with ${status}: ${await textOf(body)}`);
  if (!body || body instanceof Uint8Array) return;
  while ((await body.read()) !== undefined);
}

async function textOf(body: Answer["body"]): Promise<string> {
  if (!body) return "";
  return new TextDecoder().decode(body instanceof Uint8Array ? body : await body.read());
}

function chunksOf(body: Uint8Array): AsyncIterable<Uint8Array> {
  const results = [
    Promise.resolve({ done: false as const, value: body }),
    Promise.resolve({ done: true as const, value: undefined }),
  ];
  let index = 0;
  const next = () => results[index++] ?? Promise.reject(new Error("The body was read twice."));
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
