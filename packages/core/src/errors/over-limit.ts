/**
 * The cause of a failure because of one of the service's own limits, so that the attempt's row in the
 * ledger can say so.
 */
export class OverLimit extends Error {
  override readonly name = "OverLimit";
}
