import * as z from "zod/mini";
import { tagged, text } from "./common.js";
import {
  customCallItem,
  functionCallItem,
  itemSchemas,
  itemTypes,
  messageItem,
  outputItem,
  reasoningItem,
} from "./items.js";
import {
  inputAudio,
  inputFile,
  inputImage,
  inputText,
  outputText,
  reasoningText,
  refusalPart,
  summaryText,
} from "./parts.js";
import { requestHead } from "./request.js";
import { customTool, functionTool, namespaceTool, toolChoiceName, toolSchemas } from "./tools.js";

// Whole requests, with the items of their lists. The service checks those one by one, and does not
// contain these schemas.

/** Any word that does not begin an object of these types, which must have the members of its type. */
function otherThan(words: Iterable<string>) {
  return z.string().check(z.regex(new RegExp(`^(?!(?:${[...words].join("|")})$)`)));
}

const message = { ...messageItem.shape, type: z.nullish(z.literal("message")) };

/** What a caller, or instructions, say. */
export const inputMessage = z.looseObject({
  ...message,
  role: z.enum(["user", "system", "developer"]),
  content: z.union([z.string(), z.array(z.union([inputText, inputImage, inputFile, inputAudio]))]),
});

/** What the model has said. */
export const assistantMessage = z.looseObject({
  ...message,
  role: z.literal("assistant"),
  content: z.union([z.string(), z.array(z.union([outputText, refusalPart]))]),
});

/** What a tool has answered. */
export const callOutput = z.extend(outputItem, {
  type: z.enum(["function_call_output", "custom_tool_call_output"]),
  output: z.union([z.string(), z.array(z.union([inputText, inputImage, inputFile]))]),
});

/** What the model has thought, as it is sent back. */
export const inputReasoning = z.extend(reasoningItem, {
  summary: z.array(summaryText),
  content: z.nullish(z.array(reasoningText)),
});

/** A tool. Those of other types are the vendor's own. */
const anyTool = z.union([
  functionTool,
  customTool,
  z.extend(namespaceTool, { tools: z.array(z.union([functionTool, customTool])) }),
  z.extend(tagged, { type: otherThan(toolSchemas.keys()) }),
]);

const reference = z.extend(tagged, { type: z.literal("item_reference"), id: z.string() });
const compaction = z.extend(tagged, {
  type: z.literal("compaction"),
  id: text,
  encrypted_content: z.string(),
});
const toolsItem = z.extend(tagged, {
  type: z.literal("additional_tools"),
  tools: z.array(anyTool),
});

/** An item whose members are not looked at. */
const otherItem = z.extend(tagged, {
  type: z.enum(itemTypes.filter((type) => !itemSchemas.has(type))),
});

/** One item of the input, whole. */
export const inputItem = z.union([
  inputMessage,
  assistantMessage,
  functionCallItem,
  customCallItem,
  callOutput,
  inputReasoning,
  reference,
  compaction,
  toolsItem,
  otherItem,
]);

/** A choice of one tool, of several, or of one that the vendor runs. */
const choice = z.extend(tagged, {
  name: text,
  mode: z.nullish(z.enum(["auto", "required"])),
  tools: z.nullish(z.array(tagged)),
});

/** The whole body of `POST /v1/responses`. */
export const request = z.extend(requestHead, {
  input: z.union([z.string(), z.array(inputItem)]),
  tools: z.nullish(z.array(anyTool)),
  tool_choice: z.nullish(z.union([toolChoiceName, choice])),
  conversation: z.nullish(z.union([z.string(), z.looseObject({ id: z.string() })])),
});
