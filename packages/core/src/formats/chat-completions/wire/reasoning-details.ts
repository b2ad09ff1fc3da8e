/** The member of a message that holds its reasoning as a list of entries, with their proofs. */
export const detailsField = "reasoning_details";

/** The `format` of an entry with a proof of the Messages family, under the name that gateways and agents use. */
export const messagesProofFormat = "anthropic-claude-v1";

/** Whether the `format` of an entry says that models of the Messages family can check its proof. */
export function isMessagesProof(format: unknown): boolean {
  return typeof format === "string" && /^(anthropic|messages)\b/.test(format);
}
