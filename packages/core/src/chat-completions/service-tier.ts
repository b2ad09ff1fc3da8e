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
