import {
  chatCompletionsRules as chat,
  exactly,
  type NeutralFieldRow,
  toRequestRows,
} from "@diglot/core/translation";
import { defaultUpstreamCapabilities } from "../wire/capabilities.js";
import { parameterRules, turnRules } from "../write-request/rules.js";
import { inThisFormat } from "./places.js";

// Cases that this format does not have, beside those that it has.
const { joined: joinedSystem, ...systemRules } = inThisFormat(chat.systemRules);
const { joined: joinedResult, ...toolResultRules } = inThisFormat(chat.blockToolResultRules);
const { silent, noSwitch, unknown, forced, forcedAnyway } = inThisFormat(chat.reasoningModeRules);
const { sent: budget, switched, ...budgetRules } = inThisFormat(chat.reasoningBudgetTokensRules);
const { automatic, breakpoint, lost } = inThisFormat(chat.blockCacheRules);
const { wrapped, hoisted, lateRefused } = inThisFormat(chat.turnRoleRules);
const sealed = "Reasoning that an upstream of this format has sealed goes back as it came.";

/**
 * How requests of this format are written: what is preserved exactly, and the rules for everything
 * else.
 */
const neutralRows = toRequestRows({
  system: {
    sent: exactly("One text is sent unchanged.", "instructions"),
    joined: {
      ...joinedSystem,
      to: "instructions",
      reason: "The wire has one text for instructions; several are joined with blank lines.",
    },
    ...systemRules,
  },
  turns: {
    sent: exactly("Consecutive turns of one role become one message.", "input"),
    empty: chat.turnsRules.empty,
    nothing: turnRules.nothing,
    prefill: exactly("A last turn of the assistant is sent where it stands.", "input"),
  },
  "turn.role": {
    sent: exactly("It means the same.", "input.role"),
    lateSystem: exactly(
      "The upstream takes instructions in the middle where they stand.",
      "input.role",
    ),
    wrapped,
    hoisted,
    lateRefused,
    unknown: turnRules.role,
  },
  "turn.name": { lost: turnRules.name },
  "turn.blocks": {
    sent: exactly("The rules of each type of block say how.", "input.content"),
    ...chat.turnBlocksRules,
  },
  "block.text": { sent: exactly("It is sent unchanged.", "input.content.text") },
  "block.image": inThisFormat(chat.blockImageRules),
  "block.document": inThisFormat(chat.blockDocumentRules),
  source: {
    sent: exactly("The rules of `block.image` and `block.document` say how.", "input.content"),
  },
  "block.audio": inThisFormat(chat.blockAudioRules),
  "block.thinking": {
    sealed: exactly(sealed, "input.encrypted_content"),
    left: chat.blockThinkingRules.left,
  },
  "block.redacted_thinking": {
    sealed: exactly(sealed, "input.encrypted_content"),
    left: chat.blockThinkingRules.left,
  },
  "block.refusal": { sent: exactly("It is sent unchanged.", "input.content.refusal") },
  "block.tool_call": {
    sent: exactly("The arguments are the text that the model wrote.", "input.arguments"),
    ...inThisFormat(chat.blockToolCallRules),
  },
  "block.tool_result": {
    sent: exactly("It is an item with the id of its call.", "input.output"),
    ...toolResultRules,
  },
  "block.native": {
    judged: { outcome: "refused", reason: "The rules of the format that knows the block decide." },
  },
  "block.cache": { automatic, breakpoint, lost },
  model: { named: exactly("The upstream's name of the model is sent.", "model") },
  maxTokens: {
    ...inThisFormat(chat.maxTokensRules),
    sent: exactly("It means the same.", "max_output_tokens"),
    raised: parameterRules.raised,
  },
  temperature: chat.temperatureRules,
  topP: chat.topPRules,
  topK: chat.topKRules,
  choices: { several: parameterRules.choices },
  logprobs: { sent: exactly("How many alternatives are wanted is `top_logprobs`.", "include") },
  seed: { none: parameterRules.seed },
  stopSequences: {
    tooMany: {
      ...chat.stopSequencesRules.tooMany,
      reason: "This format has no stop sequences.",
    },
    blank: chat.stopSequencesRules.blank,
  },
  "reasoning.mode": {
    silent,
    off: exactly("`disabled` is the effort `none`, if the model has it.", "reasoning.effort"),
    noSwitch,
    unknown,
    forced,
    forcedAnyway,
  },
  "reasoning.budgetTokens": budgetRules,
  "reasoning.effort": inThisFormat(chat.reasoningEffortRules),
  "reasoning.display": { asked: parameterRules.display },
  output: inThisFormat(chat.outputRules),
  userId: inThisFormat(chat.userIdRules),
  serviceTier: chat.serviceTierRules,
  cache: { automatic },
  extensions: { taken: exactly("The upstream is known to take this member.") },
  tools: { sent: exactly("Every tool is a function.", "tools"), ...chat.toolsRules },
  "tool.name": {
    sent: exactly("It is sent unchanged.", "tools.name"),
    ...inThisFormat(chat.toolNameRules),
  },
  "tool.description": { sent: exactly("It is sent unchanged.", "tools.description") },
  "tool.parameters": {
    sent: exactly(
      "The schema, with the order of keys and the spelling of numbers.",
      "tools.parameters",
    ),
    ...inThisFormat(chat.toolParametersRules),
  },
  "tool.strict": {
    sent: exactly("The upstream honours it.", "tools.strict"),
    ...chat.toolStrictRules,
  },
  "tool.cache": { automatic },
  "tool.native": {
    judged: { outcome: "refused", reason: "The rules of the format that knows the tool decide." },
  },
  toolChoice: {
    sent: exactly("`any` is called `required` there.", "tool_choice"),
    ...chat.toolChoiceRules,
  },
  parallelToolCalls: {
    sent: exactly("It means the same.", "parallel_tool_calls"),
    ...chat.parallelToolCallsRules,
  },
});

/** Where a member that upstreams take by default stands, if it is not a member of the body. */
const extensionPlaces: Readonly<Record<string, string>> = { verbosity: "text.verbosity" };

/** The members without a neutral field that upstreams of this format take unless their capabilities say otherwise. */
const extensionRows: readonly NeutralFieldRow[] = defaultUpstreamCapabilities.extensions.map(
  (name) => ({
    neutralField: `extensions.${name}`,
    ...exactly("It means the same.", extensionPlaces[name] ?? name),
  }),
);

/** How requests of this format are written. */
export const writeRequestRows: readonly NeutralFieldRow[] = [...neutralRows, ...extensionRows];
