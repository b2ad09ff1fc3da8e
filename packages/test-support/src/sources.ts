import { randomBytes } from "node:crypto";
import type { ByteSource } from "@diglot/core";
import { deferred } from "./wait.js";

/** A source whose blocks the test hands out; it counts what is asked of it. */
export interface ControlledSource extends ByteSource {
  push(block: string | Uint8Array): void;
  end(): void;
  fail(error: Error): void;
  readonly pulled: number;
  readonly cancelled: Promise<void>;
  readonly isCancelled: boolean;
}

/** A source that has nothing until the test hands it out. */
export function controlledSource(): ControlledSource {
  const queue: (Uint8Array | Error | undefined)[] = [];
  let waiting: (() => void) | undefined;
  let pulled = 0;
  let isCancelled = false;
  const cancelled = deferred();
  const put = (item: Uint8Array | Error | undefined) => {
    queue.push(item);
    waiting?.();
  };
  return {
    get pulled() {
      return pulled;
    },
    get isCancelled() {
      return isCancelled;
    },
    cancelled: cancelled.promise,
    push: (block) => put(typeof block === "string" ? new TextEncoder().encode(block) : block),
    end: () => put(undefined),
    fail: (error) => put(error),
    async read() {
      pulled += 1;
      while (queue.length === 0 && !isCancelled) {
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
      const item = isCancelled ? undefined : queue.shift();
      if (item instanceof Error) throw item;
      return item;
    },
    async cancel() {
      isCancelled = true;
      waiting?.();
      cancelled.resolve();
    },
  };
}

/** A source that never ends. */
export interface EndlessSource extends ByteSource {
  readonly pulled: number;
  readonly cancelled: Promise<void>;
}

/** A source that has a block ready each time, or once `ready` resolves, and counts those taken. */
export function endlessSource(
  blockSize = 16 * 1024,
  ready: () => Promise<unknown> = () => Promise.resolve(),
): EndlessSource {
  // Random bytes, so that compression does not make the stream small.
  const block = randomBytes(blockSize);
  const cancelled = deferred();
  let pulled = 0;
  let ended = false;
  return {
    get pulled() {
      return pulled;
    },
    cancelled: cancelled.promise,
    async read() {
      pulled += 1;
      await ready();
      return ended ? undefined : block;
    },
    async cancel() {
      ended = true;
      cancelled.resolve();
    },
  };
}
