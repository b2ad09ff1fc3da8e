import * as z from "zod/mini";
import { otherThan } from "../../../validation/other-than.js";
import { tagged } from "./common.js";
import { audioPart, filePart, imagePart, partSchemas, refusalPart, textPart } from "./content.js";
import {
  assistantMessage,
  customCall,
  developerMessage,
  functionCall,
  functionMessage,
  legacyCall,
  messageHead,
  roleSchemas,
  systemMessage,
  toolCallSchemas,
  toolMessage,
  userMessage,
} from "./messages.js";
import { requestHead } from "./request.js";
import {
  allowedChoice,
  customChoice,
  customTool,
  functionChoice,
  functionTool,
  toolChoiceName,
  toolChoiceSchemas,
  toolSchemas,
} from "./tools.js";

// Whole requests, with the items of their lists. The service checks those one by one, and does not
// contain these schemas.

/** A part of a request. Parts of unknown types are accepted. */
const anyPart = z.union([
  textPart,
  refusalPart,
  imagePart,
  audioPart,
  filePart,
  z.extend(tagged, { type: otherThan(partSchemas.keys()) }),
]);

/** The content of a message, whole. */
const anyContent = z.union([z.string(), z.array(anyPart)]);

/** A tool. Tools of unknown types are accepted. */
const anyTool = z.union([
  functionTool,
  customTool,
  z.extend(tagged, { type: otherThan(toolSchemas.keys()) }),
]);

/** A tool choice. Choices of unknown types are accepted. */
const anyToolChoice = z.union([
  toolChoiceName,
  functionChoice,
  customChoice,
  allowedChoice,
  z.extend(tagged, { type: otherThan(toolChoiceSchemas.keys()) }),
]);

const anyToolCall = z.union([
  functionCall,
  customCall,
  z.looseObject({ type: otherThan(toolCallSchemas.keys()) }),
]);

/** A message, whole. Messages of unknown roles are accepted. */
const anyMessage = z.union([
  z.extend(systemMessage, { content: anyContent }),
  z.extend(developerMessage, { content: anyContent }),
  z.extend(userMessage, { content: z.nullish(anyContent) }),
  z.extend(assistantMessage, {
    content: z.nullish(anyContent),
    tool_calls: z.nullish(z.array(anyToolCall)),
    function_call: z.nullish(legacyCall),
  }),
  z.extend(toolMessage, { content: anyContent }),
  functionMessage,
  z.extend(messageHead, { role: otherThan(roleSchemas.keys()) }),
]);

/** The whole body of `POST /v1/chat/completions`. */
export const request = z.extend(requestHead, {
  messages: z.array(anyMessage).check(z.minLength(1)),
  tools: z.nullish(z.array(anyTool)),
  tool_choice: z.nullish(anyToolChoice),
});
