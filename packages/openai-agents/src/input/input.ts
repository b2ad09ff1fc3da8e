import type { InProcessRequest } from "@diglot/core";
import { agentConversation } from "@diglot/core/frameworks";
import type { AgentInputItem } from "@openai/agents";
import { type CallerInstructions, toItems } from "./items.js";

/**
 * The caller's conversation as the input of an agent. What the agent decides itself is in the receipt.
 * @throws ServiceError `bad_request` for what must not be lost
 */
export function toInput(
  request: InProcessRequest,
  instructions: CallerInstructions,
): AgentInputItem[] {
  const items = toItems(agentConversation(request), instructions, request.receipt);
  request.receipt.assertAccepted();
  return items;
}
