import type { FinalUsage } from "../../../conversation/usage/usage.js";
import type { MessageDeltaUsage, MessageUsage, ServerToolUsage } from "../schemas/response.js";

/**
 * The counts at the beginning of a stream: the final input counts, and a provisional output of one
 * token.
 */
export function toStartUsage(usage: FinalUsage, serviceTier: string | undefined): MessageUsage {
  return toUsage({ ...usage, output: 1, reasoning: 0 }, undefined, serviceTier);
}

/** The counts of a complete message, and its service tier. */
export function toUsage(
  usage: FinalUsage,
  serverTools: ServerToolUsage | undefined,
  serviceTier: string | undefined,
): MessageUsage {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite + usage.cacheWriteLong,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite,
      ephemeral_1h_input_tokens: usage.cacheWriteLong,
    },
    output_tokens: usage.output,
    service_tier: serviceTier === "priority" ? "priority" : "standard",
    inference_geo: "not_available",
    ...toOptionalUsage(usage, serverTools),
  };
}

/**
 * The cumulative counts of `message_delta`, which has no cache lifetimes, service tier or location.
 */
export function toDeltaUsage(
  usage: FinalUsage,
  serverTools: ServerToolUsage | undefined,
): MessageDeltaUsage {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite + usage.cacheWriteLong,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
    ...toOptionalUsage(usage, serverTools),
  };
}

/** Members that are present only if they apply. */
function toOptionalUsage(usage: FinalUsage, serverTools: ServerToolUsage | undefined) {
  return {
    ...(usage.reasoning > 0 && { output_tokens_details: { thinking_tokens: usage.reasoning } }),
    ...(serverTools && { server_tool_use: serverTools }),
  };
}

/** Counts the server tools of a reply by the names of their calls. */
export interface ServerToolCounter {
  /** Takes a native block of the reply. */
  add(block: Readonly<Record<string, unknown>>): void;
  /** The counts, or `undefined` if no server tool ran. */
  result(): ServerToolUsage | undefined;
}

/** A counter for one reply. */
export function createServerToolCounter(): ServerToolCounter {
  let calls = 0;
  let searches = 0;
  let fetches = 0;
  return {
    add({ type, name }) {
      if (type !== "server_tool_use") return;
      calls += 1;
      if (name === "web_search") searches += 1;
      if (name === "web_fetch") fetches += 1;
    },
    result() {
      if (calls === 0) return undefined;
      return { web_search_requests: searches, web_fetch_requests: fetches };
    },
  };
}
