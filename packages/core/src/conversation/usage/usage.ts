import { addUnits, toUnits, type Units } from "./units.js";

/** Where a number of tokens comes from. */
export type UsageSource =
  /** The model reported it. */
  | "reported"
  /** The service counted what went through it, four bytes to a token or with the model's own counter. */
  | "observed"
  /** Taken from the size of the request, or from what was last known of a try that was lost. */
  | "estimated"
  /** Nobody said anything of it, so it counts as 0. */
  | "none";

/** Every source that a number can have. */
export const usageSources = [
  "reported",
  "observed",
  "estimated",
  "none",
] as const satisfies readonly UsageSource[];

/**
 * The token counts that are known: whole numbers, never negative. The kinds never overlap, except
 * that `reasoning` is a part of `output`. An absent count is unknown, which is not the same as
 * zero.
 */
export interface Usage {
  /** Input that was neither read from nor written to a prompt cache. */
  readonly input?: number | undefined;
  /** Input that was read from a prompt cache. */
  readonly cacheRead?: number | undefined;
  /** Input that was written to a prompt cache with the short lifetime (five minutes). */
  readonly cacheWrite?: number | undefined;
  /** Input that was written to a prompt cache with the long lifetime (one hour). */
  readonly cacheWriteLong?: number | undefined;
  /** Everything that was generated, reasoning included. */
  readonly output?: number | undefined;
  /** The part of `output` that was spent on reasoning. */
  readonly reasoning?: number | undefined;
  /** Counts of what is not a token, such as seconds or images, by the name of the unit. */
  readonly units?: Units | undefined;
}

/** The kinds of tokens that are counted separately. */
export const usageKinds = [
  "input",
  "cacheRead",
  "cacheWrite",
  "cacheWriteLong",
  "output",
  "reasoning",
] as const;

/** A kind of tokens; `reasoning` is a part of `output`, the others do not overlap. */
export type UsageKind = (typeof usageKinds)[number];

/** Usage with every count filled in. */
export type UsageCounts = Readonly<Record<UsageKind, number>>;

/** Usage with every count filled in, and the source of each count. */
export interface FinalUsage extends UsageCounts {
  /** Counts of what is not a token, by the name of the unit. Absent: only tokens are counted. */
  readonly units?: Units | undefined;
  readonly sources: Readonly<Record<UsageKind, UsageSource>>;
}

/** The usage of an attempt that reached no model. */
export const noUsage: FinalUsage = /* @__PURE__ */ Object.freeze({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  output: 0,
  reasoning: 0,
  sources: /* @__PURE__ */ Object.freeze({
    input: "none",
    cacheRead: "none",
    cacheWrite: "none",
    cacheWriteLong: "none",
    output: "none",
    reasoning: "none",
  }),
});

/**
 * The maximum number of tokens of one kind in one reply. No real reply has so many: a larger count
 * is wrong, and sums of such counts, or their cost, would no longer be exact.
 */
export const maxTokenCount = 1_000_000_000;

/**
 * A count as a whole number up to `maxTokenCount`, or `undefined` for anything that is not a count.
 */
export function toCount(value: unknown): number | undefined {
  if (typeof value !== "number" || !(value >= 0 && value <= maxTokenCount)) return undefined;
  return Math.trunc(value);
}

/** Later counts replace earlier ones, kind by kind and unit by unit; invalid numbers are left out. */
export function mergeUsage(earlier: Usage, later: Usage): Usage {
  const merged: { -readonly [K in UsageKind]?: number } = {};
  for (const kind of usageKinds) {
    const given = later[kind];
    const count = (given === undefined ? undefined : toCount(given)) ?? toCount(earlier[kind]);
    if (count !== undefined) merged[kind] = count;
  }
  if (!earlier.units && !later.units) return merged;
  return { ...merged, units: { ...earlier.units, ...toUnits(later.units) } };
}

/** The counts of a usage that were reported or estimated. */
export function knownUsage(usage: FinalUsage): Usage {
  const known: { -readonly [K in UsageKind]?: number } = {};
  for (const kind of usageKinds) {
    if (usage.sources[kind] !== "none") known[kind] = usage[kind];
  }
  return usage.units ? { ...known, units: usage.units } : known;
}

/** What replaces counts that a model did not report. */
export interface UsageEstimate {
  /** Taken from the request: its whole input, cached parts included. Only asked for if it is needed. */
  readonly input: number | (() => number);
  /** Counted from the reply. */
  readonly output: number;
  readonly reasoning: number;
}

/**
 * The usage of a reply that was interrupted. The last reported output may be older than the last
 * content, so the larger of the reported and the estimated output counts.
 */
export function interruptedUsage(reported: Usage, estimate: UsageEstimate): FinalUsage {
  const { output, ...others } = reported;
  const isOlder = (toCount(output) ?? 0) < (toCount(estimate.output) ?? 0);
  return completeUsage(isOlder ? others : reported, estimate);
}

/**
 * Fills in what the model did not report with the service's own numbers; invalid counts are left
 * out. Reasoning is a part of output: if the model reports an output without reasoning, no estimate
 * of the reasoning is added.
 */
export function completeUsage(reported: Usage, estimate: UsageEstimate): FinalUsage {
  const input = toCount(reported.input);
  const cacheRead = toCount(reported.cacheRead);
  const cacheWrite = toCount(reported.cacheWrite);
  const cacheWriteLong = toCount(reported.cacheWriteLong);
  const thought = toCount(reported.reasoning);
  const said = toCount(reported.output);
  const observed = said === undefined;
  const output = said ?? Math.max(toCount(estimate.output) ?? 0, thought ?? 0);
  const reasoning = thought ?? (observed ? (toCount(estimate.reasoning) ?? 0) : 0);
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0) + (cacheWriteLong ?? 0);
  const usage: FinalUsage = {
    input: input ?? Math.max(0, (toCount(inputOf(estimate)) ?? 0) - cached),
    cacheRead: cacheRead ?? 0,
    cacheWrite: cacheWrite ?? 0,
    cacheWriteLong: cacheWriteLong ?? 0,
    output,
    reasoning: Math.min(reasoning, output),
    sources: {
      input: input === undefined ? "estimated" : "reported",
      cacheRead: sourceOf(cacheRead),
      cacheWrite: sourceOf(cacheWrite),
      cacheWriteLong: sourceOf(cacheWriteLong),
      output: observed ? "observed" : "reported",
      reasoning: observed && thought === undefined ? "observed" : sourceOf(thought),
    },
  };
  if (reported.units === undefined) return usage;
  const units = toUnits(reported.units);
  return units ? { ...usage, units } : usage;
}

function inputOf({ input }: UsageEstimate): number {
  return typeof input === "function" ? input() : input;
}

function sourceOf(count: number | undefined): UsageSource {
  return count === undefined ? "none" : "reported";
}

/** The usage of two calls of a model, one after the other. */
export function addUsage(first: FinalUsage, second: FinalUsage): FinalUsage {
  const counts = {} as { -readonly [K in UsageKind]: number };
  const sources = {} as { -readonly [K in UsageKind]: UsageSource };
  for (const kind of usageKinds) {
    counts[kind] = first[kind] + second[kind];
    sources[kind] = leastSure(first.sources[kind], second.sources[kind]);
  }
  const units = addUnits(first.units, second.units);
  return { ...counts, ...(units && { units }), sources };
}

/** The source of a sum: that of the part which is least certain. What nobody reported adds nothing. */
function leastSure(first: UsageSource, second: UsageSource): UsageSource {
  if (first === "none") return second;
  if (second === "none") return first;
  return usageSources[Math.max(usageSources.indexOf(first), usageSources.indexOf(second))] ?? first;
}

/**
 * The usage of one answer with several choices. All of them read the same prompt, which counts once, as
 * the first choice has read it; their outputs are added up.
 */
export function usageOfChoices(choices: readonly FinalUsage[]): FinalUsage {
  const [first = noUsage] = choices;
  const sumOf = (kind: "output" | "reasoning") =>
    choices.reduce((sum, usage) => sum + usage[kind], 0);
  return { ...first, output: sumOf("output"), reasoning: sumOf("reasoning") };
}
