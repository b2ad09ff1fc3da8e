import type { Conversation, JsonObject, Reasoning } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import type { Rule } from "../../../../conversation/rules.js";
import type { MessagesUpstreamCapabilities } from "../../wire/capabilities.js";
import type { WriteRequestContext } from "../context.js";
import {
  reasoningBudgetTokensRules,
  reasoningDisplayRules,
  reasoningModeRules,
} from "../rules/parameters.js";
import { fitBudget } from "./budget.js";
import { type Chosen, chooseThinking, type Tell } from "./thinking.js";

/** What is said about thinking. */
export interface WrittenReasoning {
  readonly thinking?: JsonObject | undefined;
  readonly effort?: string | undefined;
}

/** What else in the request bears on thinking with a budget, which is the pickiest mode. */
export interface Surroundings {
  readonly maxTokens: number;
  readonly forced: boolean;
  readonly prefill: boolean;
  readonly brokenTurn: boolean;
}

/** Writes how much the model shall think, in the modes and levels that it takes. */
export function writeReasoning(
  conversation: Conversation,
  surroundings: Surroundings,
  context: WriteRequestContext,
): WrittenReasoning {
  const { reasoning } = conversation;
  if (!reasoning) return {};
  const tell: Tell = (member, rule, to) => {
    const at = placeOf(conversation, `reasoning.${member}`);
    context.receipt.apply(rule, at, to === undefined ? {} : { to });
  };
  const chosen = chooseThinking(reasoning, context, tell);
  const settled = settle(chosen, reasoning, surroundings, context, tell);
  return show(settled, reasoning, tell);
}

/** Gives up a budget that does not go with the rest of the request, or makes it fit. */
function settle(
  chosen: Chosen,
  reasoning: Reasoning,
  surroundings: Surroundings,
  context: WriteRequestContext,
  tell: Tell,
): WrittenReasoning {
  const { type, effort } = chosen;
  if (type !== "enabled") return { ...(type && { thinking: { type } }), effort };
  const clash = findClash(surroundings, context);
  if (!clash) return fit(chosen, reasoning, surroundings.maxTokens, context, tell);
  tell(reportedMember(reasoning), clash.rule);
  return { thinking: clash.thinking, effort };
}

/** What a budget does not go with, and how the model thinks instead. */
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

/** Thinking is forbidden where that can be said; a model that is told nothing decides itself. */
function toOff({ thinkingModes }: MessagesUpstreamCapabilities): JsonObject | undefined {
  return thinkingModes.includes("disabled") ? { type: "disabled" } : undefined;
}

function fit(
  { budget = 0, effort }: Chosen,
  reasoning: Reasoning,
  maxTokens: number,
  { capabilities }: WriteRequestContext,
  tell: Tell,
): WrittenReasoning {
  const fitting = fitBudget(budget, maxTokens);
  if (fitting.change) {
    const member =
      reasoning.budgetTokens === undefined ? reportedMember(reasoning) : "budgetTokens";
    tell(member, reasoningBudgetTokensRules[fitting.change]);
  }
  return fitting.budget === undefined
    ? { thinking: toOff(capabilities), effort }
    : { thinking: { type: "enabled", budget_tokens: fitting.budget }, effort };
}

/** The member by which the caller said that there shall be thinking. */
function reportedMember({ mode, budgetTokens }: Reasoning): keyof Reasoning {
  if (mode !== undefined) return "mode";
  return budgetTokens === undefined ? "effort" : "budgetTokens";
}

/** Thoughts are shown as the caller said, if there are any. */
function show(written: WrittenReasoning, { display }: Reasoning, tell: Tell): WrittenReasoning {
  if (display === undefined) return written;
  const { thinking } = written;
  if (thinking && thinking.type !== "disabled") {
    return { ...written, thinking: { ...thinking, display } };
  }
  tell("display", reasoningDisplayRules.unused);
  return written;
}
