/**
 * Why nothing was discovered at an address: it is not an address, nothing listens there, no answer came in
 * time, the server refuses the key, it is not ready, or it speaks none of the formats.
 */
export type DiscoveryFailure =
  | "invalid_address"
  | "unreachable"
  | "timeout"
  | "key_refused"
  | "not_ready"
  | "not_a_model_server";

/** Nothing was discovered. The message says what was seen and what to do; it never contains the key. */
export class DiscoveryError extends Error {
  override readonly name = "DiscoveryError";

  constructor(
    readonly kind: DiscoveryFailure,
    message: string,
  ) {
    super(message);
  }
}
