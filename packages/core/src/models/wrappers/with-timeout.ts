import { toAttemptEnd } from "../../conversation/attempt-end.js";
import { type Clock, IdleTimer } from "../../runtime/clock.js";
import { raceSignal } from "../../runtime/race-signal.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { finite } from "../../validation/values.js";
import { checkModel } from "../check-model.js";
import { deriveModel } from "../derive-model.js";
import { timedOut } from "../failures.js";
import type { Model, ModelRequest, Reply } from "../model.js";
import { cancelReply } from "../reply/cancel.js";
import { createSpeechCheck } from "../reply/speech-check.js";
import { untilFirstEvent } from "./peek.js";
import { type ReplyOutcome, watchReply } from "./watch-reply.js";

/** How long a model may take, in milliseconds. A time that is absent is not limited. */
export interface TimeLimits {
  /** From the call to the first event. */
  readonly firstEvent?: number | undefined;
  /** Between two events, while the reply is read. Heartbeats of an upstream do not count. */
  readonly betweenEvents?: number | undefined;
  /** From the call to the end of the reply. */
  readonly total?: number | undefined;
}

/**
 * A model that limits the time of another one. When the time is over, the reply is stopped, its
 * attempt ends as `timeout`, and the caller gets the error `upstream_timeout`. The service's own
 * `timeouts` apply as well.
 * @throws TypeError for times that are not above 0
 */
export function withTimeout(model: Model, limits: TimeLimits): Model {
  checkModel("withTimeout", model);
  checkOptions("withTimeout", limits, validTimes);
  return deriveModel(model, (request) =>
    limitTime(request, limits, (limited) => model.respond(limited)),
  );
}

const validTimes: Check = /* @__PURE__ */ deferred(() =>
  members<TimeLimits>({ firstEvent: finite, betweenEvents: finite, total: finite }),
);

/**
 * Opens a reply with limited time. `open` gets the request with its own signal, which aborts with the
 * caller's signal, when the time is over, and when the reply fails or is cancelled. Resolves when the
 * first event has arrived.
 * @throws ServiceError `upstream_timeout`; the caller's reason if that signal aborts
 */
export async function limitTime(
  request: ModelRequest,
  limits: TimeLimits,
  open: (request: ModelRequest) => Promise<Reply>,
): Promise<Reply> {
  const limit = createTimeLimit(request, limits);
  const { signal } = limit;
  try {
    const opened = await raceSignal(signal, async () => {
      const reply = await open({ ...request, signal });
      // Nobody waits for a reply that comes too late.
      if (signal.aborted) void cancelReply(reply, toAttemptEnd(signal.reason));
      return reply;
    });
    const reply = await untilFirstEvent(opened, signal);
    limit.begun();
    signal.addEventListener("abort", () => {
      void cancelReply(reply, toAttemptEnd(signal.reason));
    });
    const hasSpoken = createSpeechCheck(reply);
    return watchReply(reply, {
      wait: (work) => limit.wait(work, hasSpoken),
      onOver: limit.end,
    });
  } catch (error) {
    limit.end({ name: "failed", error });
    throw error;
  }
}

function createTimeLimit(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  { firstEvent, betweenEvents, total }: TimeLimits,
) {
  const controller = new AbortController();
  const follow = () => controller.abort(signal.reason);
  const expire = () => controller.abort(timedOut());
  const arm = (limit: number | undefined) =>
    limit === undefined ? () => undefined : clock.after(limit, expire);

  if (signal.aborted) follow();
  else signal.addEventListener("abort", follow, { once: true });
  const disarmFirst = arm(firstEvent);
  const disarmTotal = arm(total);
  const idle =
    betweenEvents === undefined ? undefined : new IdleTimer(clock, betweenEvents, expire);

  return {
    signal: controller.signal,
    begun: disarmFirst,
    /** Waits once for the reply; the wait ends early when the time is over. */
    async wait<T>(work: () => Promise<T>, hasSpoken: () => boolean): Promise<T> {
      idle?.begin();
      try {
        return await raceSignal(controller.signal, work);
      } finally {
        if (hasSpoken()) idle?.end();
        else idle?.pause();
      }
    },
    /** Frees timers and listeners, and aborts the work of a reply that has not ended. */
    end(outcome: ReplyOutcome): void {
      disarmFirst();
      disarmTotal();
      idle?.dispose();
      signal.removeEventListener("abort", follow);
      if (outcome.name === "failed") controller.abort(outcome.error);
      if (outcome.name === "cancelled") controller.abort(toAbortReason(outcome.reason));
    },
  };
}

function toAbortReason(reason: unknown): unknown {
  return reason === "timeout" ? timedOut() : new Error("The reply was cancelled.");
}
