import type { BlockDelta, ConversationEvent } from "../../conversation/events.js";
import { createGrammar } from "../../conversation/grammar.js";
import { badReply } from "../../errors/bad-reply.js";
import { isByteSource } from "../../http/exchange.js";
import type { SizeLimits } from "../../http/size-limits.js";
import type { Timeouts } from "../../options.js";
import { type Clock, createIdleTimer } from "../../runtime/clock.js";
import { toAttemptEnd } from "../attempt-end.js";
import { timedOut } from "../failures.js";
import type { AttemptEnd, Reply } from "../model.js";
import type { Source } from "./source.js";
import { createSpeechCheck } from "./speech-check.js";

/** What a reply is checked against. */
export interface GuardOptions {
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly sizeLimits: SizeLimits;
  /** Aborts when the caller goes away or the service closes; its reason is what readers get. */
  readonly signal: AbortSignal;
  /** Called once, when the reply has ended, or with the reason when it has failed. */
  onOver(reason?: unknown): void;
}

type State =
  | { readonly name: "opening" }
  | { readonly name: "open"; readonly cancel: (reason: AttemptEnd) => Promise<void> }
  | { readonly name: "ended" }
  | { readonly name: "failed"; readonly end: AttemptEnd; readonly reason: unknown };

/**
 * Stands between any model and the writers. Only events that the grammar allows pass, within the
 * limits of size and time, and an abort ends every wait at once, even if the model ignores it.
 * Relayed bytes are checked against the same times and sizes.
 */
export async function guardReply(
  open: () => Promise<Reply>,
  options: GuardOptions,
): Promise<Reply> {
  const guard = createGuard(options);
  const reply = await guard.open(open);
  if (reply.kind === "events") {
    return { ...reply, events: guard.watch(reply.events, createEventCheck(options.sizeLimits)) };
  }
  const { body } = reply;
  if (!isByteSource(body)) {
    guard.end();
    return reply;
  }
  const check = createByteCheck(options.sizeLimits);
  return { ...reply, body: guard.watch(body, check, createSpeechCheck(reply)) };
}

/** Checks a batch and returns whether the reply has ended with it. @throws if it may not pass */
type Check<T> = (batch: T | undefined) => boolean;

function createGuard(options: GuardOptions) {
  const { clock, timeouts, signal } = options;
  let state: State = { name: "opening" };
  let rejectPending: ((reason: unknown) => void) | undefined;

  const expire = () => fail("timeout", timedOut());
  const idle = createIdleTimer(clock, timeouts.betweenEvents, expire);
  const disarmFirst = clock.after(timeouts.firstEvent, expire);
  const disarmTotal = clock.after(timeouts.total, expire);
  const onAbort = () => fail(toAttemptEnd(signal.reason), signal.reason);
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
    const open = state.name === "open" ? state : undefined;
    state = { name: "failed", end, reason };
    if (open) void quietly(() => open.cancel(end));
    release(reason);
    rejectPending?.(reason);
  }

  function end(): void {
    state = { name: "ended" };
    release();
  }

  /** Runs work that ends early if the reply fails. */
  function race<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      rejectPending = reject;
      work().then(resolve, (error: unknown) => {
        fail(error instanceof OverLimit ? "limit" : "upstream_error", toReason(error));
        reject(toReason(error));
      });
    });
  }

  return {
    end,
    open(start: () => Promise<Reply>): Promise<Reply> {
      if (signal.aborted) onAbort();
      if (state.name === "failed") return Promise.reject(state.reason);
      return race(async () => {
        const reply = await start();
        const cancel = (reason: AttemptEnd) => cancelReply(reply, reason);
        if (state.name === "opening") state = { name: "open", cancel };
        else if (state.name === "failed") void cancel(state.end);
        return reply;
      });
    },
    watch<T>(source: Source<T>, check: Check<T>, hasSpoken = () => true): Source<T> {
      // Until the first batch, only the time for the first event counts.
      let begun = false;
      return {
        async read() {
          if (state.name === "failed") throw state.reason;
          if (state.name === "ended") return undefined;
          if (begun) idle.begin();
          const batch = await race(async () => {
            const read = await source.read();
            if (state.name === "open" && check(read)) end();
            return read;
          });
          if (hasSpoken()) idle.end();
          else idle.pause();
          if (!begun) disarmFirst();
          begun = true;
          return batch;
        },
        async cancel(reason) {
          fail("client_abort", reason ?? new Error("The reply was cancelled."));
        },
      };
    },
  };
}

/** Stops a reply that nobody reads; further failures are ignored. */
export async function cancelReply(reply: Reply, reason: AttemptEnd): Promise<void> {
  const source = reply.kind === "events" ? reply.events : reply.body;
  if (source instanceof Uint8Array) return;
  await quietly(() => source.cancel(reason));
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // Nobody waits for it any more.
  }
}

/** Checks batches of events against the grammar and the limits. */
function createEventCheck(limits: SizeLimits): Check<readonly ConversationEvent[]> {
  const grammar = createGrammar();
  let characters = 0;

  return (events) => {
    if (!events) throw badReply("The reply ended without its end event.");
    for (const event of events) {
      grammar.check(event);
      if (event.type !== "delta") continue;
      const size = sizeOf(event.delta);
      characters += size;
      if (size > limits.eventCharacters || characters > limits.replyCharacters)
        throw new OverLimit();
    }
    return grammar.ended();
  };
}

/** Checks relayed bytes against the limit of a whole reply; their meaning is up to their observer. */
function createByteCheck(limits: SizeLimits): Check<Uint8Array> {
  let bytes = 0;
  return (block) => {
    bytes += block?.length ?? 0;
    if (bytes > limits.replyCharacters) throw new OverLimit();
    return block === undefined;
  };
}

class OverLimit extends Error {}

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
  return error instanceof OverLimit ? badReply("The reply is larger than its limit.") : error;
}
