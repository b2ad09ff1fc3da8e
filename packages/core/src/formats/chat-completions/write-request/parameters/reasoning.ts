import type { UpstreamCapabilities } from "../../../../conversation/capabilities.js";
import type { Conversation, JsonObject, Reasoning } from "../../../../conversation/conversation.js";
import { casesOf } from "../../../../conversation/neutral-fields.js";
import { placeOf } from "../../../../conversation/pointer.js";
import type { WriteRequestContext } from "../../../upstream-format.js";
import { parameterRules } from "../rules/parameters.js";
import { toEffortForBudget, toNearestEffort } from "./effort.js";
import { toOff, toOn } from "./reasoning-switch.js";

const modeRules = /* @__PURE__ */ casesOf(parameterRules, "reasoning.mode");
const effortRules = /* @__PURE__ */ casesOf(parameterRules, "reasoning.effort");
const budgetRules = /* @__PURE__ */ casesOf(parameterRules, "reasoning.budgetTokens");

/**
 * Writes how much the model shall think. Nothing is sent that the caller did not ask for, but an
 * upstream that refuses to think and be forced to a tool at once is told not to think.
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
  // Where switch and amount are members of one object, the amount says both.
  return { ...on, ...budget, ...effort };
}

/** Whether a request asks for thoughts. */
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
    if (asksToThink(reasoning)) context.receipt.apply(modeRules.forcedAnyway, at);
    return {};
  }
  if (reasoning?.mode !== "disabled") context.receipt.apply(modeRules.forced, at);
  return off;
}

function switchOff(conversation: Conversation, context: WriteRequestContext): JsonObject {
  dropAmount(conversation, context);
  const off = toOff(context.capabilities);
  context.receipt.apply(
    off ? modeRules.switched : modeRules.noSwitch,
    placeOf(conversation, "reasoning.mode"),
  );
  return off ?? {};
}

/** Notes how much the model should have thought, where it does not think. */
function dropAmount(conversation: Conversation, { receipt }: WriteRequestContext): void {
  const { effort, budgetTokens } = conversation.reasoning ?? {};
  if (effort !== undefined) {
    receipt.apply(effortRules.outweighed, placeOf(conversation, "reasoning.effort"));
  }
  if (budgetTokens !== undefined) {
    receipt.apply(budgetRules.off, placeOf(conversation, "reasoning.budgetTokens"));
  }
}

/** The modes that the neutral language has a meaning for; `disabled` never comes here. */
const knownModes: ReadonlySet<string> = new Set(["enabled", "adaptive"]);

function switchOn(
  conversation: Conversation,
  mode: string,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const on = toOn(capabilities);
  const isSilent = capabilities.reasoningControl === "reasoning_effort";
  const known = on ? modeRules.switched : isSilent ? modeRules.silent : modeRules.noSwitch;
  const rule = knownModes.has(mode) ? known : modeRules.unknown;
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
    receipt.apply(effortRules.unsupported, at);
    return {};
  }
  receipt.apply(level === effort ? effortRules.sent : effortRules.nearest, at, { to: level });
  return toEffortMember(level, capabilities);
}

function toEffortMember(level: string, { reasoningControl }: UpstreamCapabilities): JsonObject {
  return reasoningControl === "reasoning"
    ? { reasoning: { effort: level } }
    : { reasoning_effort: level };
}

/** A budget counts only where no level of effort is sent. */
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
    receipt.apply(isOutweighed ? budgetRules.outweighed : budgetRules.adaptive, at, { from });
    return {};
  }
  if (capabilities.reasoningControl === "reasoning") {
    receipt.apply(budgetRules.sent, at, { from });
    return { reasoning: { max_tokens: budgetTokens } };
  }
  const level = toNearestEffort(toEffortForBudget(budgetTokens), capabilities.effortLevels);
  if (level !== undefined) {
    receipt.apply(budgetRules.effort, at, { from, to: level });
    return toEffortMember(level, capabilities);
  }
  receipt.apply(toOn(capabilities) ? budgetRules.switched : budgetRules.unsupported, at, { from });
  return {};
}
