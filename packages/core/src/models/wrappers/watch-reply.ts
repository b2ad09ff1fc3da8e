import type { ConversationEvent } from "../../conversation/events.js";
import { isByteSource } from "../../http/exchange.js";
import type { Source } from "../../runtime/source.js";
import type { Reply } from "../model.js";

/** How a reply ended. */
export type ReplyOutcome =
  | { readonly name: "ended" }
  | { readonly name: "failed"; readonly error: unknown }
  | { readonly name: "cancelled"; readonly reason: unknown };

/** What is called while others read a reply. */
export interface ReplyWatch {
  /** Called once, however the reply ends. */
  onOver(outcome: ReplyOutcome): void;
  /** Called whenever a part of the reply has arrived. */
  onProgress?(): void;
  /** Runs each wait for the reply. */
  wait?<T>(work: () => Promise<T>): Promise<T>;
}

/** The same reply, watched. A reply that is already complete has ended. */
export function watchReply(reply: Reply, watch: ReplyWatch): Reply {
  const { wait, onProgress, onOver } = complete(watch);
  const follow = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await wait(work);
      onProgress();
      return result;
    } catch (error) {
      onOver({ name: "failed", error });
      throw error;
    }
  };
  const watchSource = <T>(source: Source<T>, isLast: (batch: T) => boolean): Source<T> => {
    const pull = async () => source.read();
    return {
      async read() {
        const batch = await follow(pull);
        if (batch === undefined || isLast(batch)) onOver({ name: "ended" });
        return batch;
      },
      async cancel(reason) {
        // The source comes first, so that its attempt ends for this reason and not for a consequence of it.
        const cancelled = source.cancel(reason);
        onOver({ name: "cancelled", reason });
        await cancelled;
      },
    };
  };

  if (reply.kind === "events") {
    return { ...reply, events: watchSource(reply.events, hasEnd) };
  }
  if (reply.kind === "choices") {
    return { ...reply, events: watchSource(reply.events, () => false) };
  }
  const { body } = reply;
  if (!isByteSource(body)) {
    onOver({ name: "ended" });
    return reply;
  }
  return {
    ...reply,
    body: watchSource(body, () => false),
    untilContent: () => follow(() => reply.untilContent()),
  };
}

function complete({
  onOver,
  onProgress = () => undefined,
  wait = (work) => work(),
}: ReplyWatch): Required<ReplyWatch> {
  let over = false;
  return {
    onOver(outcome) {
      if (over) return;
      over = true;
      onOver(outcome);
    },
    onProgress,
    wait,
  };
}

function hasEnd(events: readonly ConversationEvent[]): boolean {
  return events.at(-1)?.type === "end";
}
