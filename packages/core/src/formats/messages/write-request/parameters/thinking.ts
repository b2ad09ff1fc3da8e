import type { Reasoning } from "../../../../conversation/conversation.js";
import type { Rule } from "../../../../conversation/receipt/rules.js";
import type { WriteRequestContext } from "../context.js";
import {
  reasoningBudgetTokensRules,
  reasoningEffortRules,
  reasoningModeRules,
} from "../rules/parameters.js";
import { budgetOf, effortOf, lowerEffort } from "./effort.js";

/** The modes of the wire. */
const modes = ["enabled", "adaptive", "disabled"];

/** Applies a rule for `reasoning` at the place of its member. */
export type ApplyRule = (member: keyof Reasoning, rule: Rule, to?: string) => void;

/** What the caller requested, in the modes of the upstream. */
export interface Chosen {
  readonly type?: "enabled" | "adaptive" | "disabled" | undefined;
  readonly budget?: number | undefined;
  readonly effort?: string | undefined;
}

/** Chooses the mode, the budget and the level that are closest to the caller's request. */
export function chooseThinking(
  reasoning: Reasoning,
  context: WriteRequestContext,
  applyRule: ApplyRule,
): Chosen {
  const { mode, budgetTokens, effort } = reasoning;
  const isBudget =
    budgetTokens === undefined || (Number.isInteger(budgetTokens) && budgetTokens > 0);
  if (!isBudget) applyRule("budgetTokens", reasoningBudgetTokensRules.invalid);
  if (mode !== undefined && !modes.includes(mode)) applyRule("mode", reasoningModeRules.unknown);
  if (mode === "disabled" || effort === "none") return chooseOff(reasoning, context, applyRule);
  if (mode === "adaptive") return chooseAdaptive(reasoning, context, applyRule);
  if (mode === "enabled" || budgetTokens !== undefined) {
    return chooseBudget(reasoning, context, applyRule);
  }
  return effort === undefined ? {} : chooseEffort(effort, context, applyRule);
}

/** Disabled thinking takes precedence over all other members of `reasoning`. */
function chooseOff(
  reasoning: Reasoning,
  context: WriteRequestContext,
  applyRule: ApplyRule,
): Chosen {
  const { mode, budgetTokens, effort } = reasoning;
  if (budgetTokens !== undefined) applyRule("budgetTokens", reasoningBudgetTokensRules.overruled);
  if (mode !== "disabled") {
    if (mode !== undefined) applyRule("mode", reasoningModeRules.overruled);
    return turnOff("effort", context, applyRule);
  }
  const off = turnOff("mode", context, applyRule);
  if (effort === undefined || effort === "none") return off;
  if (off.effort === undefined) return { ...off, ...chooseLevel(effort, context, applyRule) };
  applyRule("effort", reasoningEffortRules.overruled);
  return off;
}

function turnOff(
  member: "mode" | "effort",
  { capabilities }: WriteRequestContext,
  applyRule: ApplyRule,
): Chosen {
  const { thinkingModes, effortLevels } = capabilities;
  if (thinkingModes.includes("disabled")) {
    if (member === "effort") applyRule(member, reasoningEffortRules.none);
    return { type: "disabled" };
  }
  if (!thinkingModes.includes("adaptive")) {
    applyRule(member, reasoningModeRules.idle);
    return {};
  }
  const [lowest] = effortLevels;
  applyRule(
    member,
    lowest === undefined ? reasoningModeRules.stillOn : reasoningModeRules.alwaysOn,
    lowest,
  );
  return lowest === undefined ? {} : { effort: lowest };
}

function chooseAdaptive(
  reasoning: Reasoning,
  context: WriteRequestContext,
  applyRule: ApplyRule,
): Chosen {
  const { thinkingModes } = context.capabilities;
  const { effort, budgetTokens } = reasoning;
  if (thinkingModes.includes("adaptive")) {
    if (budgetTokens !== undefined) applyRule("budgetTokens", reasoningBudgetTokensRules.unused);
    return { type: "adaptive", ...chooseLevel(effort, context, applyRule) };
  }
  if (!thinkingModes.includes("enabled")) return giveUp(reasoning, applyRule);
  applyRule("mode", reasoningModeRules.replaced, "enabled");
  return { type: "enabled", ...toBudget(reasoning, context, applyRule) };
}

/**
 * The budget, or the one that is equivalent to the level. A model that accepts levels gets the
 * level as well.
 */
function toBudget(
  { budgetTokens, effort }: Reasoning,
  context: WriteRequestContext,
  applyRule: ApplyRule,
): Pick<Chosen, "budget" | "effort"> {
  const level = () => chooseLevel(effort, context, applyRule);
  if (budgetTokens !== undefined) return { budget: budgetTokens, ...level() };
  const budget = budgetOf(effort);
  if (effort === undefined) return { budget };
  if (context.capabilities.effortLevels.length > 0) return { budget, ...level() };
  applyRule("effort", reasoningEffortRules.asBudget);
  return { budget };
}

function chooseBudget(
  reasoning: Reasoning,
  context: WriteRequestContext,
  applyRule: ApplyRule,
): Chosen {
  const { thinkingModes } = context.capabilities;
  const { mode, budgetTokens, effort } = reasoning;
  if (thinkingModes.includes("enabled")) {
    if (budgetTokens === undefined && effort === undefined)
      applyRule("mode", reasoningModeRules.budgeted);
    return { type: "enabled", ...toBudget(reasoning, context, applyRule) };
  }
  if (!thinkingModes.includes("adaptive")) return giveUp(reasoning, applyRule);
  if (mode !== undefined) applyRule("mode", reasoningModeRules.replaced, "adaptive");
  if (budgetTokens === undefined)
    return { type: "adaptive", ...chooseLevel(effort, context, applyRule) };
  const levels = context.capabilities.effortLevels;
  const level =
    effort ?? (levels.length > 0 ? lowerEffort(effortOf(budgetTokens), levels) : undefined);
  const reported = effort === undefined && level !== undefined;
  applyRule(
    "budgetTokens",
    reported ? reasoningBudgetTokensRules.asEffort : reasoningBudgetTokensRules.unused,
    reported ? level : undefined,
  );
  return {
    type: "adaptive",
    ...(reported ? { effort: level } : chooseLevel(effort, context, applyRule)),
  };
}

function chooseEffort(effort: string, context: WriteRequestContext, applyRule: ApplyRule): Chosen {
  const { thinkingModes, effortLevels } = context.capabilities;
  const adaptive = thinkingModes.includes("adaptive") ? ({ type: "adaptive" } as const) : {};
  if (effortLevels.length > 0) return { ...adaptive, ...chooseLevel(effort, context, applyRule) };
  if (!thinkingModes.includes("enabled")) {
    applyRule("effort", reasoningEffortRules.unsupported);
    return adaptive;
  }
  applyRule("effort", reasoningEffortRules.asBudget);
  return { type: "enabled", budget: budgetOf(effort) };
}

function chooseLevel(
  effort: string | undefined,
  { capabilities }: WriteRequestContext,
  applyRule: ApplyRule,
): { readonly effort?: string } {
  if (effort === undefined) return {};
  const { effortLevels } = capabilities;
  if (effortLevels.length === 0) {
    applyRule("effort", reasoningEffortRules.unsupported);
    return {};
  }
  if (effortLevels.includes(effort)) return { effort };
  const lower = lowerEffort(effort, effortLevels);
  applyRule(
    "effort",
    lower === undefined ? reasoningEffortRules.unknown : reasoningEffortRules.lower,
    lower,
  );
  return lower === undefined ? {} : { effort: lower };
}

function giveUp({ mode, budgetTokens, effort }: Reasoning, applyRule: ApplyRule): Chosen {
  if (mode !== undefined) applyRule("mode", reasoningModeRules.unsupported);
  if (budgetTokens !== undefined) applyRule("budgetTokens", reasoningBudgetTokensRules.unused);
  if (effort !== undefined) applyRule("effort", reasoningEffortRules.unsupported);
  return {};
}
