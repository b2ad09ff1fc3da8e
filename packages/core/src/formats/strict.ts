import { chatCompletionsStrictRules } from "./chat-completions/strict/profile.js";
import { messagesStrictRules } from "./messages/strict/profile.js";
import type { StrictProfile } from "./strict-profile.js";

export type { StrictProfile } from "./strict-profile.js";

/**
 * What the real services refuse and others let pass, in their words. It is for fakes: a service of
 * your own would refuse what its models may know.
 *
 * @example
 * const service = createService({ models, keys, validation: strict });
 */
export const strict: StrictProfile = Object.freeze({
  messages: messagesStrictRules,
  chatCompletions: chatCompletionsStrictRules,
});
