import type { Answer, ByteSource, Exchange } from "@diglot/core";

/** The arguments of a `fetch` as a request. A path alone is one of no particular host. */
export function toRequest(input: Request | URL | string, init: RequestInit | undefined): Request {
  const isPath = typeof input === "string" && input.startsWith("/");
  return new Request(isPath ? `http://localhost${input}` : input, init);
}

/** A Web request as an exchange. */
export function toExchange(request: Request): Exchange {
  const { method, headers, signal } = request;
  const { pathname, search } = new URL(request.url);
  return { method, target: pathname + search, headers, signal, body: toIncomingBody(request) };
}

function toIncomingBody(request: Request): Exchange["body"] {
  const body: Request["body"] | undefined = request.body;
  if (body === undefined) return { kind: "stream", chunks: readWhole(request) };
  return body ? { kind: "stream", chunks: readBlocks(body) } : { kind: "empty" };
}

/** Not every browser shows the body of a request as a stream. */
async function* readWhole(request: Request): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await request.arrayBuffer());
}

/** Not every runtime's ReadableStream is async iterable. */
async function* readBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
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

/** An answer as a Web response, whose body fails with the signal's reason when that aborts. */
export function toResponse({ status, headers, body }: Answer, signal: AbortSignal): Response {
  const list = headers.map(([name, value]): [string, string] => [name, value]);
  if (body === undefined || body instanceof Uint8Array) {
    return new Response((body as BodyInit | undefined) ?? null, { status, headers: list });
  }
  return new Response(toReadableStream(body, signal), { status, headers: list });
}

/** A stream that pulls nothing ahead of its reader. */
function toReadableStream(source: ByteSource, signal: AbortSignal): ReadableStream<Uint8Array> {
  let stopListening = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onAbort = () => {
          controller.error(signal.reason);
          source.cancel(signal.reason).catch(() => undefined);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        stopListening = () => signal.removeEventListener("abort", onAbort);
      },
      async pull(controller) {
        try {
          const block = await source.read();
          if (signal.aborted) return;
          if (block) return controller.enqueue(block);
          stopListening();
          controller.close();
        } catch (error) {
          stopListening();
          throw error;
        }
      },
      cancel(reason) {
        stopListening();
        return source.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** What `fetch` rejects with when a connection is lost before the head, as in Node. */
export function connectionLost(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return new TypeError("fetch failed", { cause });
}
