import { type ModelYield, redactedThinking, thinking } from "@diglot/core";

/** What a provider adds to a part, by the names of providers. */
export type Metadata = Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;

/** The beginning of reasoning; reasoning that only its maker can read is complete with it. */
export function toReasoningStart(metadata: Metadata): readonly ModelYield[] {
  const data = metadata?.anthropic?.redactedData;
  return typeof data === "string" ? [redactedThinking(data)] : [];
}

/** A piece of reasoning, and its proof if it ends here. */
export function toReasoning(text: string, metadata: Metadata): readonly ModelYield[] {
  const signature = metadata?.anthropic?.signature;
  if (typeof signature === "string") return [thinking(text, { signature })];
  return text === "" ? [] : [thinking(text)];
}
