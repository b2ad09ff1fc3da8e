import type { Redis } from "ioredis";
import type { Notices } from "../../log/log.js";

/** What is told of a connection to Redis that is kept. */
export interface Outages {
  /** Reports a failure of a command, unless Redis is known to be lost. */
  onError(error: unknown): void;
  /** Says nothing more. */
  end(): void;
}

/**
 * Says once that Redis cannot be reached, and once that it can be again, however many attempts the client
 * makes meanwhile.
 * @param failure why it cannot be reached already
 */
export function watchOutages(redis: Redis, notices: Notices, failure: Error | undefined): Outages {
  let isLost = false;
  const lose = (error: unknown) => {
    if (!isLost) notices.error("Redis cannot be reached.", error);
    isLost = true;
  };
  const onClose = () => lose(new Error("Redis has closed the connection."));
  const onReady = () => {
    if (isLost) notices.info("Redis can be reached again.");
    isLost = false;
  };
  if (failure) lose(failure);
  redis.on("error", lose).on("close", onClose).on("ready", onReady);
  return {
    onError(error) {
      if (!isLost) notices.error("Redis has failed.", error);
    },
    end() {
      redis.off("error", lose).off("close", onClose).off("ready", onReady);
    },
  };
}
