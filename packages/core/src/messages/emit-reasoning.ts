import type { Conversation, JsonObject, Reasoning } from "../conversation/conversation.js";
import { placeOf } from "../conversation/pointer.js";
import type { Rule } from "../conversation/rules.js";
import type { EmitContext } from "../upstream-format.js";
import { budgetOf, effortOf, lowerEffort } from "./effort.js";
import { fitBudget } from "./emit-budget.js";
import type { EmittedLimit } from "./emit-limits.js";
import { requestRules } from "./emit-rules.js";

const modeRules = requestRules["reasoning.mode"];
const budgetRules = requestRules["reasoning.budgetTokens"];
const effortRules = requestRules["reasoning.effort"];

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

/** Applies a rule of `reasoning` where its member stood. */
type Tell = (member: keyof Reasoning, rule: Rule, to?: string) => void;

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
  const chosen = choose(reasoning, context, tell);
  const settled = settle(chosen, reasoning, surroundings, context, tell);
  return show(settled, reasoning, tell);
}

/** What the caller wants, in the modes of the upstream. */
interface Chosen {
  readonly type?: "enabled" | "adaptive" | "disabled" | undefined;
  readonly budget?: number | undefined;
  readonly effort?: string | undefined;
}

function choose(reasoning: Reasoning, context: EmitContext, tell: Tell): Chosen {
  const { mode, budgetTokens, effort } = reasoning;
  if (mode === "disabled") return chooseOff("mode", context, tell);
  if (effort === "none") return chooseOff("effort", context, tell);
  if (mode === "adaptive") return chooseAdaptive(reasoning, context, tell);
  if (mode === "enabled" || budgetTokens !== undefined) {
    return chooseBudget(reasoning, context, tell);
  }
  if (mode !== undefined) tell("mode", modeRules.unknown);
  return effort === undefined ? {} : chooseEffort(effort, context, tell);
}

function chooseOff(member: "mode" | "effort", { capabilities }: EmitContext, tell: Tell): Chosen {
  const { thinkingModes, effortLevels } = capabilities;
  if (thinkingModes.includes("disabled")) {
    if (member === "effort") tell(member, effortRules.none);
    return { type: "disabled" };
  }
  if (thinkingModes.length === 0) {
    tell(member, modeRules.idle);
    return {};
  }
  const [lowest] = effortLevels;
  tell(member, lowest === undefined ? modeRules.unsupported : modeRules.alwaysOn, lowest);
  return lowest === undefined ? {} : { effort: lowest };
}

function chooseAdaptive(reasoning: Reasoning, context: EmitContext, tell: Tell): Chosen {
  const { thinkingModes } = context.capabilities;
  const { effort, budgetTokens } = reasoning;
  if (thinkingModes.includes("adaptive")) {
    if (budgetTokens !== undefined) tell("budgetTokens", budgetRules.unused);
    return { type: "adaptive", ...chooseLevel(effort, context, tell) };
  }
  if (!thinkingModes.includes("enabled")) return giveUp(reasoning, tell);
  const budget = budgetTokens ?? budgetOf(effort);
  tell("mode", modeRules.replaced, "enabled");
  return { type: "enabled", budget, ...chooseLevel(effort, context, tell) };
}

function chooseBudget(reasoning: Reasoning, context: EmitContext, tell: Tell): Chosen {
  const { thinkingModes } = context.capabilities;
  const { mode, budgetTokens, effort } = reasoning;
  if (thinkingModes.includes("enabled")) {
    if (budgetTokens === undefined && effort !== undefined) tell("effort", effortRules.asBudget);
    if (budgetTokens === undefined && effort === undefined) tell("mode", modeRules.replaced);
    const level = budgetTokens === undefined ? {} : chooseLevel(effort, context, tell);
    return { type: "enabled", budget: budgetTokens ?? budgetOf(effort), ...level };
  }
  if (!thinkingModes.includes("adaptive")) return giveUp(reasoning, tell);
  if (mode !== undefined) tell("mode", modeRules.replaced, "adaptive");
  if (budgetTokens === undefined)
    return { type: "adaptive", ...chooseLevel(effort, context, tell) };
  const levels = context.capabilities.effortLevels;
  const level =
    effort ?? (levels.length > 0 ? lowerEffort(effortOf(budgetTokens), levels) : undefined);
  const told = effort === undefined && level !== undefined;
  tell("budgetTokens", told ? budgetRules.asEffort : budgetRules.unused, told ? level : undefined);
  return { type: "adaptive", ...(told ? { effort: level } : chooseLevel(effort, context, tell)) };
}

function chooseEffort(effort: string, context: EmitContext, tell: Tell): Chosen {
  const { thinkingModes, effortLevels } = context.capabilities;
  const adaptive = thinkingModes.includes("adaptive") ? ({ type: "adaptive" } as const) : {};
  if (effortLevels.length > 0) return { ...adaptive, ...chooseLevel(effort, context, tell) };
  if (!thinkingModes.includes("enabled")) {
    tell("effort", effortRules.unsupported);
    return adaptive;
  }
  tell("effort", effortRules.asBudget);
  return { type: "enabled", budget: budgetOf(effort) };
}

function chooseLevel(
  effort: string | undefined,
  { capabilities }: EmitContext,
  tell: Tell,
): { readonly effort?: string } {
  if (effort === undefined) return {};
  const { effortLevels } = capabilities;
  if (effortLevels.length === 0) {
    tell("effort", effortRules.unsupported);
    return {};
  }
  if (effortLevels.includes(effort)) return { effort };
  const lower = lowerEffort(effort, effortLevels);
  tell("effort", lower === undefined ? effortRules.unknown : effortRules.lower, lower);
  return lower === undefined ? {} : { effort: lower };
}

function giveUp({ mode, budgetTokens, effort }: Reasoning, tell: Tell): Chosen {
  if (mode !== undefined) tell("mode", modeRules.unsupported);
  if (budgetTokens !== undefined) tell("budgetTokens", budgetRules.unused);
  if (effort !== undefined) tell("effort", effortRules.unsupported);
  return {};
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
  tell("display", requestRules["reasoning.display"].unused);
  return emitted;
}
