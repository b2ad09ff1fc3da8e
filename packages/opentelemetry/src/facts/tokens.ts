import type { FinalUsage, UsageCounts } from "@diglot/core";

/** All input, cached or not, as the convention counts it. */
export function inputOf({ input, cacheRead, cacheWrite, cacheWriteLong }: UsageCounts): number {
  return input + cacheRead + cacheWrite + cacheWriteLong;
}

/** Whether anything is known of what was used: an attempt that was never sent has used nothing. */
export function isCounted({ sources }: FinalUsage): boolean {
  return sources.input !== "none" || sources.output !== "none";
}
