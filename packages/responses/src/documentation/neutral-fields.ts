import type { NeutralField } from "@diglot/core/translation";

type Field = readonly [field: string, neutralField: NeutralField | `extensions.${string}`];

/** The members of a body that have a neutral field, and its name. */
export const bodyFields: readonly Field[] = [
  ["model", "model"],
  ["instructions", "system"],
  ["input", "turns"],
  ["tools", "tools"],
  ["tool_choice", "toolChoice"],
  ["tool_choice.name", "toolChoice"],
  ["tool_choice.mode", "toolChoice"],
  ["tool_choice.tools", "tools"],
  ["parallel_tool_calls", "parallelToolCalls"],
  ["max_output_tokens", "maxTokens"],
  ["temperature", "temperature"],
  ["top_p", "topP"],
  ["top_logprobs", "logprobs"],
  ["include", "logprobs"],
  ["reasoning.effort", "reasoning.effort"],
  ["reasoning.summary", "reasoning.display"],
  ["text.format", "output"],
  ["text.format.type", "output"],
  ["text.format.name", "output"],
  ["text.format.description", "output"],
  ["text.format.schema", "output"],
  ["text.format.strict", "output"],
  ["text.verbosity", "extensions.verbosity"],
  ["safety_identifier", "userId"],
  ["user", "userId"],
  ["service_tier", "serviceTier"],
];

/** The members of a part of content. */
const partFields: readonly Field[] = [
  ["text", "block.text"],
  ["refusal", "block.refusal"],
  ["image_url", "source"],
  ["detail", "block.image"],
  ["file_id", "source"],
  ["file_data", "source"],
  ["file_url", "source"],
  ["filename", "block.document"],
  ["input_audio", "block.audio"],
  ["input_audio.data", "block.audio"],
  ["input_audio.format", "block.audio"],
  ["prompt_cache_breakpoint", "block.cache"],
  ["cache_control", "block.cache"],
];

/** The members of items; the names distinguish the types. */
export const itemFields: readonly Field[] = [
  ["input.role", "turn.role"],
  ["input.content", "turn.blocks"],
  ...["input.content", "input.output"].flatMap((place) =>
    partFields.map(([member, neutralField]) => [`${place}.${member}`, neutralField] as const),
  ),
  ["input.summary", "block.thinking"],
  ["input.summary.text", "block.thinking"],
  ["input.encrypted_content", "block.thinking"],
  ["input.call_id", "block.tool_call"],
  ["input.name", "block.tool_call"],
  ["input.namespace", "block.tool_call"],
  ["input.arguments", "block.tool_call"],
  ["input.input", "block.tool_call"],
  ["input.output", "block.tool_result"],
  ["input.tools", "tools"],
  ["input.reasoning.effort", "reasoning.effort"],
  ["input.reasoning.summary", "reasoning.display"],
  ["input.text.format", "output"],
  ["input.text.verbosity", "extensions.verbosity"],
];

/** The members of a tool. */
export const toolFields: readonly Field[] = [
  ["name", "tool.name"],
  ["description", "tool.description"],
  ["parameters", "tool.parameters"],
  ["strict", "tool.strict"],
];
