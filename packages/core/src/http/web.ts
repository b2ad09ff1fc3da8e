import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import type { Answer, ByteSource, Exchange, IncomingBody } from "./exchange.js";
import { isByteSource } from "./exchange.js";

/** The part of a Workers context, or of our own second argument, that keeps the host alive. */
interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void;
}

/**
 * A Web request as an exchange. `context` is whatever the runtime passes after the request:
 * `{ waitUntil }`, or Workers' `env` and `ctx`.
 */
export function toExchange(request: Request, context: readonly unknown[] = []): Exchange {
  const executionContext = context.find(isExecutionContext);
  return {
    method: request.method,
    target: targetOf(request.url),
    headers: request.headers,
    body: toIncomingBody(request),
    signal: request.signal,
    host: [request, ...context],
    waitUntil: executionContext && ((work) => executionContext.waitUntil(work)),
  };
}

function isExecutionContext(value: unknown): value is ExecutionContext {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<ExecutionContext>).waitUntil === "function"
  );
}

/** Path and query of an absolute URL, without building a URL object. */
function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? "/" : url.slice(start);
}

function toIncomingBody(request: Request): IncomingBody {
  const stream: Request["body"] | undefined = request.body;
  if (stream === undefined) return { kind: "source", source: readWhole(request) };
  return stream ? { kind: "source", source: readStream(stream) } : { kind: "empty" };
}

/** Not every browser exposes the body of a request as a stream. */
function readWhole(request: Request): ByteSource {
  let isRead = false;
  return {
    async read() {
      if (isRead) return undefined;
      isRead = true;
      return new Uint8Array(await request.arrayBuffer());
    },
    cancel: async () => undefined,
  };
}

/** The stream is not locked before the first read: whoever authenticates the request may look at it. */
function readStream(stream: ReadableStream<Uint8Array>): ByteSource {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let hasEnded = false;
  return {
    async read() {
      reader ??= stream.getReader();
      const { done, value } = await reader.read();
      hasEnded = done;
      return value;
    },
    async cancel(reason) {
      if (!hasEnded) await reader?.cancel(reason).catch(() => undefined);
    },
  };
}

/** An answer to a Web request. */
export function toResponse({ status, headers, body }: Answer, request: Request): Response {
  const content = isByteSource(body) ? toReadableStream(body, request) : body;
  return new Response((content as BodyInit | undefined) ?? null, {
    status,
    headers: headers as [name: string, value: string][],
  });
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
      pull(controller) {
        const block: MaybePromise<Uint8Array | undefined> = source.read();
        if (!isPromise(block)) return give(controller, block);
        return block.then((arrived) => give(controller, arrived));
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  requests.set(stream, request);
  return stream;
}

function give(
  controller: ReadableStreamDefaultController<Uint8Array>,
  block: Uint8Array | undefined,
): void {
  if (block) controller.enqueue(block);
  else controller.close();
}
