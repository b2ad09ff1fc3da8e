import type { Reasoning } from "../../../../conversation/conversation.js";
import type { Rule } from "../../../../conversation/rules.js";
import type { WriteRequestContext } from "../context.js";
import {
  reasoningBudgetTokensRules,
  reasoningEffortRules,
  reasoningModeRules,
} from "../rules/parameters.js";
import { budgetOf, effortOf, lowerEffort } from "./effort.js";

/** The modes that the wire knows. */
const modes = ["enabled", "adaptive", "disabled"];

/** Applies a rule of `reasoning` where its member stood. */
export type Tell = (member: keyof Reasoning, rule: Rule, to?: string) => void;

/** What the caller wants, in the modes of the upstream. */
export interface Chosen {
  readonly type?: "enabled" | "adaptive" | "disabled" | undefined;
  readonly budget?: number | undefined;
  readonly effort?: string | undefined;
}

/** Chooses the mode, the budget and the level that come nearest to what the caller said. */
export function chooseThinking(
  reasoning: Reasoning,
  context: WriteRequestContext,
  tell: Tell,
): Chosen {
  const { mode, budgetTokens, effort } = reasoning;
  const isBudget =
    budgetTokens === undefined || (Number.isInteger(budgetTokens) && budgetTokens > 0);
  if (!isBudget) tell("budgetTokens", reasoningBudgetTokensRules.invalid);
  if (mode !== undefined && !modes.includes(mode)) tell("mode", reasoningModeRules.unknown);
  if (mode === "disabled" || effort === "none") return chooseOff(reasoning, context, tell);
  if (mode === "adaptive") return chooseAdaptive(reasoning, context, tell);
  if (mode === "enabled" || budgetTokens !== undefined) {
    return chooseBudget(reasoning, context, tell);
  }
  return effort === undefined ? {} : chooseEffort(effort, context, tell);
}

/** That there shall be no thinking counts for more than what else is said of it. */
function chooseOff(reasoning: Reasoning, context: WriteRequestContext, tell: Tell): Chosen {
  const { mode, budgetTokens, effort } = reasoning;
  if (budgetTokens !== undefined) tell("budgetTokens", reasoningBudgetTokensRules.overruled);
  if (mode !== "disabled") {
    if (mode !== undefined) tell("mode", reasoningModeRules.overruled);
    return turnOff("effort", context, tell);
  }
  const off = turnOff("mode", context, tell);
  if (effort === undefined || effort === "none") return off;
  if (off.effort === undefined) return { ...off, ...chooseLevel(effort, context, tell) };
  tell("effort", reasoningEffortRules.overruled);
  return off;
}

function turnOff(
  member: "mode" | "effort",
  { capabilities }: WriteRequestContext,
  tell: Tell,
): Chosen {
  const { thinkingModes, effortLevels } = capabilities;
  if (thinkingModes.includes("disabled")) {
    if (member === "effort") tell(member, reasoningEffortRules.none);
    return { type: "disabled" };
  }
  if (!thinkingModes.includes("adaptive")) {
    tell(member, reasoningModeRules.idle);
    return {};
  }
  const [lowest] = effortLevels;
  tell(
    member,
    lowest === undefined ? reasoningModeRules.stillOn : reasoningModeRules.alwaysOn,
    lowest,
  );
  return lowest === undefined ? {} : { effort: lowest };
}

function chooseAdaptive(reasoning: Reasoning, context: WriteRequestContext, tell: Tell): Chosen {
  const { thinkingModes } = context.capabilities;
  const { effort, budgetTokens } = reasoning;
  if (thinkingModes.includes("adaptive")) {
    if (budgetTokens !== undefined) tell("budgetTokens", reasoningBudgetTokensRules.unused);
    return { type: "adaptive", ...chooseLevel(effort, context, tell) };
  }
  if (!thinkingModes.includes("enabled")) return giveUp(reasoning, tell);
  tell("mode", reasoningModeRules.replaced, "enabled");
  return { type: "enabled", ...toBudget(reasoning, context, tell) };
}

/** The budget, or the one that stands for the level; a model that takes levels gets that as well. */
function toBudget(
  { budgetTokens, effort }: Reasoning,
  context: WriteRequestContext,
  tell: Tell,
): Pick<Chosen, "budget" | "effort"> {
  const level = () => chooseLevel(effort, context, tell);
  if (budgetTokens !== undefined) return { budget: budgetTokens, ...level() };
  const budget = budgetOf(effort);
  if (effort === undefined) return { budget };
  if (context.capabilities.effortLevels.length > 0) return { budget, ...level() };
  tell("effort", reasoningEffortRules.asBudget);
  return { budget };
}

function chooseBudget(reasoning: Reasoning, context: WriteRequestContext, tell: Tell): Chosen {
  const { thinkingModes } = context.capabilities;
  const { mode, budgetTokens, effort } = reasoning;
  if (thinkingModes.includes("enabled")) {
    if (budgetTokens === undefined && effort === undefined)
      tell("mode", reasoningModeRules.budgeted);
    return { type: "enabled", ...toBudget(reasoning, context, tell) };
  }
  if (!thinkingModes.includes("adaptive")) return giveUp(reasoning, tell);
  if (mode !== undefined) tell("mode", reasoningModeRules.replaced, "adaptive");
  if (budgetTokens === undefined)
    return { type: "adaptive", ...chooseLevel(effort, context, tell) };
  const levels = context.capabilities.effortLevels;
  const level =
    effort ?? (levels.length > 0 ? lowerEffort(effortOf(budgetTokens), levels) : undefined);
  const reported = effort === undefined && level !== undefined;
  tell(
    "budgetTokens",
    reported ? reasoningBudgetTokensRules.asEffort : reasoningBudgetTokensRules.unused,
    reported ? level : undefined,
  );
  return {
    type: "adaptive",
    ...(reported ? { effort: level } : chooseLevel(effort, context, tell)),
  };
}

function chooseEffort(effort: string, context: WriteRequestContext, tell: Tell): Chosen {
  const { thinkingModes, effortLevels } = context.capabilities;
  const adaptive = thinkingModes.includes("adaptive") ? ({ type: "adaptive" } as const) : {};
  if (effortLevels.length > 0) return { ...adaptive, ...chooseLevel(effort, context, tell) };
  if (!thinkingModes.includes("enabled")) {
    tell("effort", reasoningEffortRules.unsupported);
    return adaptive;
  }
  tell("effort", reasoningEffortRules.asBudget);
  return { type: "enabled", budget: budgetOf(effort) };
}

function chooseLevel(
  effort: string | undefined,
  { capabilities }: WriteRequestContext,
  tell: Tell,
): { readonly effort?: string } {
  if (effort === undefined) return {};
  const { effortLevels } = capabilities;
  if (effortLevels.length === 0) {
    tell("effort", reasoningEffortRules.unsupported);
    return {};
  }
  if (effortLevels.includes(effort)) return { effort };
  const lower = lowerEffort(effort, effortLevels);
  tell(
    "effort",
    lower === undefined ? reasoningEffortRules.unknown : reasoningEffortRules.lower,
    lower,
  );
  return lower === undefined ? {} : { effort: lower };
}

function giveUp({ mode, budgetTokens, effort }: Reasoning, tell: Tell): Chosen {
  if (mode !== undefined) tell("mode", reasoningModeRules.unsupported);
  if (budgetTokens !== undefined) tell("budgetTokens", reasoningBudgetTokensRules.unused);
  if (effort !== undefined) tell("effort", reasoningEffortRules.unsupported);
  return {};
}
