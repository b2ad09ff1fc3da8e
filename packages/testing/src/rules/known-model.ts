import type { ModelOptions } from "@diglot/core";

/** What is known of a vendor's model: data, so that a rule of one model is a line of a table. */
export interface KnownModel {
  readonly id: string;
  readonly displayName: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly ownedBy: string;
  /** Other names of it, such as one without its date. */
  readonly aliases?: readonly string[] | undefined;
  /** What it takes, where that is less than everything. */
  readonly capabilities: NonNullable<ModelOptions["capabilities"]>;
}
