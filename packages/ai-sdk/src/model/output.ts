import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type Conversation, placeOf } from "@diglot/core";
import type { PromptContext } from "../prompt/context.js";
import { rules } from "../rules.js";

/** The form of the reply. */
export function toResponseFormat(
  conversation: Conversation,
  { receipt }: PromptContext,
): Pick<LanguageModelV4CallOptions, "responseFormat"> {
  const { output } = conversation;
  if (!output || output.type === "text") return {};
  if (output.type === "json") return { responseFormat: { type: "json" } };
  const { schema, name, description, strict } = output;
  if (strict !== undefined) receipt.apply(rules.outputStrict, placeOf(conversation, "output"));
  return {
    responseFormat: {
      type: "json",
      schema,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    },
  };
}
