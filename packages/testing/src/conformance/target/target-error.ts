/**
 * Why a server cannot be checked: nothing answers, or not to the end; it refuses the key; it does not know
 * the model, or has no such endpoint; it cannot serve now; its answer is not JSON; or it lists no model,
 * and none is named.
 */
export type TargetFailure =
  | "unreachable"
  | "key_refused"
  | "model_refused"
  | "not_ready"
  | "not_json"
  | "no_model";

/** A server cannot be checked. The message says what was seen; it never contains the key. */
export class TargetError extends Error {
  override readonly name = "TargetError";

  constructor(
    readonly kind: TargetFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
