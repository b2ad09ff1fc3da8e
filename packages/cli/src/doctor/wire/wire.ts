import type { SmallReply } from "./small-reply.js";
import type { SmallRequest, Target } from "./small-request.js";

/** How a format writes the requests of an examination and how its replies are read. */
export interface Wire {
  toBody(request: SmallRequest, target: Target): Readonly<Record<string, unknown>>;
  /** Reads a reply; absent: the value is not a reply of the format. */
  readReply(value: unknown): SmallReply | undefined;
  /** Reads the data of a stream's events; absent: they are not those of the format. */
  readEvents(data: readonly string[]): SmallReply | undefined;
}
