/** How a connection breaks. */
export interface Break {
  /** Before the head of the answer, or after the first bytes of its body. */
  readonly where: "before the head" | "in mid-answer";
  /** Resolves when a connection may break that waits for its head. */
  untilRunning(): Promise<unknown>;
  /** Called when it has broken. */
  onBroken(): void;
}

/**
 * A `fetch` whose first connection breaks, as clients see it when a network fails: the service
 * notices that its caller has gone, and the client gets an error. Later ones hold.
 */
export function breakFirst(
  fetch: typeof globalThis.fetch,
  { where, untilRunning, onBroken }: Break,
): typeof globalThis.fetch {
  let first = true;
  return async (input, init) => {
    if (!first) return fetch(input, init);
    first = false;
    const connection = new AbortController();
    connection.signal.addEventListener("abort", onBroken);
    const response = fetch(input, { ...init, signal: connection.signal });
    if (where === "in mid-answer") return breakBody(await response, connection);
    await untilRunning();
    connection.abort();
    await response.catch(() => undefined);
    throw new TypeError("fetch failed");
  };
}

function breakBody(response: Response, connection: AbortController): Response {
  const reader = response.body?.getReader();
  let blocks = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        blocks += 1;
        const next = blocks === 1 ? await reader?.read() : undefined;
        if (next?.value) return controller.enqueue(next.value);
        connection.abort();
        controller.error(new TypeError("terminated"));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
