import { type Answer, type ByteSource, isByteSource } from "../http/exchange.js";
import { raceSignal } from "../runtime/race-signal.js";
import type { Call } from "./call.js";
import { drainTimeoutError, type Run } from "./lifetime.js";

/**
 * Completes an answer even if its caller leaves, where that is the account's policy. Before the
 * head, the caller's abort rejects with its reason at once, while the answer continues. After the
 * head, the rest of a stream is read in the caller's place. The drain begins when the caller aborts
 * or the body is cancelled; at the limits of the drain the run is aborted.
 */
export function drainAnswer(
  { settings, run, onCallerGone, exchange: { signal } }: Call,
  answer: Promise<Answer>,
): Promise<Answer> {
  if (onCallerGone !== "drain") return answer;
  const drained = answer.then(({ body, ...head }) => ({
    ...head,
    body: isByteSource(body) ? createDrainedBody(body, run, signal, settings.drain.bytes) : body,
  }));
  // If the caller has left already, the run is aborted and must end.
  return signal.aborted ? drained : raceSignal(signal, () => drained);
}

/** The caller's read that has not been answered. */
interface Waiting {
  resolve(block: Uint8Array | undefined): void;
  reject(reason: unknown): void;
}

function createDrainedBody(
  inner: ByteSource,
  run: Run,
  signal: AbortSignal,
  bytes: number,
): ByteSource {
  /** The last read of the inner body; never rejects. */
  let reading: Promise<unknown> = Promise.resolve();
  let waiting: Waiting | undefined;
  let over = false;
  let aborted = false;

  function leave(reason: unknown): void {
    if (over) return;
    end();
    run.leave(reason);
    run.track(reading.then(() => drain(inner, run, bytes)));
  }

  function end(): void {
    over = true;
    signal.removeEventListener("abort", onAbort);
  }

  function onAbort(): void {
    aborted = true;
    waiting?.reject(signal.reason);
    leave(signal.reason);
  }

  async function readOn(): Promise<Uint8Array | undefined> {
    const block = await inner.read();
    if (!block) end();
    return block;
  }

  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });

  return {
    read() {
      if (over) return aborted ? Promise.reject(signal.reason) : Promise.resolve(undefined);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        reading = readOn().then(resolve, reject);
      });
    },
    async cancel(reason) {
      waiting?.resolve(undefined);
      leave(reason);
    },
  };
}

/** Reads in the caller's place. At the limit the run is aborted, and the stream fails. */
async function drain(inner: ByteSource, run: Run, bytes: number): Promise<void> {
  let left = bytes;
  try {
    for (let block = await inner.read(); block; block = await inner.read()) {
      left -= block.length;
      if (left < 0) run.end(drainTimeoutError());
    }
  } catch {
    // It has failed for its caller, who has gone.
  }
}
