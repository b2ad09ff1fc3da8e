import type { ChatModel } from "../runnables.js";

/** The providers some of whose own options are known here; absent: any other. */
export type Family = "openai" | "anthropic" | undefined;

const families: Readonly<Record<string, Family>> = {
  openai: "openai",
  azure_openai: "openai",
  anthropic: "anthropic",
};

/** The family that a chat model belongs to. */
export function familyOf(model: ChatModel): Family {
  const type = model._llmType();
  return Object.hasOwn(families, type) ? families[type] : undefined;
}
