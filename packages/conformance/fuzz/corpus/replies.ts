import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { maximalReplies } from "../../../core/test/maximal-replies.js";
import { replies } from "../../../core/test/upstream-of.js";

/** JSON replies of upstreams by their format. */
export const jsonReplies: Readonly<Record<FormatName, readonly unknown[]>> = {
  messages: [replies.messages, ...maximalReplies.messages.map(({ body }) => body)],
  "chat-completions": [
    replies["chat-completions"],
    ...maximalReplies["chat-completions"].map(({ body }) => body),
  ],
};

/** JSON replies of both formats, and the parts of their content. */
export const replyValues: readonly unknown[] = formatNames.flatMap((format) => jsonReplies[format]);
