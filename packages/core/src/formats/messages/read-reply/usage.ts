import { toCount, type Usage } from "../../../conversation/usage/usage.js";
import { isObject, type JsonObject, toNumber, toObject } from "../../../json/value.js";
import type { ReportedUsage } from "../../upstream-format.js";
import type { MessagesUpstreamCapabilities } from "../wire/capabilities.js";

/** Which of an upstream's counts include others. */
type Convention = Pick<MessagesUpstreamCapabilities, "usageConvention">;

/**
 * The counts of a `usage` object. On this wire, input, cache reads and cache writes do not overlap,
 * and the output includes the reasoning; an upstream that counts differently says so in its
 * capabilities. Absent counts stay absent. Numbers written as strings are accepted, fractions are
 * cut off, and negative counts become zero.
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
 * Cache writes by lifetime. The last counts of a stream have only the sum, so a split that was
 * reported earlier may be older than the sum. The difference counts as short-lived.
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
  if (value === undefined || value === null) return undefined;
  const count = toNumber(value);
  return count === undefined ? undefined : toCount(Math.max(0, count));
}

/** Whether a count is negative, so that it was replaced by zero. */
export function hasNegative(usage: Readonly<Record<string, unknown>>): boolean {
  return Object.values(usage).some((count) => typeof count !== "object" && Number(count) < 0);
}

/** The counts of a reply so far, as they are on the wire, and how complete they are. */
export interface WireUsage {
  readonly usage: JsonObject;
  /** Whether an output was reported after the beginning of the reply. */
  readonly hasOutput: boolean;
}

/** The state before anything was reported. */
export const noWireUsage: WireUsage = { usage: {}, hasOutput: false };

/** The counts at the beginning of a reply; their output is a placeholder. */
export function beginUsage(usage: unknown): WireUsage {
  return isObject(usage) ? { usage: overwriteUsage({}, usage), hasOutput: false } : noWireUsage;
}

/** Merges cumulative counts into the earlier ones. */
export function updateUsage({ usage, hasOutput }: WireUsage, later: unknown): WireUsage {
  if (!isObject(later)) return { usage, hasOutput };
  const reported = toTokens(later.output_tokens) !== undefined;
  return { usage: overwriteUsage(usage, later), hasOutput: hasOutput || reported };
}

/**
 * The usage that was reported so far. `stopped`: the reply has reported the reason for its end, and
 * all counts with it.
 */
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

/** The usage that a complete message reports. */
export function readUsage(body: unknown, convention: Convention): ReportedUsage {
  return toReported(beginUsage(toObject(body).usage), true, convention);
}

function withoutOutput({ output: _output, reasoning: _reasoning, ...input }: Usage): Usage {
  return input;
}

/** Members of one usage object; an upstream may add others in every event. */
const mostMembers = 100;

/**
 * Merges later counts into earlier ones, as they are on the wire: a member that is present replaces
 * the earlier one; an absent or null member keeps it. At most 100 members are kept, the first of them.
 */
export function overwriteUsage(
  earlier: Readonly<Record<string, unknown>>,
  later: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merged = new Map(Object.entries(earlier));
  for (const [name, value] of Object.entries(later)) {
    const isKept = merged.size < mostMembers || merged.has(name);
    if (value !== null && isKept) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
