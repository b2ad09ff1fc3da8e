import type { ChatModel } from "../runnables.js";

/** The providers some of whose own options are known here; absent: any other. */
export type Family = "openai" | "anthropic" | undefined;

const families: ReadonlyMap<string, Family> = new Map([
  ["openai", "openai"],
  ["azure_openai", "openai"],
  ["anthropic", "anthropic"],
]);

/** The family that a chat model belongs to. */
export function familyOf(model: ChatModel): Family {
  return families.get(model._llmType());
}
