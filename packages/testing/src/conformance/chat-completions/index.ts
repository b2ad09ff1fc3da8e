import type { Check } from "../check.js";

/** What can be asked of a server of the Chat Completions format. */
export const chatCompletionsChecks: readonly Check[] = [];
