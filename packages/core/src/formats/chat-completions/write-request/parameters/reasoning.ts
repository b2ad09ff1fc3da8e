import type { Conversation, Reasoning } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import type { JsonObject } from "../../../../json/value.js";
import type { ChatCompletionsUpstreamCapabilities } from "../../wire/capabilities.js";
import type { WriteRequestContext } from "../context.js";
import {
  reasoningBudgetTokensRules,
  reasoningEffortRules,
  reasoningModeRules,
} from "../rules/parameters.js";
import { toEffortForBudget, toNearestEffort } from "./effort.js";
import { toOff, toOn } from "./reasoning-switch.js";

/**
 * Writes how much the model should think. Only what the caller asked for is sent, except that thinking
 * is switched off for an upstream that cannot think and be forced to call a tool at the same time.
 */
export function writeReasoning(
  conversation: Conversation,
  forced: boolean,
  context: WriteRequestContext,
): JsonObject {
  const { reasoning } = conversation;
  if (forced && !context.capabilities.toolChoiceWithThinking) {
    return switchOffForTool(conversation, context);
  }
  if (!reasoning) return {};
  if (reasoning.mode === "disabled") return switchOff(conversation, context);
  const effort = writeEffort(conversation, reasoning, context);
  const budget = writeBudget(conversation, reasoning, Object.keys(effort).length > 0, context);
  const on = reasoning.mode === undefined ? {} : switchOn(conversation, reasoning.mode, context);
  // If switch and amount are members of one object, the amount implies the switch.
  return { ...on, ...budget, ...effort };
}

/** Whether a request asks for reasoning. */
export function asksToThink(reasoning: Reasoning | undefined): boolean {
  if (!reasoning) return false;
  if (reasoning.mode !== undefined) return reasoning.mode !== "disabled";
  return reasoning.effort !== undefined && reasoning.effort !== "none";
}

function switchOffForTool(conversation: Conversation, context: WriteRequestContext): JsonObject {
  const { reasoning } = conversation;
  const at = placeOf(conversation, "toolChoice");
  const off = toOff(context.capabilities);
  dropAmount(conversation, context);
  if (!off) {
    if (asksToThink(reasoning)) context.receipt.apply(reasoningModeRules.forcedAnyway, at);
    return {};
  }
  if (reasoning?.mode !== "disabled") context.receipt.apply(reasoningModeRules.forced, at);
  return off;
}

function switchOff(conversation: Conversation, context: WriteRequestContext): JsonObject {
  dropAmount(conversation, context);
  const off = toOff(context.capabilities);
  context.receipt.apply(
    off ? reasoningModeRules.switched : reasoningModeRules.noSwitch,
    placeOf(conversation, "reasoning.mode"),
  );
  return off ?? {};
}

/** Notes the requested amount of thinking if the model does not think. */
function dropAmount(conversation: Conversation, { receipt }: WriteRequestContext): void {
  const { effort, budgetTokens } = conversation.reasoning ?? {};
  if (effort !== undefined) {
    receipt.apply(reasoningEffortRules.outweighed, placeOf(conversation, "reasoning.effort"));
  }
  if (budgetTokens !== undefined) {
    receipt.apply(reasoningBudgetTokensRules.off, placeOf(conversation, "reasoning.budgetTokens"));
  }
}

/** The modes with a neutral meaning; `disabled` is handled before. */
const knownModes: ReadonlySet<string> = new Set(["enabled", "adaptive"]);

function switchOn(
  conversation: Conversation,
  mode: string,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const on = toOn(capabilities);
  const isSilent = capabilities.reasoningControl === "reasoning_effort";
  const known = on
    ? reasoningModeRules.switched
    : isSilent
      ? reasoningModeRules.silent
      : reasoningModeRules.noSwitch;
  const rule = knownModes.has(mode) ? known : reasoningModeRules.unknown;
  receipt.apply(rule, placeOf(conversation, "reasoning.mode"), { from: mode });
  return on ?? {};
}

function writeEffort(
  conversation: Conversation,
  { effort }: Reasoning,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  if (effort === undefined) return {};
  const at = placeOf(conversation, "reasoning.effort");
  const level = toNearestEffort(effort, capabilities.effortLevels);
  if (level === undefined) {
    receipt.apply(reasoningEffortRules.unsupported, at);
    return {};
  }
  receipt.apply(level === effort ? reasoningEffortRules.sent : reasoningEffortRules.nearest, at, {
    to: level,
  });
  return toEffortMember(level, capabilities);
}

function toEffortMember(
  level: string,
  { reasoningControl }: ChatCompletionsUpstreamCapabilities,
): JsonObject {
  return reasoningControl === "reasoning"
    ? { reasoning: { effort: level } }
    : { reasoning_effort: level };
}

/** A budget is used only if no level of effort is sent. */
function writeBudget(
  conversation: Conversation,
  { mode, budgetTokens }: Reasoning,
  isOutweighed: boolean,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  if (budgetTokens === undefined) return {};
  const at = placeOf(conversation, "reasoning.budgetTokens");
  const from = String(budgetTokens);
  if (isOutweighed || mode === "adaptive") {
    receipt.apply(
      isOutweighed ? reasoningBudgetTokensRules.outweighed : reasoningBudgetTokensRules.adaptive,
      at,
      { from },
    );
    return {};
  }
  if (capabilities.reasoningControl === "reasoning") {
    receipt.apply(reasoningBudgetTokensRules.sent, at, { from });
    return { reasoning: { max_tokens: budgetTokens } };
  }
  const level = toNearestEffort(toEffortForBudget(budgetTokens), capabilities.effortLevels);
  if (level !== undefined) {
    receipt.apply(reasoningBudgetTokensRules.effort, at, { from, to: level });
    return toEffortMember(level, capabilities);
  }
  receipt.apply(
    toOn(capabilities)
      ? reasoningBudgetTokensRules.switched
      : reasoningBudgetTokensRules.unsupported,
    at,
    { from },
  );
  return {};
}
