import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type Conversation, placeOf, type Reasoning } from "@diglot/core";
import type { Family, PromptContext } from "../prompt/context.js";
import { rules } from "../rules.js";

/** How much a model should reason, as members of the call and as options of the provider. */
export interface ReasoningOptions {
  readonly call: Pick<LanguageModelV4CallOptions, "reasoning">;
  readonly provider: LanguageModelV4CallOptions["providerOptions"];
}

/**
 * Providers of the Messages format take all of it as options of their own. To others only a level can be
 * told: in version 4 of the provider specification by its own member, in version 3 by an option of OpenAI.
 */
export function toReasoningOptions(
  conversation: Conversation,
  version: "v3" | "v4",
  context: PromptContext,
): ReasoningOptions {
  const { reasoning } = conversation;
  if (!reasoning) return { call: {}, provider: undefined };
  if (context.family === "anthropic") return { call: {}, provider: toAnthropic(reasoning) };
  const level = reasoning.mode === "disabled" ? "none" : reasoning.effort;
  noteLosses(conversation, level, takesLevel(version, context.family), context);
  if (level === undefined) return { call: {}, provider: undefined };
  if (version === "v4") return { call: { reasoning: level as never }, provider: undefined };
  const isOpenAi = context.family === "openai";
  return { call: {}, provider: isOpenAi ? { openai: { reasoningEffort: level } } : undefined };
}

function takesLevel(version: "v3" | "v4", family: Family | undefined): boolean {
  return version === "v4" || family === "openai";
}

function toAnthropic({ mode, budgetTokens, effort }: Reasoning): ReasoningOptions["provider"] {
  const thinking = mode && { type: mode, ...(budgetTokens !== undefined && { budgetTokens }) };
  return { anthropic: { ...(thinking && { thinking }), ...(effort && { effort }) } };
}

function noteLosses(
  conversation: Conversation,
  level: string | undefined,
  taken: boolean,
  { receipt }: PromptContext,
): void {
  const { budgetTokens, effort } = conversation.reasoning ?? {};
  if (level !== undefined && !taken) {
    receipt.apply(rules.effort, placeOf(conversation, `reasoning.${effort ? "effort" : "mode"}`));
  } else if (effort !== undefined && effort !== level) {
    receipt.apply(rules.outweighed, placeOf(conversation, "reasoning.effort"));
  }
  if (budgetTokens === undefined) return;
  receipt.apply(rules.effort, placeOf(conversation, "reasoning.budgetTokens"));
}
