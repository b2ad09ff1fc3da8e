import type { InProcessRequest } from "@diglot/core";
import type { Family } from "../model/family.js";

/** What messages are written with. */
export interface MessageContext {
  readonly receipt: InProcessRequest["receipt"];
  readonly family: Family;
}
