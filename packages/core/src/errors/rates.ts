/** The kinds of rates. */
export type RateKind = "requests" | "inputTokens" | "outputTokens";

/** One window of a rate, after the request was admitted or refused. */
export interface RateWindow {
  /** The most that one window holds. */
  readonly limit: number;
  /** How much is left in this window; never below 0. */
  readonly remaining: number;
  /** When the window is full again, in milliseconds since 1970. */
  readonly resetAt: number;
}

/** The windows that apply to a request; of a key's and its account's, the one with less left. */
export type RateStatus = Readonly<Partial<Record<RateKind, RateWindow>>>;

/** A rate that a request would exceed. */
export interface ExceededRate extends RateWindow {
  /** What is counted. */
  readonly kind: RateKind;
  /** Whether it is the rate of a key or of an account. */
  readonly scope: "key" | "account";
  /** The id of the key or of the account. */
  readonly id: string;
  /** The model that the request asked for. */
  readonly model: string;
  /** How much the request asked for. */
  readonly requested: number;
}
