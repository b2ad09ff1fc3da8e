import type { FinalUsage } from "../conversation/usage.js";
import type { AttemptEnd } from "../models/model.js";

/** What is written down before an attempt is sent. */
export interface Reservation {
  /** Unique; the key of the row everywhere. */
  readonly attemptId: string;
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  /** The model that is billed. */
  readonly model: string;
  /** The caller's format. */
  readonly format: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** The worst case in nano-dollars (10⁻⁹ US dollars), a whole number; 0 for a model without prices. */
  readonly reservedNanoDollars: number;
  /** The worst case in tokens. */
  readonly reservedTokens: { readonly input: number; readonly output: number };
}

/** What an attempt came to. */
export interface Settlement {
  readonly attemptId: string;
  readonly usage: FinalUsage;
  /** Nano-dollars, a whole number, rounded up. */
  readonly costNanoDollars: number;
  readonly end: AttemptEnd;
  /** Milliseconds since 1970. */
  readonly settledAt: number;
}

/** One row of the ledger. */
export type AttemptRow =
  | (Reservation & { readonly state: "open" })
  | (Reservation & { readonly state: "released" })
  | (Reservation & Omit<Settlement, "attemptId"> & { readonly state: "settled" });

/**
 * Port: the books. The unit is the attempt: one try of one model. A row is opened before the try
 * is sent and reaches one of its two final states exactly once.
 */
export interface Ledger {
  /**
   * Writes the open row and takes the reservation from the account's budget, both or neither.
   * @throws ServiceError `budget_exhausted` if the budget does not cover it. Any other rejection
   * answers 503 and nothing is sent.
   */
  reserve(reservation: Reservation): Promise<void>;
  /** Settles an open row once and gives the rest of the reservation back; repeated calls change nothing. */
  settle(settlement: Settlement): Promise<void>;
  /** Ends an open row whose attempt never left, and gives the whole reservation back. */
  release(attemptId: string): Promise<void>;
}
