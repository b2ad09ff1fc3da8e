import { estimateTokensOf } from "../../conversation/estimate.js";
import type { RelayObserver } from "../../formats/upstream-format.js";
import { toAttemptEnd } from "../../models/attempt-end.js";
import type { AttemptEnd, ModelRequest, RelayReply } from "../../models/model.js";
import { type Dispatch, toEnd } from "../send/dispatch.js";
import { assertWithinOutputLimit } from "../send/output-limit.js";
import type { Upstream } from "../upstream.js";
import { createFrameReader, type FrameReader } from "./frame-reader.js";

/** Bytes that are read ahead while content is waited for. */
const maxAheadBytes = 1024 * 1024;

/**
 * Relays an event stream: whole frames, with their bytes as they are. Resolves with the first
 * event, so that a stream that begins with an error fails before its head.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function openRelayedStream(
  upstream: Upstream,
  request: ModelRequest,
  dispatched: Dispatch,
  addedUsage: boolean,
): Promise<RelayReply> {
  const { format, settings } = upstream;
  const { status, headers } = dispatched.response;
  const { body } = request.origin;
  const observer = format.createRelayObserver(settings.capabilities, addedUsage, body);
  const reader = createFrameReader(upstream, dispatched.response.body, observer, request);
  const stream = createRelayedStream(dispatched, reader, observer, request.reservedOutput);
  await stream.readAhead(() => observer.events > 0);
  return {
    kind: "relay",
    status,
    headers: format.relayedReplyHeaders(headers),
    body: { read: stream.read, cancel: stream.cancel },
    async untilContent() {
      await stream.readAhead(() => observer.begun);
      if (observer.error && !observer.begun) throw observer.error;
    },
    countEvents: () => observer.events,
  };
}

function createRelayedStream(
  dispatched: Dispatch,
  reader: FrameReader,
  observer: RelayObserver,
  reservedOutput: number,
) {
  const { signal } = dispatched;
  const ahead: Uint8Array[] = [];
  let aheadBytes = 0;
  let over = false;
  let failure: { readonly error: unknown } | undefined;

  const estimateOutput = () => estimateTokensOf(observer.outputBytes());
  dispatched.watch(() => ({
    reported: observer.reportedUsage(),
    output: estimateOutput(),
    reasoning: estimateTokensOf(observer.reasoningBytes()),
  }));

  function finish(end: AttemptEnd, reason?: unknown): void {
    over = true;
    signal.removeEventListener("abort", onAbort);
    dispatched.finish(end, reason);
  }

  function fail(error: unknown): void {
    if (over) return;
    failure = { error };
    // An abort does not show whether the model has run, so it may have.
    finish(toEnd(error, signal), signal.aborted ? undefined : error);
  }

  const onAbort = () => fail(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });

  async function readFrames(): Promise<Uint8Array | undefined> {
    const block = await reader.read();
    if (!reader.ended) assertWithinOutputLimit(estimateOutput(), reservedOutput);
    return block;
  }

  /** The next frames of the upstream; the attempt is settled with the last. */
  async function pull(): Promise<Uint8Array | undefined> {
    if (!over) {
      const block = await readFrames().catch(fail);
      if (reader.ended && !over)
        finish(observer.error ? "upstream_error" : "completed", observer.error);
      if (block && !failure) return block;
    }
    if (failure) throw failure.error;
    return undefined;
  }

  return {
    /** Reads ahead, up to a limit, until a condition holds. */
    async readAhead(condition: () => boolean): Promise<void> {
      while (!condition() && !over && aheadBytes < maxAheadBytes) {
        const block = await pull();
        if (block) ahead.push(block);
        aheadBytes += block?.length ?? 0;
      }
    },
    async read(): Promise<Uint8Array | undefined> {
      const block = ahead.shift();
      aheadBytes -= block?.length ?? 0;
      return block ?? pull();
    },
    async cancel(reason?: unknown): Promise<void> {
      ahead.length = 0;
      if (!over) finish(toAttemptEnd(reason));
    },
  };
}
