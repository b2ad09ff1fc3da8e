import { toCount, type Usage } from "../../../conversation/usage/usage.js";
import { isObject, type JsonObject, toNumber, toObject } from "../../../json/value.js";
import type { ReportedUsage } from "../../upstream-format.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { toObjects } from "../wire/value.js";

/** The counts of the wire, as received; absent ones are unknown. */
export interface WireCounts {
  readonly prompt?: number | undefined;
  readonly completion?: number | undefined;
  readonly total?: number | undefined;
  readonly cached?: number | undefined;
  readonly written?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Counts that were read, and whether one of them had to be corrected. */
export interface ReadCounts {
  readonly counts: WireCounts;
  readonly repaired: boolean;
  /** The object that contains them, as received. */
  readonly raw: JsonObject;
  /** The tier that is named beside them. */
  readonly serviceTier?: string | undefined;
}

type Convention = Pick<ChatCompletionsUpstreamCapabilities, "usageConvention">;

/** Where a count is: a member of the usage object, or of the object of details that `of` names. */
interface Place {
  readonly of?: "prompt_tokens_details" | "completion_tokens_details";
  readonly name: string;
}

/** The places of each count in different servers; the first that is present is used. */
const places: Readonly<Record<keyof WireCounts, readonly Place[]>> = {
  prompt: [{ name: "prompt_tokens" }],
  completion: [{ name: "completion_tokens" }],
  total: [{ name: "total_tokens" }],
  cached: [
    { of: "prompt_tokens_details", name: "cached_tokens" },
    // DeepSeek.
    { name: "prompt_cache_hit_tokens" },
    // Moonshot.
    { name: "cached_tokens" },
    // Gateways to a Messages service.
    { name: "cache_read_input_tokens" },
  ],
  written: [
    { of: "prompt_tokens_details", name: "cache_write_tokens" },
    { name: "cache_creation_input_tokens" },
  ],
  reasoning: [
    { of: "completion_tokens_details", name: "reasoning_tokens" },
    { name: "reasoning_tokens" },
  ],
};

const kinds = Object.keys(places) as readonly (keyof WireCounts)[];

/**
 * What usage a whole reply or a chunk reports: in `usage`, in `x_groq.usage`, in that of the first
 * choice, or in llama.cpp's `timings`. Text that is a number counts as one, fractions are cut off,
 * and what is below zero is zero. What is absent stays absent.
 */
export function parseUsage(body: unknown, capabilities: Convention): Usage {
  return toUsage(readCounts(body)?.counts ?? {}, capabilities);
}

/** The usage that a JSON reply reports, in the places of `parseUsage`. */
export function readUsage(body: unknown, capabilities: Convention): ReportedUsage {
  const read = readCounts(body);
  const counts = toUsage(read?.counts ?? {}, capabilities);
  return { counts, final: true, raw: read?.raw, serviceTier: read?.serviceTier };
}

/** The counts of a stream so far. */
export interface StreamCounts {
  readonly counts: WireCounts;
  /** Whether the last of them arrived after the content had ended. */
  readonly final: boolean;
  readonly raw: JsonObject | undefined;
  readonly serviceTier?: string | undefined;
}

/** Before any counts were reported. */
export const noCounts: StreamCounts = { counts: {}, final: false, raw: undefined };

/** Merges later counts of a stream into earlier ones; `ended`: its content has ended. */
export function updateCounts(
  earlier: StreamCounts,
  later: ReadCounts,
  ended: boolean,
): StreamCounts {
  const counts = mergeCounts(earlier.counts, later.counts);
  const { raw, serviceTier = earlier.serviceTier } = later;
  return { counts, final: ended, raw, serviceTier };
}

/** The usage that a stream has reported so far. */
export function toReported(
  { counts, final, raw, serviceTier }: StreamCounts,
  capabilities: Convention,
): ReportedUsage {
  return { counts: toUsage(counts, capabilities), final, raw, serviceTier };
}

/** The counts of a reply or a chunk, before they are separated; `undefined` if there are no counts. */
export function readCounts(body: unknown): ReadCounts | undefined {
  if (!isObject(body)) return undefined;
  const choice = toObjects(body.choices)[0];
  const usage = [body.usage, toObject(body.x_groq).usage, choice?.usage].find(isObject);
  const read =
    (usage && readUsageObject(usage)) ??
    (isObject(body.timings) ? readTimings(body.timings) : undefined);
  const { service_tier: serviceTier } = body;
  return read && typeof serviceTier === "string" ? { ...read, serviceTier } : read;
}

function readUsageObject(usage: JsonObject): ReadCounts | undefined {
  const counts: { -readonly [K in keyof WireCounts]: number } = {};
  let repaired = false;
  for (const kind of kinds) {
    const value = firstNumber(usage, places[kind]);
    const count = value === undefined ? undefined : toCount(Math.max(0, value));
    if (value === undefined || count === undefined) continue;
    repaired ||= value < 0;
    counts[kind] = count;
  }
  return Object.keys(counts).length === 0 ? undefined : { counts, repaired, raw: usage };
}

/** llama.cpp counts the tokens that it had to process; those from its cache are added. */
function readTimings(timings: JsonObject): ReadCounts | undefined {
  const processed = toNumber(timings.prompt_n);
  const completion = toCount(toNumber(timings.predicted_n));
  const cached = toCount(toNumber(timings.cache_n));
  const prompt = processed === undefined ? undefined : toCount(processed + (cached ?? 0));
  if (prompt === undefined && completion === undefined) return undefined;
  return { counts: { prompt, completion, cached }, repaired: false, raw: { timings } };
}

function firstNumber(usage: JsonObject, candidates: readonly Place[]): number | undefined {
  for (const { of, name } of candidates) {
    const holder = of === undefined ? usage : usage[of];
    const value = isObject(holder) ? holder[name] : undefined;
    const number = value === undefined ? undefined : toNumber(value);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Later counts replace earlier ones; absent counts change nothing. */
export function mergeCounts(earlier: WireCounts, later: WireCounts): WireCounts {
  const known = Object.entries(later).filter(([, count]) => count !== undefined);
  return { ...earlier, ...Object.fromEntries(known) };
}

/** Whether the parts of the prompt add up to more than its total, so that they had to be reduced. */
export function contradicts(counts: WireCounts, capabilities: Convention): boolean {
  return partsInPrompt(counts, capabilities) > (counts.prompt ?? Number.POSITIVE_INFINITY);
}

/** The wire's counts as kinds that do not overlap. */
export function toUsage(counts: WireCounts, capabilities: Convention): Usage {
  const { prompt, completion, cached, written, reasoning } = counts;
  const parts = partsInPrompt(counts, capabilities);
  const unseen = reasoningOnTop(counts, capabilities);
  const usage: { -readonly [K in keyof Usage]: Usage[K] } = {};
  if (prompt !== undefined) usage.input = Math.max(0, prompt - parts);
  if (cached !== undefined) usage.cacheRead = cached;
  if (written !== undefined) usage.cacheWrite = written;
  if (completion !== undefined) usage.output = toCount(completion + unseen) ?? completion;
  if (reasoning !== undefined) usage.reasoning = reasoning;
  return usage;
}

/** The cached tokens that the prompt's count includes. A total that adds up only with them shows that it excludes them. */
function partsInPrompt(counts: WireCounts, { usageConvention }: Convention): number {
  const { prompt = 0, completion = 0, total, cached = 0, written = 0 } = counts;
  const parts = cached + written;
  const isOnTop = parts > 0 && total === prompt + completion + parts;
  return usageConvention.cacheInPrompt && !isOnTop ? parts : 0;
}

/** The reasoning that the completion's count leaves out. */
function reasoningOnTop(counts: WireCounts, { usageConvention }: Convention): number {
  const { prompt = 0, completion = 0, total, reasoning = 0 } = counts;
  const isOnTop = reasoning > 0 && total === prompt + completion + reasoning;
  return usageConvention.reasoningInCompletion && !isOnTop ? 0 : reasoning;
}
