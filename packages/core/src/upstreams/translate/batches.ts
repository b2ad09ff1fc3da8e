import type { ConversationEvent } from "../../conversation/events.js";
import type { ReportedUsage } from "../../formats/upstream-format.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";

/** All events that became known at once. */
export type Batch = readonly ConversationEvent[];

/** The batches of a reply as they arrive, and its usage as far as it was observed. */
export interface Batches {
  /** The next events, or `undefined` at the end. @throws ServiceError for a reply that fails */
  pull(): MaybePromise<Batch | undefined>;
  /** Whether the whole reply has arrived, so that it can become no longer. */
  arrived(): boolean;
  reported(): ReportedUsage;
}
