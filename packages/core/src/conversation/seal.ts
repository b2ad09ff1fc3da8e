/**
 * What begins a proof of reasoning that a format of upstreams has sealed: more than a signature, for
 * upstreams of that format only. Callers return it like any other proof, and no upstream of another
 * format gets it.
 */
export const sealPrefix = "dgl1_";

/** Whether a proof is such a seal. */
export function isSealed(proof: string): boolean {
  return proof.startsWith(sealPrefix);
}
