import { toObject } from "../../../json/value.js";

/** The member of a message that holds its reasoning as a list of entries, with their proofs. */
export const detailsField = "reasoning_details";

/** Members of a message with reasoning as entries that can contain a proof, best first. */
export const carriers = [detailsField, "thinking_blocks"] as const;

/** The proof in an entry: it is worth something only to the upstream that has made it. */
export function proofOf(entry: unknown): string | undefined {
  const { signature, data } = toObject(entry);
  return [signature, data].find((proof) => typeof proof === "string" && proof !== "") as
    | string
    | undefined;
}

/** The types of its entries; a part of an assistant message's content may be one, too. */
export const reasoningTypes = [
  "reasoning.text",
  "reasoning.summary",
  "reasoning.encrypted",
  "thinking",
  "redacted_thinking",
] as const;

/** The type of an entry. */
export type ReasoningType = (typeof reasoningTypes)[number];

/** The `format` of an entry with a proof of the Messages family, under the name that gateways and agents use. */
export const messagesProofFormat = "anthropic-claude-v1";

/** Whether the `format` of an entry says that models of the Messages family can check its proof. */
export function isMessagesProof(format: unknown): boolean {
  return typeof format === "string" && /^(anthropic|messages)\b/.test(format);
}
