import type { Check } from "../check.js";

/** What can be asked of a server of the Messages format. */
export const messagesChecks: readonly Check[] = [];
