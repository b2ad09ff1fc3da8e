/** How long a model may take, in milliseconds. */
export interface Timeouts {
  /** Until a model's first event. @default 300_000 */
  readonly firstEvent: number;
  /**
   * Between two events, while the caller reads. Pings of an upstream do not count: a model may reason for that
   * long without visible output. @default 300_000
   */
  readonly betweenEvents: number;
  /** For a whole reply. @default 3_600_000 */
  readonly total: number;
}

/** The times of a service that sets none. */
export const defaultTimeouts: Timeouts = {
  firstEvent: 300_000,
  betweenEvents: 300_000,
  total: 3_600_000,
};
