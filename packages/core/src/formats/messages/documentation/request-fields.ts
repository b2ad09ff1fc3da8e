import { type NativeField, rulesOf } from "../../../conversation/native-fields.js";
import { serverToolLeftOut } from "../../../conversation/receipt/request-rules.js";
import type { FieldRow, Rule } from "../../../conversation/receipt/rules.js";
import { nativeBlocks, unknownBlock } from "../native/blocks.js";
import { nothingSaid } from "../native/field-kinds.js";
import { nativeFields, unknownField, unknownInnerField } from "../native/fields.js";
import { unknownToolChoice, vendorTool } from "../native/rules.js";
import { nativeBlockMembers, nestedMembers, serverToolMembers } from "./nested-fields.js";

/** The members of a body that have a neutral field, and its name. */
const bodyFields: readonly (readonly [field: string, neutralField: string])[] = [
  ["model", "model"],
  ["max_tokens", "maxTokens"],
  ["system", "system"],
  ["messages", "turns"],
  ["messages.role", "turn.role"],
  ["messages.content", "turn.blocks"],
  ["stop_sequences", "stopSequences"],
  ["temperature", "temperature"],
  ["top_p", "topP"],
  ["top_k", "topK"],
  ["tools", "tools"],
  ["tools.name", "tool.name"],
  ["tools.description", "tool.description"],
  ["tools.input_schema", "tool.parameters"],
  ["tools.strict", "tool.strict"],
  ["tools.cache_control", "tool.cache"],
  ["tools.cache_control.type", "tool.cache"],
  ["tools.cache_control.ttl", "tool.cache"],
  ["tool_choice", "toolChoice"],
  ["tool_choice.type", "toolChoice"],
  ["tool_choice.name", "toolChoice"],
  ["tool_choice.disable_parallel_tool_use", "parallelToolCalls"],
  ["thinking.type", "reasoning.mode"],
  ["thinking.budget_tokens", "reasoning.budgetTokens"],
  ["thinking.display", "reasoning.display"],
  ["output_config.effort", "reasoning.effort"],
  ["output_config.format", "output"],
  ["output_config.format.type", "output"],
  ["output_config.format.schema", "output"],
  ["output_format", "output"],
  ["output_format.type", "output"],
  ["output_format.schema", "output"],
  ["metadata.user_id", "userId"],
  ["service_tier", "serviceTier"],
  ["cache_control", "cache"],
  ["cache_control.type", "cache"],
  ["cache_control.ttl", "cache"],
];

/** The members of blocks that have a neutral field; the names distinguish the types. */
const blockFields: readonly (readonly [member: string, neutralField: string])[] = [
  ["text", "block.text"],
  ["source", "source"],
  ["source.type", "source"],
  ["source.media_type", "source"],
  ["source.data", "source"],
  ["source.url", "source"],
  ["source.file_id", "source"],
  ["source.content", "source"],
  ["title", "block.document"],
  ["context", "block.document"],
  ["thinking", "block.thinking"],
  ["signature", "block.thinking"],
  ["data", "block.redacted_thinking"],
  ["id", "block.tool_call"],
  ["name", "block.tool_call"],
  ["input", "block.tool_call"],
  ["tool_use_id", "block.tool_result"],
  ["content", "block.tool_result"],
  ["is_error", "block.tool_result"],
  ["cache_control", "block.cache"],
  ["cache_control.type", "block.cache"],
  ["cache_control.ttl", "block.cache"],
];

/** The places of blocks; tool results and documents contain blocks again. */
const blockPlaces = [
  "system",
  "messages.content",
  "messages.content.content",
  "messages.content.source.content",
];

const streamed: Rule = { outcome: "no_op", reason: "The service itself streams the reply." };

/** The members to which the rules of the whole apply. */
const typeRules: readonly FieldRow[] = [
  { field: "stream", native: [streamed] },
  { field: "tools.type", native: [vendorTool, serverToolLeftOut] },
  ...serverToolMembers.map((member) => ({
    field: `tools.${member}`,
    native: [vendorTool, serverToolLeftOut],
  })),
  { field: "tool_choice.type", native: [unknownToolChoice] },
];

/** Every field of a request in this format, and its neutral field. */
export const requestFields: readonly FieldRow[] = [
  ...bodyFields.map(([field, neutralField]) => ({ field, neutralField })),
  ...blockPlaces.flatMap(toBlockRows),
  ...typeRules,
  ...[...nativeFields].flatMap(toNativeRows),
  { field: "*", native: [...rulesOf(unknownField), nothingSaid] },
  { field: "*.*", native: [...rulesOf(unknownInnerField), nothingSaid] },
];

function toBlockRows(place: string): readonly FieldRow[] {
  const rules = new Set([unknownBlock, ...[...nativeBlocks.values()].flatMap(rulesOf)]);
  return [
    { field: `${place}.type`, neutralField: "turn.blocks", native: [...rules] },
    ...blockFields.map(([member, neutralField]) => ({
      field: `${place}.${member}`,
      neutralField,
    })),
    ...[...nativeBlockMembers].flatMap(([type, members]) =>
      members.map((member) => ({ field: `${place}.${member}`, native: rulesOfBlock(type) })),
    ),
  ];
}

function rulesOfBlock(type: string): readonly Rule[] {
  const block = nativeBlocks.get(type);
  return block ? rulesOf(block) : [unknownBlock];
}

/** A member of all blocks has many places; a member of a message or a tool has one. */
function toNativeRows([key, native]: readonly [string, NativeField]): readonly FieldRow[] {
  const keys = [key, ...(nestedMembers.get(key) ?? []).map((member) => `${key}.${member}`)];
  return keys.flatMap(toFields).map((field) => ({ field, native: rulesOf(native) }));
}

function toFields(key: string): readonly string[] {
  if (key.startsWith("block.")) return blockPlaces.map((place) => key.replace("block", place));
  return [key.replace(/^message\./, "messages.").replace(/^tool\./, "tools.")];
}
