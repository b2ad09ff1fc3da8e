import type { JsonObject } from "../../../json/value.js";

/** What the headers specify: the API version and the enabled beta features. */
export interface MessagesHead extends JsonObject {
  readonly version: string;
  readonly betas: readonly string[];
}
