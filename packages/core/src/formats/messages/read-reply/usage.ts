import type { JsonObject } from "../../../conversation/conversation.js";
import { toCount, type Usage } from "../../../conversation/usage.js";
import { isObject, toNumber, toObject } from "../../../json/value.js";
import type { ReportedUsage } from "../../upstream-format.js";
import type { MessagesUpstreamCapabilities } from "../wire/capabilities.js";

/** What an upstream's counts leave out of each other. */
type Convention = Pick<MessagesUpstreamCapabilities, "usageConvention">;

/**
 * The counts of a `usage` object. On this wire input, cache reads and cache writes do not overlap,
 * and the output has the reasoning in it; an upstream that counts otherwise says so in its
 * capabilities. What is absent stays absent. Text that is a number counts as one, fractions are cut
 * off, and what is below zero is zero.
 */
export function parseUsage(value: unknown, { usageConvention }: Convention): Usage {
  if (!isObject(value)) return {};
  const input = toTokens(value.input_tokens);
  const cacheRead = toTokens(value.cache_read_input_tokens);
  const written = parseWritten(value);
  const output = toTokens(value.output_tokens);
  const details = isObject(value.output_tokens_details) ? value.output_tokens_details : {};
  const reasoning = toTokens(details.thinking_tokens);
  const cached = (cacheRead ?? 0) + (written.cacheWrite ?? 0) + (written.cacheWriteLong ?? 0);
  const overlap = usageConvention.cacheInPrompt ? cached : 0;
  const unseen = usageConvention.reasoningInCompletion ? 0 : (reasoning ?? 0);
  return {
    ...(input !== undefined && { input: Math.max(0, input - overlap) }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...written,
    ...(output !== undefined && { output: toCount(output + unseen) ?? output }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

/**
 * Writes to the cache by lifetime. A stream's last counts have only the sum, so a split that was
 * told earlier may be older than the sum; what it does not explain counts as short.
 */
function parseWritten(value: Readonly<Record<string, unknown>>): Usage {
  const split = isObject(value.cache_creation) ? value.cache_creation : {};
  const short = toTokens(split.ephemeral_5m_input_tokens);
  const long = toTokens(split.ephemeral_1h_input_tokens);
  const sum = toTokens(value.cache_creation_input_tokens);
  if (short === undefined && long === undefined) {
    return sum === undefined ? {} : { cacheWrite: sum };
  }
  if (sum === undefined) return { cacheWrite: short ?? 0, cacheWriteLong: long ?? 0 };
  const cacheWriteLong = Math.min(long ?? 0, sum);
  return { cacheWrite: sum - cacheWriteLong, cacheWriteLong };
}

function toTokens(value: unknown): number | undefined {
  const count = toNumber(value);
  return count === undefined ? undefined : toCount(Math.max(0, count));
}

/** Whether a count is below zero, so that it had to be brought into its range. */
export function hasNegative(usage: Readonly<Record<string, unknown>>): boolean {
  return Object.values(usage).some((count) => typeof count !== "object" && Number(count) < 0);
}

/** The counts of a reply so far, as they stand on the wire, and what they are worth. */
export interface WireUsage {
  readonly usage: JsonObject;
  /** Whether an output was told after the beginning of the reply. */
  readonly hasOutput: boolean;
}

/** Before anything was told. */
export const noWireUsage: WireUsage = { usage: {}, hasOutput: false };

/** The counts of the beginning of a reply: the output in them is a placeholder. */
export function beginUsage(usage: unknown): WireUsage {
  return isObject(usage) ? { usage: overwriteUsage({}, usage), hasOutput: false } : noWireUsage;
}

/** Cumulative counts over those before. */
export function updateUsage({ usage, hasOutput }: WireUsage, later: unknown): WireUsage {
  if (!isObject(later)) return { usage, hasOutput };
  const reported = toTokens(later.output_tokens) !== undefined;
  return { usage: overwriteUsage(usage, later), hasOutput: hasOutput || reported };
}

/** What was told so far. `stopped`: the reply has told the reason for its end, and all counts with it. */
export function toReported(
  { usage, hasOutput }: WireUsage,
  stopped: boolean,
  convention: Convention,
): ReportedUsage {
  const counts = parseUsage(usage, convention);
  return {
    counts: stopped || hasOutput ? counts : withoutOutput(counts),
    final: stopped,
    raw: Object.keys(usage).length > 0 ? usage : undefined,
  };
}

/** What a whole message tells. */
export function readUsage(body: unknown, convention: Convention): ReportedUsage {
  return toReported(beginUsage(toObject(body).usage), true, convention);
}

function withoutOutput({ output: _output, reasoning: _reasoning, ...input }: Usage): Usage {
  return input;
}

/**
 * Later counts over earlier ones, as they stand on the wire: a member that is there replaces, one
 * that is absent or null leaves what was.
 */
export function overwriteUsage(
  earlier: Readonly<Record<string, unknown>>,
  later: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const present = Object.entries(later).filter(([, value]) => value !== null);
  return Object.fromEntries([...Object.entries(earlier), ...present]);
}
