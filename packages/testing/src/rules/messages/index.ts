import type { Rule } from "../rule.js";

/** What the Messages service refuses, in the order of its checks. */
export const messagesRules: readonly Rule[] = [];
