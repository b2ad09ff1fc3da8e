import type { Answer, ByteSource, Exchange, IncomingBody } from "./exchange.js";
import { isByteSource } from "./exchange.js";

/** The part of a Workers context, or of our own second argument, that keeps the host alive. */
interface Lifetime {
  waitUntil(work: Promise<unknown>): void;
}

/**
 * A Web request as an exchange. `context` is whatever the runtime passes after the request:
 * `{ waitUntil }`, or Workers' `env` and `ctx`.
 */
export function toExchange(request: Request, context: readonly unknown[] = []): Exchange {
  const lifetime = context.find(isLifetime);
  return {
    method: request.method,
    target: targetOf(request.url),
    headers: request.headers,
    body: toIncomingBody(request),
    signal: request.signal,
    host: [request, ...context],
    waitUntil: lifetime && ((work) => lifetime.waitUntil(work)),
  };
}

function isLifetime(value: unknown): value is Lifetime {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<Lifetime>).waitUntil === "function"
  );
}

/** Path and query of an absolute URL, without building a URL object. */
function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? "/" : url.slice(start);
}

function toIncomingBody(request: Request): IncomingBody {
  const stream: Request["body"] | undefined = request.body;
  if (stream === undefined) return { kind: "stream", chunks: toWhole(request) };
  return stream ? { kind: "stream", chunks: toChunks(stream) } : { kind: "empty" };
}

/** Not every browser exposes the body of a request as a stream. */
async function* toWhole(request: Request): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await request.arrayBuffer());
}

/** Not every runtime's ReadableStream is async iterable. */
async function* toChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** An answer to a Web request. */
export function toResponse(answer: Answer, request: Request): Response {
  const headers = new Headers();
  for (const [name, value] of answer.headers) headers.append(name, value);
  const body = answer.body;
  return new Response(
    isByteSource(body) ? toReadableStream(body, request) : ((body as BodyInit | undefined) ?? null),
    {
      status: answer.status,
      headers,
    },
  );
}

/**
 * Node no longer forwards a caller's abort once the request is garbage-collected, so its answer
 * holds a reference.
 */
const requests = new WeakMap<ReadableStream, Request>();

/** A stream that reads nothing ahead of its reader. */
function toReadableStream(source: ByteSource, request: Request): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const block = await source.read();
        if (block) controller.enqueue(block);
        else controller.close();
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  requests.set(stream, request);
  return stream;
}
