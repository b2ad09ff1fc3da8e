import type { UpstreamConfig } from "./types.js";

/** All keys of an upstream, in their order. */
export function keysOf({
  apiKey,
  apiKeys,
}: Pick<UpstreamConfig, "apiKey" | "apiKeys">): readonly string[] {
  return apiKeys ?? (apiKey === undefined ? [] : [apiKey]);
}
