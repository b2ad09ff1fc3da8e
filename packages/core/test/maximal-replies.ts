import type { FormatName } from "@diglot/test-support/requests";
import {
  chatCompletionsReplies,
  chatCompletionsStreams,
} from "./maximal/chat-completions-replies.js";
import {
  type MaximalStream,
  messagesReplies,
  messagesStreams,
} from "./maximal/messages-replies.js";
import type { Maximal } from "./maximal/messages-requests.js";

/** For each format, JSON replies that together use all of its wire. */
export const maximalReplies: Readonly<Record<FormatName, readonly Maximal[]>> = {
  messages: messagesReplies,
  "chat-completions": chatCompletionsReplies,
};

/** For each format, streams that together use all of its wire. */
export const maximalStreams: Readonly<Record<FormatName, readonly MaximalStream[]>> = {
  messages: messagesStreams,
  "chat-completions": chatCompletionsStreams,
};
