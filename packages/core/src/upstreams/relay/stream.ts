import { type AttemptEnd, toAttemptEnd, toWholeEnd } from "../../conversation/attempt-end.js";
import { estimateTokensOf } from "../../conversation/usage/estimate.js";
import { tooManyBlocks } from "../../errors/reply-too-large.js";
import type { RelayObserver } from "../../formats/upstream-format.js";
import type { ModelRequest, RelayReply } from "../../models/model.js";
import { isPromise, type MaybePromise } from "../../runtime/maybe-promise.js";
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
  const { reservedOutput, maxReplyBlocks: maxBlocks } = request;
  const stream = startStream({ dispatched, reader, observer, reservedOutput, maxBlocks });
  await readAhead(stream, () => observer.events > 0);
  return {
    kind: "relay",
    status,
    headers: format.relayedReplyHeaders(headers),
    body: { read: () => read(stream), cancel: (reason) => cancel(stream, reason) },
    async untilContent() {
      await readAhead(stream, () => observer.begun);
      if (observer.error && !observer.begun) throw observer.error;
    },
    countEvents: () => observer.events,
    hasBegun: () => observer.begun,
  };
}

/** A relayed stream while it is read. */
interface RelayedStream {
  readonly dispatched: Dispatch;
  readonly reader: FrameReader;
  readonly observer: RelayObserver;
  /** The tokens that are reserved for the output. */
  readonly reservedOutput: number;
  /** The most blocks, calls and choices of the reply. */
  readonly maxBlocks: number;
  /** Blocks that were read before the caller asked for them. */
  readonly ahead: Uint8Array[];
  aheadBytes: number;
  /** Whether the attempt is settled. */
  over: boolean;
  failure: { readonly error: unknown } | undefined;
  readonly onAbort: () => void;
}

type Parts = Pick<
  RelayedStream,
  "dispatched" | "reader" | "observer" | "reservedOutput" | "maxBlocks"
>;

function startStream(parts: Parts): RelayedStream {
  const { dispatched, observer } = parts;
  const { signal } = dispatched;
  const onAbort = () => fail(stream, signal.reason);
  const stream: RelayedStream = {
    ...parts,
    ahead: [],
    aheadBytes: 0,
    over: false,
    failure: undefined,
    onAbort,
  };
  dispatched.watch(() => ({
    reported: observer.reportedUsage(),
    output: estimateOutput(observer),
    reasoning: estimateTokensOf(observer.reasoningBytes()),
    reply: () => observer.reply?.(),
  }));
  signal.addEventListener("abort", onAbort, { once: true });
  return stream;
}

function estimateOutput(observer: RelayObserver): number {
  return estimateTokensOf(observer.outputBytes());
}

function endStream(stream: RelayedStream, end: AttemptEnd, reason?: unknown): void {
  stream.over = true;
  ignoreCaller(stream);
  stream.dispatched.finish(end, reason);
}

function ignoreCaller({ dispatched, onAbort }: RelayedStream): void {
  dispatched.signal.removeEventListener("abort", onAbort);
}

function fail(stream: RelayedStream, error: unknown): void {
  if (stream.over) return;
  const { dispatched } = stream;
  const { signal } = dispatched;
  const failure = signal.aborted ? error : dispatched.explain(error);
  stream.failure = { error: failure };
  // An abort does not show whether the model has run, so it may have.
  endStream(stream, toEnd(error, signal), signal.aborted ? undefined : failure);
}

/** Reads ahead, up to a limit, until a condition holds. */
async function readAhead(stream: RelayedStream, condition: () => boolean): Promise<void> {
  while (!condition() && !stream.over && stream.aheadBytes < maxAheadBytes) {
    const block = await pull(stream);
    if (block) stream.ahead.push(block);
    stream.aheadBytes += block?.length ?? 0;
  }
}

function read(stream: RelayedStream): MaybePromise<Uint8Array | undefined> {
  const block = stream.ahead.shift();
  stream.aheadBytes -= block?.length ?? 0;
  return block ?? pull(stream);
}

/**
 * The next frames of the upstream. The attempt is settled when somebody asks for more than the last
 * frames: until then, whoever reads may refuse them.
 */
function pull(stream: RelayedStream): MaybePromise<Uint8Array | undefined> {
  if (stream.over) return conclude(stream);
  try {
    const frames = stream.reader.read();
    return isPromise(frames) ? takeLate(stream, frames) : take(stream, frames);
  } catch (error) {
    fail(stream, error);
    return conclude(stream);
  }
}

async function takeLate(
  stream: RelayedStream,
  frames: PromiseLike<Uint8Array | undefined>,
): Promise<Uint8Array | undefined> {
  try {
    return take(stream, await frames);
  } catch (error) {
    fail(stream, error);
    return conclude(stream);
  }
}

function take(
  stream: RelayedStream,
  frames: Uint8Array | undefined,
): MaybePromise<Uint8Array | undefined> {
  const { reader, observer, reservedOutput, maxBlocks } = stream;
  if (observer.seen.blocks > maxBlocks) throw tooManyBlocks(maxBlocks);
  if (reader.ended()) ignoreCaller(stream);
  else assertWithinOutputLimit(estimateOutput(observer), reservedOutput);
  return frames && !stream.failure ? frames : conclude(stream);
}

/** The end of a stream that has no more frames, or what it has failed with. */
function conclude(stream: RelayedStream): Promise<undefined> | undefined {
  if (!stream.over) finishRead(stream);
  return stream.failure && Promise.reject(stream.failure.error);
}

/** Settles an attempt whose stream has been read to its end. */
function finishRead(stream: RelayedStream): void {
  const { error } = stream.observer;
  endStream(stream, error ? "upstream_error" : "completed", error);
}

async function cancel(stream: RelayedStream, reason?: unknown): Promise<void> {
  stream.ahead.length = 0;
  if (stream.over) return;
  const end = stream.reader.ended() ? toWholeEnd(reason) : toAttemptEnd(reason);
  if (end === "completed") finishRead(stream);
  else endStream(stream, end);
}
