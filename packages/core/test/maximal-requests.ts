import type { FormatName } from "@diglot/test-support/requests";
import { chatCompletionsRequests } from "./maximal/chat-completions-requests.js";
import { type Maximal, messagesRequests } from "./maximal/messages-requests.js";

/** For each format, requests that together use all of its wire. */
export const maximalRequests: Readonly<Record<FormatName, readonly Maximal[]>> = {
  messages: messagesRequests,
  "chat-completions": chatCompletionsRequests,
};
