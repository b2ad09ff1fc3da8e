import { type AttemptEnd, toAttemptEnd } from "../../conversation/attempt-end.js";
import type { EventSource } from "../../conversation/events.js";
import { nextTurn } from "../../runtime/turns.js";
import type { Attempt } from "../model.js";
import type { ReplyBuilder } from "./reply-builder.js";
import type { ModelYield } from "./yields.js";

/** Yields without anything to show after which a model gives way to the event loop. */
const silentYields = 256;

/** The parts of a running in-process model. */
export interface InProcessParts {
  readonly pieces: AsyncIterator<ModelYield>;
  readonly builder: ReplyBuilder;
  readonly attempt: Attempt;
}

/**
 * Pulls a generator one piece at a time, only when somebody reads, and keeps its ledger row: however
 * the reply ends, the attempt is closed with what was generated until then.
 */
export function createInProcessSource({ pieces, builder, attempt }: InProcessParts): EventSource {
  let closed = false;

  function close(end: AttemptEnd, error?: unknown): void {
    if (closed) return;
    closed = true;
    void attempt.close(end, builder.usage(), undefined, { error }, builder.facts);
    leaveGenerator(pieces);
  }

  return {
    async read() {
      try {
        for (let silent = 1; !closed; silent++) {
          const next = await pieces.next();
          if (closed) break;
          const events = next.done ? builder.end() : builder.push(next.value);
          if (builder.done()) close("completed");
          if (events.length > 0) return events;
          if (silent % silentYields === 0) await nextTurn();
        }
        return undefined;
      } catch (error) {
        close("upstream_error", error);
        throw error;
      }
    },
    async cancel(reason) {
      close(toAttemptEnd(reason));
    },
  };
}

/**
 * Lets the generator run its `finally` blocks. Not awaited: a generator that hangs there, or that
 * ignores its abort signal, must not hold the caller's answer.
 */
function leaveGenerator(pieces: AsyncIterator<ModelYield>): void {
  try {
    void Promise.resolve(pieces.return?.()).catch(() => undefined);
  } catch {
    // A hand-written iterator may throw here; its reply is over already.
  }
}
