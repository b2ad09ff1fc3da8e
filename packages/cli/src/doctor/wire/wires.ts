import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import * as chatCompletionsReply from "./chat-completions-reply.js";
import * as chatCompletionsRequest from "./chat-completions-request.js";
import * as messagesReply from "./messages-reply.js";
import * as messagesRequest from "./messages-request.js";
import * as responsesReply from "./responses-reply.js";
import * as responsesRequest from "./responses-request.js";
import type { Wire } from "./wire.js";

/** The formats by name. */
export const wires: Readonly<Record<UpstreamFormatName, Wire>> = {
  messages: { ...messagesRequest, ...messagesReply },
  responses: { ...responsesRequest, ...responsesReply },
  "chat-completions": { ...chatCompletionsRequest, ...chatCompletionsReply },
};
