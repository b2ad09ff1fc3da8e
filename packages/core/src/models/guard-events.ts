import { type Clock, createIdleTimer } from "../clock.js";
import type { BlockDelta, ConversationEvent, EventSource } from "../conversation/events.js";
import { createGrammar } from "../conversation/grammar.js";
import { ServiceError } from "../errors/service-error.js";
import type { Bounds, Timeouts } from "../options.js";
import type { AttemptEnd } from "./model.js";

/** What a reply is held against. */
export interface GuardOptions {
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly bounds: Bounds;
  /** Aborts when the caller goes away or the service closes; its reason is what readers get. */
  readonly signal: AbortSignal;
  /** Called once, when the reply has ended, or with the reason when it has failed. */
  onOver(reason?: unknown): void;
}

type State =
  | { readonly name: "unopened" }
  | { readonly name: "open"; readonly source: EventSource }
  | { readonly name: "ended" }
  | { readonly name: "failed"; readonly end: AttemptEnd; readonly reason: unknown };

/**
 * Stands between any model and the encoders: only events that the grammar allows pass, in bounded
 * amount and time, and an abort ends a pending read at once, whether the model listens or not.
 * The reply is opened by the first read.
 */
export function guardEvents(open: () => Promise<EventSource>, options: GuardOptions): EventSource {
  const { clock, timeouts, bounds, signal } = options;
  const check = createChecks(bounds);
  let state: State = { name: "unopened" };
  let rejectPending: ((reason: unknown) => void) | undefined;

  const expire = () => fail("timeout", timedOut());
  const idle = createIdleTimer(clock, timeouts.betweenEvents, expire);
  const disarmFirst = clock.after(timeouts.firstEvent, expire);
  const disarmTotal = clock.after(timeouts.total, expire);
  const onAbort = () => fail("client_abort", signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });

  function release(reason?: unknown): void {
    idle.dispose();
    disarmFirst();
    disarmTotal();
    signal.removeEventListener("abort", onAbort);
    options.onOver(reason);
  }

  function fail(end: AttemptEnd, reason: unknown): void {
    if (state.name === "ended" || state.name === "failed") return;
    const source = state.name === "open" ? state.source : undefined;
    state = { name: "failed", end, reason };
    if (source) void cancelQuietly(source, end);
    release(reason);
    rejectPending?.(reason);
  }

  async function openSource(): Promise<EventSource> {
    if (signal.aborted) throw signal.reason;
    const source = await open();
    if (state.name === "unopened") state = { name: "open", source };
    else if (state.name === "failed") void cancelQuietly(source, state.end);
    return source;
  }

  async function readSource(): Promise<readonly ConversationEvent[] | undefined> {
    const source = state.name === "open" ? state.source : await openSource();
    if (state.name !== "open") return undefined;
    const events = await source.read();
    if (state.name !== "open") return undefined;
    if (check(events)) {
      state = { name: "ended" };
      release();
    }
    disarmFirst();
    return events;
  }

  return {
    read() {
      if (state.name === "failed") return Promise.reject(state.reason);
      if (state.name === "ended") return Promise.resolve(undefined);
      if (state.name === "open") idle.begin();
      return new Promise((resolve, reject) => {
        rejectPending = reject;
        readSource().then(
          (events) => {
            idle.end();
            resolve(events);
          },
          (error: unknown) => {
            fail(error instanceof OverBound ? "limit" : "upstream_error", toReason(error));
            reject(toReason(error));
          },
        );
      });
    },
    async cancel(reason) {
      fail("client_abort", reason ?? new Error("The reply was cancelled."));
    },
  };
}

/** A source that fails while it is cancelled has failed a reply that is over already. */
async function cancelQuietly(source: EventSource, end: AttemptEnd): Promise<void> {
  try {
    await source.cancel(end);
  } catch {
    // Nobody waits for it any more.
  }
}

/** Holds batches against grammar and bounds; the answer is whether the reply has ended. */
function createChecks(
  bounds: Bounds,
): (events: readonly ConversationEvent[] | undefined) => boolean {
  const grammar = createGrammar();
  let characters = 0;

  return (events) => {
    if (!events) throw badReply("The reply ended without its end event.");
    for (const event of events) {
      grammar.check(event);
      if (event.type !== "delta") continue;
      const size = sizeOf(event.delta);
      characters += size;
      if (size > bounds.eventCharacters || characters > bounds.replyCharacters)
        throw new OverBound();
    }
    return grammar.ended;
  };
}

class OverBound extends Error {}

function sizeOf(delta: BlockDelta): number {
  switch (delta.type) {
    case "text":
      return delta.text.length;
    case "arguments":
      return delta.json.length;
    case "signature":
      return delta.signature.length;
    case "citation":
      return 0;
  }
}

function toReason(error: unknown): unknown {
  return error instanceof OverBound ? badReply("The reply is larger than its bound.") : error;
}

function badReply(cause: string): ServiceError {
  return new ServiceError({
    kind: "upstream_bad_response",
    message: "The model's reply was malformed.",
    cause: new Error(cause),
  });
}

function timedOut(): ServiceError {
  return new ServiceError({
    kind: "upstream_timeout",
    message: "The model did not answer in time.",
  });
}
