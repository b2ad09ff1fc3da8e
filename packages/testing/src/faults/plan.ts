import type { ModelRequest } from "@diglot/core";
import type { Fault } from "./fault.js";

/** What a plan may look at. */
export interface FaultedRequest {
  /** How many requests came before this one, from 0. */
  readonly index: number;
  readonly request: ModelRequest;
}

/** What goes wrong with one request: nothing, one fault, or several, applied in their order. */
export type Faults = Fault | readonly Fault[] | undefined;

/** What goes wrong with which request: in their order (later ones go well), or by a function. */
export type FaultPlan = readonly Faults[] | ((request: FaultedRequest) => Faults);
