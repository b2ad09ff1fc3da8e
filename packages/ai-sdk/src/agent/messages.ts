import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { InProcessRequest } from "@diglot/core";
import { agentConversation } from "@diglot/core/frameworks";
import type { PromptContext } from "../prompt/context.js";
import { toMessages, toSystemMessages } from "../prompt/prompt.js";
import type { Proofs } from "../proofs.js";
import { rules } from "../rules.js";

/**
 * The caller's conversation as messages for an agent. What the agent decides itself is in the receipt.
 * @throws ServiceError `bad_request` for what must not be lost
 */
export function toAgentMessages(
  request: InProcessRequest,
  callerInstructions: "user" | "system",
  proofs: Proofs,
): LanguageModelV4Prompt {
  const conversation = agentConversation(request);
  const { receipt } = request;
  const context: PromptContext = {
    receipt,
    family: undefined,
    fileData: "plain",
    urls: undefined,
    resultFiles: true,
    proofs,
  };
  const messages = [
    ...toSystemMessages(conversation.system, context),
    ...toMessages(conversation, context),
  ];
  const own = callerInstructions === "system" ? messages : toUserMessages(messages, receipt);
  receipt.assertAccepted();
  return own;
}

function toUserMessages(
  messages: LanguageModelV4Prompt,
  receipt: InProcessRequest["receipt"],
): LanguageModelV4Prompt {
  if (messages.some(({ role }) => role === "system")) receipt.apply(rules.instructions, "");
  return messages.map((message) =>
    message.role === "system"
      ? { role: "user", content: [{ type: "text", text: message.content }] }
      : message,
  );
}
