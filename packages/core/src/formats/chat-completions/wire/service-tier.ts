import type { ChatCompletionRequest } from "../schemas/request.js";

const tiers: ReadonlyMap<string, string> = new Map([
  ["fast", "priority"],
  ["priority", "priority"],
  ["flex", "flex"],
  ["scale", "scale"],
]);

/** The tier that an upstream reports, in the words of this wire. */
const givenTiers: ReadonlyMap<string | undefined, string> = new Map([
  ["standard", "default"],
  ["priority", "priority"],
]);

/**
 * The tier that a reply names: the reported one if it is known; else the requested one, `default`
 * if the request has no tier, `priority` for its two names.
 */
export function toServiceTier(request: ChatCompletionRequest, given: string | undefined): string {
  return givenTiers.get(given) ?? tiers.get(request.service_tier ?? "auto") ?? "default";
}

/** The tier that a request asks for, in neutral words; a word that only this format has is kept. */
export function toNeutralTier(tier: string | null | undefined): string | undefined {
  return tier === "default" ? "standard" : (tier ?? undefined);
}
