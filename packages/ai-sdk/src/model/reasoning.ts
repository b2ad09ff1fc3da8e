import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type Conversation, placeOf, type Reasoning } from "@diglot/core";
import type { ModelContext } from "../prompt/context.js";
import { rules } from "../rules.js";

/** How much a model should reason, as members of the call and as options of the provider. */
export interface ReasoningOptions {
  readonly call?: Pick<LanguageModelV4CallOptions, "reasoning">;
  readonly provider?: LanguageModelV4CallOptions["providerOptions"];
}

/**
 * Providers of the Messages format take all of it as options of their own. To others only a level can be
 * told: in version 4 of the provider specification by its own member, in version 3 by an option of OpenAI.
 */
export function toReasoningOptions(
  conversation: Conversation,
  context: ModelContext,
): ReasoningOptions {
  const { reasoning } = conversation;
  if (!reasoning) return {};
  if (context.family === "anthropic") {
    return { provider: toAnthropic(reasoning, conversation, context) };
  }
  const level = reasoning.mode === "disabled" ? "none" : reasoning.effort;
  noteLosses(conversation, level, context);
  if (level === undefined) return {};
  if (context.version === "v4") return { call: { reasoning: level as never } };
  return context.family === "openai" ? { provider: { openai: { reasoningEffort: level } } } : {};
}

/** Models of Anthropic whose provider adds the budget of reasoning to the token limit; later ones have no budget. */
const budgeted = /claude-(3-7|(opus|sonnet|haiku)-4)/;

/** The tokens by which the provider raises the token limit that it is given. */
export function budgetOf({ reasoning }: Conversation, { family, modelId }: ModelContext): number {
  if (family !== "anthropic" || reasoning?.mode !== "enabled" || !budgeted.test(modelId)) return 0;
  return reasoning.budgetTokens ?? 0;
}

function toAnthropic(
  reasoning: Reasoning,
  conversation: Conversation,
  { receipt }: ModelContext,
): ReasoningOptions["provider"] {
  const { budgetTokens, display } = reasoning;
  const effort = toAnthropicEffort(reasoning, conversation, receipt);
  const mode = reasoning.mode ?? (reasoning.effort === "none" ? "disabled" : undefined);
  const thinking = mode && {
    type: mode,
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...(display !== undefined && mode === "adaptive" && { display }),
  };
  return { anthropic: { ...(thinking && { thinking }), ...(effort && { effort }) } };
}

/** Anthropic has no `none`, which is a mode of reasoning there, and no `minimal`. */
function toAnthropicEffort(
  { effort, mode }: Reasoning,
  conversation: Conversation,
  receipt: ModelContext["receipt"],
): string | undefined {
  const at = placeOf(conversation, "reasoning.effort");
  if (effort === "minimal") receipt.apply(rules.lowestEffort, at);
  if (effort === "none" && mode !== undefined && mode !== "disabled") {
    receipt.apply(rules.outweighed, at);
  }
  if (effort === "minimal") return "low";
  return effort === "none" ? undefined : effort;
}

function noteLosses(
  conversation: Conversation,
  level: string | undefined,
  { receipt, version, family }: ModelContext,
): void {
  const { budgetTokens, effort } = conversation.reasoning ?? {};
  if (level !== undefined && version !== "v4" && family !== "openai") {
    receipt.apply(rules.effort, placeOf(conversation, `reasoning.${effort ? "effort" : "mode"}`));
  } else if (effort !== undefined && effort !== level) {
    receipt.apply(rules.outweighed, placeOf(conversation, "reasoning.effort"));
  }
  if (budgetTokens === undefined) return;
  receipt.apply(rules.effort, placeOf(conversation, "reasoning.budgetTokens"));
}
