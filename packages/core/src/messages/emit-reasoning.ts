import type { Conversation, JsonObject, Reasoning } from "../conversation/conversation.js";
import { placeOf } from "../conversation/pointer.js";
import type { EmitContext } from "../upstream-format.js";
import { fitBudget } from "./emit-budget.js";
import type { EmittedLimit } from "./emit-limits.js";
import { parameterRules } from "./emit-rules-parameters.js";
import { type Chosen, chooseThinking, type Tell } from "./emit-thinking.js";

const modeRules = parameterRules["reasoning.mode"];
const budgetRules = parameterRules["reasoning.budgetTokens"];

/** What is said about thinking, and the most tokens, which may have grown to hold a budget. */
export interface EmittedReasoning {
  readonly thinking?: JsonObject | undefined;
  readonly effort?: string | undefined;
  readonly maxTokens: number;
}

/** What else in the request bears on thinking with a budget, which is the pickiest mode. */
export interface Surroundings {
  readonly limit: EmittedLimit;
  readonly forced: boolean;
  readonly prefill: boolean;
  readonly brokenTurn: boolean;
}

/** Writes how much the model shall think, in the modes and levels that it takes. */
export function emitReasoning(
  conversation: Conversation,
  surroundings: Surroundings,
  context: EmitContext,
): EmittedReasoning {
  const { reasoning } = conversation;
  const { limit } = surroundings;
  if (!reasoning) return { maxTokens: limit.maxTokens };
  const tell: Tell = (member, rule, to) => {
    const at = placeOf(conversation, `reasoning.${member}`);
    context.receipt.apply(rule, at, to === undefined ? {} : { to });
  };
  const chosen = chooseThinking(reasoning, context, tell);
  const settled = settle(chosen, reasoning, surroundings, context, tell);
  return show(settled, reasoning, tell);
}

/** A budget goes with neither a forced call, a prefill nor a turn whose thoughts are missing. */
function settle(
  chosen: Chosen,
  reasoning: Reasoning,
  { limit, forced, prefill, brokenTurn }: Surroundings,
  context: EmitContext,
  tell: Tell,
): EmittedReasoning {
  const { type, budget = 0, effort } = chosen;
  const { thinkingModes, toolChoiceWithThinking } = context.capabilities;
  const { maxTokens } = limit;
  const plain = type && type !== "enabled" ? { thinking: { type } } : {};
  if (type !== "enabled") return { ...plain, effort, maxTokens };
  const member = toldMember(reasoning);
  const off = thinkingModes.includes("disabled") ? { thinking: { type: "disabled" } } : {};
  if (brokenTurn || prefill) {
    tell(member, brokenTurn ? modeRules.brokenTurn : modeRules.prefill);
    return { ...off, effort, maxTokens };
  }
  if (forced && !toolChoiceWithThinking) {
    const adaptive = thinkingModes.includes("adaptive");
    tell(member, adaptive ? modeRules.forcedAdaptive : modeRules.forcedOff);
    return { ...(adaptive ? { thinking: { type: "adaptive" } } : off), effort, maxTokens };
  }
  const fit = fitBudget(budget, limit, context.capabilities.maxOutput);
  if (fit.change) {
    tell(reasoning.budgetTokens === undefined ? member : "budgetTokens", budgetRules[fit.change]);
  }
  if (fit.budget === undefined) return { ...off, effort, maxTokens };
  const thinking = { type: "enabled", budget_tokens: fit.budget };
  return { thinking, effort, maxTokens: fit.maxTokens };
}

/** The member by which the caller said that there shall be thinking. */
function toldMember({ mode, budgetTokens }: Reasoning): keyof Reasoning {
  if (mode !== undefined) return "mode";
  return budgetTokens === undefined ? "effort" : "budgetTokens";
}

/** Thoughts are shown as the caller said, if there are any. */
function show(emitted: EmittedReasoning, { display }: Reasoning, tell: Tell): EmittedReasoning {
  if (display === undefined) return emitted;
  const { thinking } = emitted;
  if (thinking && thinking.type !== "disabled") {
    return { ...emitted, thinking: { ...thinking, display } };
  }
  tell("display", parameterRules["reasoning.display"].unused);
  return emitted;
}
