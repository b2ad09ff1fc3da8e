import type { JsonObject } from "../json/value.js";

/** What a wire format knows of the requests of one conversation, by the bodies of its callers. */
export interface Continuity {
  /**
   * What stays the same from turn to turn: the instructions and the first messages, up to the first of the
   * user. Or whatever a caller names its conversation by.
   */
  beginning(body: JsonObject): readonly unknown[];
  /**
   * What only works at the upstream that has made it, the newest last: signatures of reasoning, encrypted
   * reasoning, and ids of containers. What this service has made itself is left out.
   */
  boundValues(body: JsonObject): readonly string[];
  /** Whether a request asks for a reply that may have such values. */
  mayBind(body: JsonObject): boolean;
}
