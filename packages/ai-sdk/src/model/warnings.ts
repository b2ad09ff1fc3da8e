import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Conversation, placeOf, type Receipt, type Rule } from "@diglot/core";
import { rules } from "../rules.js";

type Warnings = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>["warnings"];

/** What is asked for by a feature, in the words of the AI SDK: its neutral field, or its member of the body. */
const fields: ReadonlyMap<string, string> = new Map([
  ["temperature", "temperature"],
  ["topP", "topP"],
  ["topK", "topK"],
  ["seed", "seed"],
  ["frequencyPenalty", "frequency_penalty"],
  ["presencePenalty", "presence_penalty"],
  ["maxOutputTokens", "maxTokens"],
  ["stopSequences", "stopSequences"],
  ["tools", "tools"],
  ["toolChoice", "toolChoice"],
  ["responseFormat", "output"],
  ["reasoning", "reasoning.effort"],
  ["reasoningEffort", "reasoning.effort"],
  ["providerOptions.anthropic.effort", "reasoning.effort"],
  ["providerOptions.anthropic.thinking", "reasoning.mode"],
  ["providerOptions.anthropic.disableParallelToolUse", "parallelToolCalls"],
]);

/** Features without which the answer would be wrong. */
const needed: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["tools", rules.tools],
  ["responseFormat", rules.output],
]);

/**
 * Notes what the provider says that it does not support. Its own words are not repeated: they may quote.
 * @throws ServiceError `bad_request` for what must not be lost
 */
export function noteWarnings(
  warnings: Warnings,
  { conversation, receipt }: { readonly conversation: Conversation; readonly receipt: Receipt },
): void {
  for (const warning of warnings) {
    if (warning.type !== "unsupported") continue;
    const field = fields.get(warning.feature);
    const at = field === undefined ? "" : placeOf(conversation, field);
    receipt.apply(needed.get(warning.feature) ?? rules.unsupported, at);
  }
  receipt.assertAccepted();
}
