import type { InProcessRequest } from "@diglot/core";
import { agentConversation } from "@diglot/core/frameworks";
import type { BaseMessage } from "@langchain/core/messages";
import { rules } from "../rules.js";
import { toMessages } from "./messages.js";

/** How a chain or an agent reads the instructions of its caller. */
export type CallerInstructions = "user" | "system";

/**
 * The caller's conversation for a chain or an agent, which has settings of its own.
 * @throws ServiceError `bad_request` for what must not be lost
 */
export async function toCallerMessages(
  request: InProcessRequest,
  instructions: CallerInstructions,
): Promise<BaseMessage[]> {
  const { receipt } = request;
  const conversation = agentConversation(request);
  const messages = await toMessages(conversation, { receipt, family: undefined });
  const read = instructions === "system" ? messages : await toUserMessages(messages, receipt);
  receipt.assertAccepted();
  return read;
}

async function toUserMessages(
  messages: BaseMessage[],
  receipt: InProcessRequest["receipt"],
): Promise<BaseMessage[]> {
  if (!messages.some(({ type }) => type === "system")) return messages;
  receipt.apply(rules.instructions, "");
  const { HumanMessage } = await import("@langchain/core/messages");
  return messages.map((message) =>
    message.type === "system" ? new HumanMessage({ content: message.content }) : message,
  );
}
