import { anyList, type Inferred, type Schema } from "@diglot/core/formats";
import * as z from "zod/mini";
import { tagged, text } from "./common.js";
import { reasoningOptions, type TextOptions, textOptions } from "./options.js";
import type { Content, Part } from "./parts.js";
import type { RequestTool } from "./tools.js";

/** Who may speak in a message. */
export const roles = ["assistant", "system", "developer", "user"] as const;

/** The members of a message without its content. A message needs no `type`. */
export const messageItem = z.looseObject({ role: z.enum(roles), id: text, phase: text });

export const functionCallItem = z.extend(tagged, {
  type: z.literal("function_call"),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
  id: text,
  namespace: text,
});
export const customCallItem = z.extend(tagged, {
  type: z.literal("custom_tool_call"),
  call_id: z.string(),
  name: z.string(),
  input: z.string(),
  id: text,
  namespace: text,
});
/** The head of what a tool has answered; its `output` is checked like content. */
export const outputItem = z.extend(tagged, { call_id: z.string(), id: text });
export const reasoningItem = z.extend(tagged, {
  type: z.literal("reasoning"),
  summary: anyList<Part>(),
  id: text,
  content: z.nullish(anyList<Part>()),
  encrypted_content: text,
});
const referenceItem = z.extend(tagged, { type: z.literal("item_reference"), id: z.string() });
const compactionItem = z.extend(tagged, {
  type: z.literal("compaction"),
  encrypted_content: z.string(),
});
const toolsItem = z.extend(tagged, {
  type: z.literal("additional_tools"),
  tools: anyList<RequestTool>(),
});

/** What a request changes for all that follows. */
const configurationItem = z.extend(tagged, {
  reasoning: z.nullish(reasoningOptions),
  text: z.nullish(textOptions),
});

/** The items whose members are checked, by type. Of all others only the type is. */
export const itemSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["message", messageItem],
  ["function_call", functionCallItem],
  ["function_call_output", outputItem],
  ["custom_tool_call", customCallItem],
  ["custom_tool_call_output", outputItem],
  ["reasoning", reasoningItem],
  ["item_reference", referenceItem],
  ["compaction", compactionItem],
  ["additional_tools", toolsItem],
  ["configuration_update", configurationItem],
]);

/** The types of items that record what the vendor, or a client by its own means, has run. */
export const recordTypes = [
  "web_search_call",
  "file_search_call",
  "computer_call",
  "computer_call_output",
  "code_interpreter_call",
  "image_generation_call",
  "local_shell_call",
  "local_shell_call_output",
  "shell_call",
  "shell_call_output",
  "apply_patch_call",
  "apply_patch_call_output",
  "mcp_list_tools",
  "mcp_call",
  "mcp_approval_request",
  "mcp_approval_response",
  "tool_search_call",
  "tool_search_output",
  "program",
  "program_output",
] as const;

/** Every type of item that the vendor knows. */
export const itemTypes = [
  "message",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "reasoning",
  "item_reference",
  "compaction",
  "compaction_trigger",
  "additional_tools",
  "configuration_update",
  ...recordTypes,
] as const;

/** An item with the members of all types. */
const item = z.looseObject({
  type: text,
  id: text,
  status: text,
  role: text,
  content: z.optional(z.custom<Content | null>()),
  phase: text,
  call_id: text,
  name: text,
  namespace: text,
  arguments: text,
  input: text,
  output: z.optional(z.custom<Content>()),
  summary: z.nullish(anyList<Part>()),
  encrypted_content: text,
  tools: z.nullish(anyList<RequestTool>()),
  text: z.optional(z.custom<TextOptions | null>()),
});

/** One item of the input, of any type. Without a type it is a message. */
export type InputItem = Inferred<typeof item>;
