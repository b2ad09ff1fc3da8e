/**
 * The cause of a failure that one of the service's own bounds brought about, so that the try's row
 * in the ledger can say so.
 */
export class OverLimit extends Error {
  override readonly name = "OverLimit";
}
