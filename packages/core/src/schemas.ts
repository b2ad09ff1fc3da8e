/**
 * What goes over the wire in both formats, as schemas of zod. Objects may have more members than a
 * schema names. This entry needs `zod` to be installed, so that its schemas are part of the same zod
 * as those of the program that imports them.
 */

export {
  chatCompletionsChunk,
  chatCompletionsError,
  chatCompletionsModel,
  chatCompletionsModelsList,
  chatCompletionsRequest,
  chatCompletionsResponse,
} from "./formats/chat-completions/schemas/index.js";
export {
  messagesCountTokensRequest,
  messagesError,
  messagesModel,
  messagesModelsList,
  messagesRequest,
  messagesResponse,
  messagesStreamEvent,
  messagesTokenCount,
} from "./formats/messages/schemas/index.js";
