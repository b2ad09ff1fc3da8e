import type { ChatCompletionRequest } from "./types.js";

const tiers: ReadonlyMap<string, string> = new Map([
  ["fast", "priority"],
  ["priority", "priority"],
  ["flex", "flex"],
  ["scale", "scale"],
]);

/** The tier that a reply names: `default` if none was asked for, `priority` for its two names. */
export function toServiceTier(request: ChatCompletionRequest): string {
  return tiers.get(request.service_tier ?? "auto") ?? "default";
}

/** The tier that a request asks for, in neutral words; a word that only this format has stays. */
export function toNeutralTier(tier: string | null | undefined): string | undefined {
  return tier === "default" ? "standard" : (tier ?? undefined);
}
