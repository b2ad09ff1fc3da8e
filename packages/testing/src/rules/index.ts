import { chatCompletionsRules } from "./chat-completions/index.js";
import { messagesRules } from "./messages/index.js";
import { responsesRules } from "./responses/index.js";
import type { Rule } from "./rule.js";

export { type Evidence, evidenceKinds, type Recording, type Source } from "./evidence.js";
export type { KnownModel } from "./known-model.js";
export { knownModels } from "./models.js";
export { type OpenQuestion, openQuestions } from "./open-questions.js";
export type { ProfileName, Refusal, Rule, SampleRequest } from "./rule.js";
export { toRequest } from "./sample.js";

/** All rules of all strict profiles. */
export const rules: readonly Rule[] = [
  ...messagesRules,
  ...chatCompletionsRules,
  ...responsesRules,
];
