import { rulesOf } from "../../../conversation/native-fields.js";
import type { FieldRow } from "../../../conversation/receipt/rules.js";
import { nativeFields, unknownField, unknownInnerField } from "../native/fields.js";
import {
  customToolRule,
  emptyFileRule,
  partRule,
  toolChoiceRule,
  toolRule,
} from "../native/rules.js";

/** The fields that have a neutral field, and its name. */
const neutralFields: Readonly<Record<string, string>> = {
  model: "model",
  messages: "turns",
  "messages.role": "turn.role",
  "messages.name": "turn.name",
  "messages.content": "turn.blocks",
  "messages.content.text": "block.text",
  "messages.content.refusal": "block.refusal",
  "messages.content.image_url": "block.image",
  "messages.content.image_url.url": "source",
  "messages.content.image_url.detail": "block.image",
  "messages.content.input_audio": "block.audio",
  "messages.content.input_audio.data": "block.audio",
  "messages.content.input_audio.format": "block.audio",
  "messages.content.file": "block.document",
  "messages.content.file.file_data": "source",
  "messages.content.file.file_id": "source",
  "messages.content.file.filename": "block.document",
  "messages.content.thinking": "block.thinking",
  "messages.content.signature": "block.thinking",
  "messages.content.data": "block.redacted_thinking",
  "messages.content.prompt_cache_breakpoint": "block.cache",
  "messages.content.cache_control": "block.cache",
  "messages.refusal": "block.refusal",
  "messages.reasoning_content": "block.thinking",
  "messages.reasoning": "block.thinking",
  "messages.reasoning_details": "block.thinking",
  "messages.reasoning_details.text": "block.thinking",
  "messages.reasoning_details.summary": "block.thinking",
  "messages.reasoning_details.signature": "block.thinking",
  "messages.reasoning_details.data": "block.redacted_thinking",
  "messages.thinking_blocks": "block.thinking",
  "messages.thinking_blocks.thinking": "block.thinking",
  "messages.thinking_blocks.signature": "block.thinking",
  "messages.thinking_blocks.data": "block.redacted_thinking",
  "messages.tool_calls": "block.tool_call",
  "messages.tool_calls.id": "block.tool_call",
  "messages.tool_calls.function.name": "block.tool_call",
  "messages.tool_calls.function.arguments": "block.tool_call",
  "messages.tool_calls.custom.name": "block.tool_call",
  "messages.tool_calls.custom.input": "block.tool_call",
  "messages.tool_calls.cache_control": "block.cache",
  "messages.function_call": "block.tool_call",
  "messages.function_call.name": "block.tool_call",
  "messages.function_call.arguments": "block.tool_call",
  "messages.tool_call_id": "block.tool_result",
  "messages.is_error": "block.tool_result",
  "messages.cache_control": "block.cache",
  tools: "tools",
  "tools.function.name": "tool.name",
  "tools.function.description": "tool.description",
  "tools.function.parameters": "tool.parameters",
  "tools.function.strict": "tool.strict",
  "tools.cache_control": "tool.cache",
  functions: "tools",
  "functions.name": "tool.name",
  "functions.description": "tool.description",
  "functions.parameters": "tool.parameters",
  tool_choice: "toolChoice",
  "tool_choice.function.name": "toolChoice",
  "tool_choice.custom.name": "toolChoice",
  "tool_choice.allowed_tools.mode": "toolChoice",
  "tool_choice.allowed_tools.tools": "tools",
  function_call: "toolChoice",
  "function_call.name": "toolChoice",
  parallel_tool_calls: "parallelToolCalls",
  max_completion_tokens: "maxTokens",
  max_tokens: "maxTokens",
  stop: "stopSequences",
  n: "choices",
  logprobs: "logprobs",
  top_logprobs: "logprobs",
  temperature: "temperature",
  top_p: "topP",
  top_k: "topK",
  seed: "seed",
  reasoning_effort: "reasoning.effort",
  "reasoning.effort": "reasoning.effort",
  "reasoning.max_tokens": "reasoning.budgetTokens",
  "reasoning.enabled": "reasoning.mode",
  "reasoning.exclude": "reasoning.display",
  "thinking.type": "reasoning.mode",
  "thinking.budget_tokens": "reasoning.budgetTokens",
  "thinking.display": "reasoning.display",
  response_format: "output",
  "response_format.type": "output",
  "response_format.schema": "output",
  "response_format.json_schema.name": "output",
  "response_format.json_schema.description": "output",
  "response_format.json_schema.schema": "output",
  "response_format.json_schema.strict": "output",
  safety_identifier: "userId",
  user: "userId",
  service_tier: "serviceTier",
  cache_control: "cache",
};

const servedHere = {
  outcome: "no_op",
  reason: "The service does it itself for every model.",
} as const;

const noPadding = {
  outcome: "no_op",
  reason: "It controls padding, which only the strict profile adds.",
} as const;

/** The fields that have rules of this format, instead of a neutral field or in addition to one. */
const nativeRows: readonly FieldRow[] = [
  { field: "stream", native: [servedHere] },
  { field: "stream_options.include_usage", native: [servedHere] },
  { field: "stream_options.include_obfuscation", native: [noPadding] },
  { field: "messages.content.type", native: [partRule, emptyFileRule] },
  { field: "tools.type", native: [toolRule] },
  { field: "tools.custom", native: [customToolRule] },
  { field: "tool_choice.type", native: [toolChoiceRule] },
  ...[...nativeFields].map(([field, native]) => ({ field, native: rulesOf(native) })),
  { field: "*", native: rulesOf(unknownField) },
  { field: "messages.*", native: rulesOf(unknownInnerField) },
];

/** Every field of a request in this format, and its neutral field. */
export const requestFields: readonly FieldRow[] = [
  ...Object.entries(neutralFields).map(([field, neutralField]) =>
    withNative({ field, neutralField }),
  ),
  ...nativeRows.filter(({ field }) => !Object.hasOwn(neutralFields, field)),
];

/** A field with a neutral field may also have rules, for values that the neutral field cannot hold. */
function withNative(row: FieldRow): FieldRow {
  const rules = nativeRows.find(({ field }) => field === row.field)?.native;
  return rules ? { ...row, native: rules } : row;
}
