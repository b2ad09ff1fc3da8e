import type { InProcessRequest, ModelOptions } from "../../in-process/define-model.js";

/**
 * The token limit that a framework's provider is sent: that of the caller; without one only where money
 * is counted or the model's own limit is known, since providers refuse a limit beyond their own. The
 * service enforces `request.maxTokens` in any case.
 */
export function outputLimitOf(
  { conversation, maxTokens }: Pick<InProcessRequest, "conversation" | "maxTokens">,
  { prices, capabilities }: Pick<ModelOptions, "prices" | "capabilities">,
): number | undefined {
  const isKnown = prices !== undefined || capabilities?.maxOutputTokens !== undefined;
  return isKnown || conversation.maxTokens !== undefined ? maxTokens : undefined;
}
