import {
  type Attempt,
  type AttemptEnd,
  type ConversationEvent,
  type EventSource,
  ServiceError,
} from "@diglot/core";
import type { RecordedError, RecordedReply, TimedEvent } from "../tape.js";
import type { Pace } from "./pace.js";
import { knownCounts, usageOf } from "./recorded-usage.js";

/** A recorded reply on its way to a caller. */
export interface ReplayParts {
  readonly reply: RecordedReply;
  readonly attempt: Attempt;
  readonly pace: Pace;
}

/**
 * Plays a recorded reply. What came in one millisecond comes in one batch. Its attempt is settled with
 * the recorded usage, or with what was known of it when the reply broke off or was left.
 */
export async function openReplay({ reply, attempt, pace }: ReplayParts): Promise<EventSource> {
  const batches = batchesOf(reply.events);
  const played: ConversationEvent[] = [];
  let over = false;
  attempt.watch(() => knownCounts(usageOf(played)));

  function close(end: AttemptEnd): void {
    if (over) return;
    over = true;
    pace.stop();
    void attempt.close(end, usageOf(played));
  }

  async function play(): Promise<readonly ConversationEvent[] | undefined> {
    const batch = batches.shift();
    const at = batch?.milliseconds ?? reply.error?.milliseconds;
    if (at !== undefined) await pace.until(at);
    if (over) return undefined;
    if (!batch && reply.error) throw toServiceError(reply.error);
    played.push(...(batch?.events ?? []));
    if (batches.length === 0 && !reply.error) close("completed");
    return batch?.events;
  }

  const source: EventSource = {
    async read() {
      try {
        return over ? undefined : await play();
      } catch (error) {
        close("upstream_error");
        throw error;
      }
    },
    async cancel(reason) {
      close(toAttemptEnd(reason));
    },
  };
  // An error before the first event must come before there is a reply.
  if (batches.length === 0) await source.read();
  return source;
}

interface Batch {
  readonly milliseconds: number;
  readonly events: ConversationEvent[];
}

function batchesOf(events: readonly TimedEvent[]): Batch[] {
  const batches: Batch[] = [];
  for (const [milliseconds, event] of events) {
    const last = batches.at(-1);
    if (last?.milliseconds === milliseconds) last.events.push(event);
    else batches.push({ milliseconds, events: [event] });
  }
  return batches;
}

function toServiceError({ kind, message, retryAfterSeconds }: RecordedError): ServiceError {
  return new ServiceError({ kind, message, retryAfterSeconds });
}

const attemptEnds: readonly AttemptEnd[] = ["timeout", "limit", "shutdown", "client_abort"];

/** The service stops replies with the word for their end; others stop them because they leave. */
function toAttemptEnd(reason: unknown): AttemptEnd {
  return attemptEnds.find((end) => end === reason) ?? "client_abort";
}
