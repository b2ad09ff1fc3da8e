import type { Clock, InProcessRequest, ModelYield } from "@diglot/core";

/**
 * Yields what a model has to say, with a wait after each piece of text, so that a stream looks like
 * one. Ends early when the request is aborted, also while it waits.
 */
export async function* pace(
  pieces: Iterable<ModelYield>,
  { clock, signal }: Pick<InProcessRequest, "clock" | "signal">,
  wordDelay: number,
): AsyncGenerator<ModelYield> {
  for (const piece of pieces) {
    if (signal.aborted) return;
    yield piece;
    if (wordDelay > 0 && typeof piece === "string") await wait(clock, signal, wordDelay);
  }
}

function wait(clock: Clock, signal: AbortSignal, milliseconds: number): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = clock.after(milliseconds, finish);
    function finish(): void {
      signal.removeEventListener("abort", finish);
      cancel();
      resolve();
    }
    signal.addEventListener("abort", finish, { once: true });
  });
}
