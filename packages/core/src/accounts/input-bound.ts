/**
 * An upper bound of the input tokens of a request: the bytes of its body, since a token covers at
 * least one.
 */
export function inputBoundOf(bytes: Uint8Array): number {
  return bytes.length;
}
