import type { ChatCompletionsStrictRules } from "./chat-completions/strict/profile.js";
import type { MessagesStrictRules } from "./messages/strict/profile.js";

/**
 * The rules of a strict profile. They are a value, so that a service without them need not carry
 * them; each format knows its own.
 */
export interface StrictProfile {
  readonly messages: MessagesStrictRules;
  readonly chatCompletions: ChatCompletionsStrictRules;
}
