import type { JsonObject } from "../json/value.js";

/** What a wire format knows of the requests of one conversation, by the bodies of its callers. */
export interface Continuity {
  /**
   * What stays the same from turn to turn: the instructions and the first messages, up to the first of the
   * user. Or whatever a caller names its conversation by.
   */
  beginning(body: JsonObject): readonly unknown[];
}
