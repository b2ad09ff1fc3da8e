import type { ReceiptEntry, UsageCounts } from "@diglot/core";
import type { Counted } from "./count.js";

/** What a tool has used, and what went wrong or was lost. */
export interface Summary {
  /** From the start of the tool to its end. */
  readonly milliseconds: number;
  /** All requests that have arrived, those for lists of models and for unknown paths among them. */
  readonly arrived: number;
  /** Requests for a reply of a model, those that failed among them. */
  readonly requests: number;
  /** The models that have answered. */
  readonly models: readonly Counted<{ readonly model: string }>[];
  /** The tokens of all requests together. */
  readonly usage: UsageCounts;
  /** 0 for models without prices. */
  readonly costNanoDollars: number;
  /** Requests that were refused or have failed. */
  readonly failures: readonly Counted<RequestFailure>[];
  /** What has failed in the background, such as a store. */
  readonly problems: readonly Counted<Problem>[];
  readonly losses: readonly Counted<Loss>[];
}

/** Why requests have failed. */
export interface RequestFailure {
  /** The status that the tool got. */
  readonly status: number;
  readonly model?: string | undefined;
  readonly upstream?: string | undefined;
  readonly message: string;
}

/** What has failed in the background. */
export interface Problem {
  readonly message: string;
}

/** What a translation did not preserve. */
export interface Loss extends Pick<ReceiptEntry, "code" | "direction" | "reason"> {
  /** The name of the field, without indexes, as `service.unsupported.fields` of a config takes it. */
  readonly field: string;
}
