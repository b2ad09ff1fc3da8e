import type { Conversation, Reasoning } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import type { Rule } from "../../../../conversation/receipt/rules.js";
import type { JsonObject } from "../../../../json/value.js";
import type { MessagesUpstreamCapabilities } from "../../wire/capabilities.js";
import type { WriteRequestContext } from "../context.js";
import {
  reasoningBudgetTokensRules,
  reasoningDisplayRules,
  reasoningModeRules,
} from "../rules/parameters.js";
import { fitBudget } from "./budget.js";
import { type ApplyRule, type Chosen, chooseThinking } from "./thinking.js";

/** The members of the request that control thinking. */
export interface WrittenReasoning {
  readonly thinking?: JsonObject | undefined;
  readonly effort?: string | undefined;
}

/** Other parts of the request that restrict thinking with a budget, which is the strictest mode. */
export interface Surroundings {
  readonly maxTokens: number;
  readonly forced: boolean;
  readonly prefill: boolean;
  readonly brokenTurn: boolean;
}

/** Writes how much the model should think, in the modes and levels that it accepts. */
export function writeReasoning(
  conversation: Conversation,
  surroundings: Surroundings,
  context: WriteRequestContext,
): WrittenReasoning {
  const { reasoning } = conversation;
  if (!reasoning) return {};
  const applyRule: ApplyRule = (member, rule, to) => {
    const at = placeOf(conversation, `reasoning.${member}`);
    context.receipt.apply(rule, at, to === undefined ? {} : { to });
  };
  const chosen = chooseThinking(reasoning, context, applyRule);
  const settled = settle(chosen, reasoning, surroundings, context, applyRule);
  return show(settled, reasoning, applyRule);
}

/** Drops a budget that conflicts with the rest of the request, or makes it fit. */
function settle(
  chosen: Chosen,
  reasoning: Reasoning,
  surroundings: Surroundings,
  context: WriteRequestContext,
  applyRule: ApplyRule,
): WrittenReasoning {
  const { type, effort } = chosen;
  if (type !== "enabled") return { ...(type && { thinking: { type } }), effort };
  const clash = findClash(surroundings, context);
  if (!clash) return fit(chosen, reasoning, surroundings.maxTokens, context, applyRule);
  applyRule(reportedMember(reasoning), clash.rule);
  return { thinking: clash.thinking, effort };
}

/** A conflict with a budget, and the thinking mode to use instead. */
interface Clash {
  readonly rule: Rule;
  readonly thinking: JsonObject | undefined;
}

function findClash(
  { forced, prefill, brokenTurn }: Surroundings,
  { capabilities }: WriteRequestContext,
): Clash | undefined {
  const thinking = toOff(capabilities);
  if (brokenTurn) return { rule: reasoningModeRules.brokenTurn, thinking };
  if (prefill) return { rule: reasoningModeRules.prefill, thinking };
  if (!forced || capabilities.toolChoiceWithThinking) return undefined;
  return capabilities.thinkingModes.includes("adaptive")
    ? { rule: reasoningModeRules.forcedAdaptive, thinking: { type: "adaptive" } }
    : { rule: reasoningModeRules.forcedOff, thinking };
}

/** Disables thinking if the model accepts that. Without an instruction the model decides itself. */
function toOff({ thinkingModes }: MessagesUpstreamCapabilities): JsonObject | undefined {
  return thinkingModes.includes("disabled") ? { type: "disabled" } : undefined;
}

function fit(
  { budget = 0, effort }: Chosen,
  reasoning: Reasoning,
  maxTokens: number,
  { capabilities }: WriteRequestContext,
  applyRule: ApplyRule,
): WrittenReasoning {
  const fitting = fitBudget(budget, maxTokens);
  if (fitting.change) {
    const member =
      reasoning.budgetTokens === undefined ? reportedMember(reasoning) : "budgetTokens";
    applyRule(member, reasoningBudgetTokensRules[fitting.change]);
  }
  return fitting.budget === undefined
    ? { thinking: toOff(capabilities), effort }
    : { thinking: { type: "enabled", budget_tokens: fitting.budget }, effort };
}

/** The member with which the caller asked for thinking. */
function reportedMember({ mode, budgetTokens }: Reasoning): keyof Reasoning {
  if (mode !== undefined) return "mode";
  return budgetTokens === undefined ? "effort" : "budgetTokens";
}

/** Shows thinking as the caller requested, if the model thinks. */
function show(
  written: WrittenReasoning,
  { display }: Reasoning,
  applyRule: ApplyRule,
): WrittenReasoning {
  if (display === undefined) return written;
  const { thinking } = written;
  if (thinking && thinking.type !== "disabled") {
    return { ...written, thinking: { ...thinking, display } };
  }
  applyRule("display", reasoningDisplayRules.unused);
  return written;
}
