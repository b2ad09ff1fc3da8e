/** An upstream of `diglot serve`, and what is known of it. Times are in ISO 8601; null is unknown. */
export interface Upstream {
  readonly name: string;
  readonly base_url: string;
  /** Such as `ready` or `key_refused`; null: it was not asked yet, or cannot be asked. */
  readonly state: string | null;
  /** What is wrong, in a sentence. */
  readonly problem: string | null;
  readonly checked_at: string | null;
  readonly models: readonly UpstreamModel[];
}

/** A model of the gateway, and what requests have met there since the gateway was started. */
export interface UpstreamModel {
  readonly id: string;
  /** Its name at the upstream. */
  readonly name: string;
  /** Whether the upstream has listed models, but not this one. */
  readonly is_unlisted: boolean;
  readonly last_success_at: string | null;
  readonly last_error_at: string | null;
  readonly last_error: string | null;
  /** The status of the upstream's answer then. */
  readonly last_error_status: number | null;
}
