import type { Rule } from "../rule.js";

/** What the Chat Completions service refuses, in the order of its checks. */
export const chatCompletionsRules: readonly Rule[] = [];
