import type { MaybePromise } from "../runtime/maybe-promise.js";

/** A port that can be asked whether its store answers. */
export interface Checkable {
  /**
   * Answers when the store can be reached, and rejects otherwise. It changes nothing and costs one small
   * question at most, because health checks call it every few seconds. Whoever asks stops waiting after
   * a second. Absent: there is nothing that could be out of reach.
   */
  readonly check?: (() => MaybePromise<void>) | undefined;
}
