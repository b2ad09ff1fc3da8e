/** The longest times that a model may take, in milliseconds. */
export interface Timeouts {
  /** Until the first event. @default 300_000 */
  readonly firstEvent: number;
  /**
   * Between two events. Pings do not count: a model may reason for that long without visible output.
   * @default 300_000
   */
  readonly betweenEvents: number;
  /** For the whole reply. @default 3_600_000 */
  readonly total: number;
}

/** The times of a service that sets none. */
export const defaultTimeouts: Timeouts = {
  firstEvent: 300_000,
  betweenEvents: 300_000,
  total: 3_600_000,
};
