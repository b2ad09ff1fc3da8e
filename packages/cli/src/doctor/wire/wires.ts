import type { FormatName } from "@diglot/core";
import * as chatCompletionsReply from "./chat-completions-reply.js";
import * as chatCompletionsRequest from "./chat-completions-request.js";
import * as messagesReply from "./messages-reply.js";
import * as messagesRequest from "./messages-request.js";
import type { Wire } from "./wire.js";

/** The formats by name. */
export const wires: Readonly<Record<FormatName, Wire>> = {
  messages: { ...messagesRequest, ...messagesReply },
  "chat-completions": { ...chatCompletionsRequest, ...chatCompletionsReply },
};
