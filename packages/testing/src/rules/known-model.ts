import type { ModelOptions } from "@diglot/core";
import type { StrictModel } from "@diglot/core/strict";

/** What is known about a vendor's model. It is data, so that a rule of one model is a row of a table. */
export interface KnownModel {
  readonly id: string;
  readonly displayName: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly ownedBy: string;
  /** Its other names, such as the id without the date. */
  readonly aliases?: readonly string[] | undefined;
  /** What it accepts, where that is less than everything. */
  readonly capabilities: NonNullable<ModelOptions["capabilities"]>;
  /** Whether it is a reasoning model of a vendor whose Responses format refuses sampling to those. @default false */
  readonly reasons?: boolean | undefined;
  /** What it refuses although its capabilities allow it. @default nothing */
  readonly refusals?: StrictModel | undefined;
}
