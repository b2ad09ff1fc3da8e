import { exactly, type NeutralFieldRow, toRequestRows } from "../../documentation.js";
import {
  blockAudioRules,
  blockCacheRules,
  blockDocumentRules,
  blockImageRules,
  blockRedactedThinkingRules,
  blockTextRules,
  blockThinkingRules,
  blockToolCallRules,
  blockToolResultRules,
  systemRules,
  turnBlocksRules,
  turnRoleRules,
  turnsRules,
} from "../write-request/rules/content.js";
import {
  cacheRules,
  maxTokensRules,
  outputRules,
  reasoningBudgetTokensRules,
  reasoningDisplayRules,
  reasoningEffortRules,
  reasoningModeRules,
  serviceTierRules,
  stopSequencesRules,
  temperatureRules,
  topKRules,
  topPRules,
  userIdRules,
} from "../write-request/rules/parameters.js";
import {
  parallelToolCallsRules,
  toolCacheRules,
  toolChoiceRules,
  toolNameRules,
  toolParametersRules,
  toolStrictRules,
  toolsRules,
} from "../write-request/rules/tools.js";

// The rows are printed in this order.
const { empty, nothing, ...lastTurns } = turnsRules;

/**
 * How requests of this format are written: what is preserved exactly, and the rules for everything
 * else.
 */
export const writeRequestRows: readonly NeutralFieldRow[] = toRequestRows({
  system: {
    sent: exactly("Instructions are one first message, each block a part of it.", "messages"),
    ...systemRules,
  },
  turns: {
    sent: exactly("Consecutive turns of one role become one.", "messages"),
    empty,
    nothing,
    prefill: exactly("The upstream goes on from a last turn of the assistant."),
    ...lastTurns,
  },
  "turn.role": {
    sent: exactly("It means the same.", "messages.role"),
    lateSystem: exactly(
      "The upstream takes instructions in the middle where they stand.",
      "messages.role",
    ),
    ...turnRoleRules,
  },
  "turn.name": { sent: exactly("It means the same.", "messages.name") },
  "turn.blocks": {
    sent: exactly("The rules of each type of block say how.", "messages.content"),
    ...turnBlocksRules,
  },
  "block.text": { sent: exactly("It is sent unchanged.", "messages.content"), ...blockTextRules },
  "block.image": blockImageRules,
  "block.document": blockDocumentRules,
  source: {
    sent: exactly("The rules of `block.image` and `block.document` say how.", "messages.content"),
  },
  "block.audio": blockAudioRules,
  "block.thinking": blockThinkingRules,
  "block.redacted_thinking": blockRedactedThinkingRules,
  "block.refusal": { sent: exactly("It is sent unchanged.", "messages.refusal") },
  "block.tool_call": {
    sent: exactly(
      "The input is sent as compact JSON text in its own order.",
      "messages.tool_calls",
    ),
    ...blockToolCallRules,
  },
  "block.tool_result": {
    sent: exactly("It is a message of role `tool`.", "messages"),
    ...blockToolResultRules,
  },
  "block.native": {
    judged: { outcome: "refused", reason: "The rules of the format that knows the block decide." },
  },
  "block.cache": {
    sent: exactly("The upstream takes the same cache control.", "cache_control"),
    ...blockCacheRules,
  },
  model: { named: exactly("The upstream's name of the model is sent.", "model") },
  maxTokens: maxTokensRules,
  temperature: temperatureRules,
  topP: topPRules,
  topK: topKRules,
  choices: { sent: exactly("It means the same.", "n") },
  logprobs: { sent: exactly("It means the same.", "logprobs") },
  seed: { sent: exactly("It means the same.", "seed") },
  stopSequences: {
    sent: exactly("They are always sent as a list.", "stop"),
    ...stopSequencesRules,
  },
  "reasoning.mode": reasoningModeRules,
  "reasoning.budgetTokens": reasoningBudgetTokensRules,
  "reasoning.effort": reasoningEffortRules,
  "reasoning.display": reasoningDisplayRules,
  output: outputRules,
  userId: userIdRules,
  serviceTier: serviceTierRules,
  cache: {
    sent: exactly("The upstream takes the same cache control.", "cache_control"),
    automatic: blockCacheRules.automatic,
    ...cacheRules,
    unsupported: blockCacheRules.unsupported,
  },
  extensions: { sent: exactly("The upstream takes this member as it is.") },
  tools: { sent: exactly("Every tool is a function.", "tools"), ...toolsRules },
  "tool.name": { sent: exactly("It is sent unchanged.", "tools.function.name"), ...toolNameRules },
  "tool.description": { sent: exactly("It is sent unchanged.", "tools.function.description") },
  "tool.parameters": {
    sent: exactly(
      "The schema, with the order of keys and the spelling of numbers.",
      "tools.function.parameters",
    ),
    ...toolParametersRules,
  },
  "tool.strict": {
    sent: exactly("The upstream honours it.", "tools.function.strict"),
    ...toolStrictRules,
  },
  "tool.cache": {
    sent: exactly("The rules of `block.cache` apply to all cache control.", "tools.cache_control"),
    ...toolCacheRules,
  },
  "tool.native": {
    judged: { outcome: "refused", reason: "The rules of the format that knows the tool decide." },
  },
  toolChoice: {
    sent: exactly("`any` is called `required` there.", "tool_choice"),
    ...toolChoiceRules,
  },
  parallelToolCalls: {
    sent: exactly("It means the same.", "parallel_tool_calls"),
    ...parallelToolCallsRules,
  },
});
