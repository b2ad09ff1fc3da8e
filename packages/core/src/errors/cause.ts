/**
 * A cause that is only a sentence for the operator. It has no stack, which would show where the service
 * has noticed the failure, and not where it comes from.
 */
export function toCause(sentence: string): Error {
  const cause = new Error(sentence);
  cause.stack = String(cause);
  return cause;
}
