import type { Answer, ByteSource } from "@diglot/core";

/** The arguments of a `fetch` as a request. A path alone is one of no particular host. */
export function toRequest(input: Request | URL | string, init: RequestInit | undefined): Request {
  const isPath = typeof input === "string" && input.startsWith("/");
  return new Request(isPath ? `http://localhost${input}` : input, init);
}

/** The same answer, whose body fails with the signal's reason when that aborts, as that of `fetch` does. */
export function abortable(answer: Answer, signal: AbortSignal): Answer {
  const { body } = answer;
  if (body === undefined || body instanceof Uint8Array) return answer;
  return { ...answer, body: abortableSource(body, signal) };
}

/** Turns a synchronous throw into a rejection. */
async function readFrom(source: ByteSource): Promise<Uint8Array | undefined> {
  return source.read();
}

function abortableSource(source: ByteSource, signal: AbortSignal): ByteSource {
  return {
    read: () =>
      new Promise((resolve, reject) => {
        const onAbort = () => {
          reject(signal.reason);
          source.cancel(signal.reason).catch(() => undefined);
        };
        if (signal.aborted) return onAbort();
        signal.addEventListener("abort", onAbort, { once: true });
        readFrom(source)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener("abort", onAbort));
      }),
    cancel: (reason) => source.cancel(reason),
  };
}
