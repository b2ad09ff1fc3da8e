import { exactly, type NeutralFieldRow, toRequestRows } from "../../documentation.js";
import {
  blockAudioRules,
  blockCacheRules,
  blockDocumentRules,
  blockImageRules,
  blockRedactedThinkingRules,
  blockRefusalRules,
  blockTextRules,
  blockThinkingRules,
  blockToolCallRules,
  blockToolResultRules,
  sourceRules,
  systemRules,
  turnBlocksRules,
  turnNameRules,
  turnRoleRules,
} from "../write-request/rules/content.js";
import {
  choicesRules,
  logprobsRules,
  maxTokensRules,
  outputRules,
  reasoningBudgetTokensRules,
  reasoningDisplayRules,
  reasoningEffortRules,
  reasoningModeRules,
  seedRules,
  serviceTierRules,
  stopSequencesRules,
  temperatureRules,
  topKRules,
  topPRules,
  userIdRules,
} from "../write-request/rules/parameters.js";
import {
  parallelToolCallsRules,
  toolChoiceRules,
  toolNameRules,
  toolParametersRules,
  toolStrictRules,
  toolsRules,
} from "../write-request/rules/tools.js";

// The rows are printed in this order.
const { unknown, ...lateRoles } = turnRoleRules;
const { idle, ...otherModes } = reasoningModeRules;

/**
 * How requests of this format are written: what is preserved exactly, and the rules for everything
 * else.
 */
export const writeRequestRows: readonly NeutralFieldRow[] = toRequestRows({
  system: { plain: exactly("One text block each, in order.", "system"), ...systemRules },
  turns: { plain: exactly("One message each, in order.", "messages") },
  "turn.role": {
    plain: exactly(
      "User and assistant turns are messages; consecutive turns of one role become one.",
      "messages.role",
    ),
    unknown,
    lateSystem: exactly(
      "Instructions keep their place if the model takes them there.",
      "messages.role",
    ),
    ...lateRoles,
  },
  "turn.name": turnNameRules,
  "turn.blocks": {
    plain: exactly("Each block stays one block.", "messages.content"),
    ...turnBlocksRules,
  },
  "block.text": { plain: exactly("A text block.", "messages.content.text"), ...blockTextRules },
  "block.refusal": blockRefusalRules,
  "block.image": {
    plain: exactly("An image block.", "messages.content.source"),
    ...blockImageRules,
  },
  "block.document": {
    plain: exactly("A document block.", "messages.content.source"),
    ...blockDocumentRules,
  },
  "block.audio": blockAudioRules,
  source: {
    plain: exactly("The same bytes or URL.", "messages.content.source"),
    ...sourceRules,
  },
  "block.thinking": {
    signed: exactly("Text and signature are copied byte by byte.", "messages.content.thinking"),
    unsigned: exactly("The model takes thinking without a signature.", "messages.content.thinking"),
    ...blockThinkingRules,
  },
  "block.redacted_thinking": {
    plain: exactly("The data is copied.", "messages.content.data"),
    ...blockRedactedThinkingRules,
  },
  "block.tool_call": {
    plain: exactly(
      "The arguments are the input, with the order of keys and the spelling of numbers.",
      "messages.content.input",
    ),
    ...blockToolCallRules,
  },
  "block.tool_result": {
    plain: exactly(
      "A tool_result block of the user message after the calls, in their order.",
      "messages.content",
    ),
    ...blockToolResultRules,
  },
  "block.native": { own: exactly("A block of this format is sent unchanged.") },
  "block.cache": {
    cacheControl: exactly(
      "The cache control stays on its block, with its lifetime.",
      "cache_control",
    ),
    ...blockCacheRules,
  },
  model: { any: exactly("The model's name at the upstream.", "model") },
  maxTokens: {
    plain: exactly("The same number.", "max_tokens"),
    chosen: {
      outcome: "no_op",
      to: "max_tokens",
      reason: "The wire requires a limit, so one is sent.",
    },
    ...maxTokensRules,
  },
  temperature: { plain: exactly("The same number.", "temperature"), ...temperatureRules },
  topP: { plain: exactly("The same number.", "top_p"), ...topPRules },
  topK: { plain: exactly("The same number.", "top_k"), ...topKRules },
  stopSequences: { plain: exactly("The same list.", "stop_sequences"), ...stopSequencesRules },
  choices: choicesRules,
  logprobs: logprobsRules,
  seed: seedRules,
  "reasoning.mode": {
    idle,
    plain: exactly("The same mode.", "thinking.type"),
    ...otherModes,
  },
  "reasoning.budgetTokens": {
    plain: exactly("The same number.", "thinking.budget_tokens"),
    ...reasoningBudgetTokensRules,
  },
  "reasoning.effort": {
    plain: exactly("The same level.", "output_config.effort"),
    ...reasoningEffortRules,
  },
  "reasoning.display": {
    plain: exactly("The same.", "thinking.display"),
    ...reasoningDisplayRules,
  },
  output: outputRules,
  userId: { plain: exactly("The same id.", "metadata.user_id"), ...userIdRules },
  serviceTier: {
    plain: exactly("The same service tier in other words.", "service_tier"),
    ...serviceTierRules,
  },
  cache: { plain: exactly("The cache control stays on the request.", "cache_control") },
  extensions: { taken: exactly("The upstream is known to take this member.") },
  tools: { plain: exactly("One definition each, in order.", "tools"), ...toolsRules },
  "tool.name": { plain: exactly("The same name.", "tools.name"), ...toolNameRules },
  "tool.description": { any: exactly("The same words.", "tools.description") },
  "tool.parameters": {
    plain: exactly(
      "The schema, with the order of keys and the spelling of numbers.",
      "tools.input_schema",
    ),
    ...toolParametersRules,
  },
  "tool.strict": { plain: exactly("The same.", "tools.strict"), ...toolStrictRules },
  "tool.cache": { any: exactly("The cache control stays on its tool.", "tools.cache_control") },
  toolChoice: {
    plain: exactly("The same choice in other words.", "tool_choice"),
    ...toolChoiceRules,
  },
  parallelToolCalls: parallelToolCallsRules,
  "tool.native": { own: exactly("A tool of this format is sent unchanged.", "tools") },
});
