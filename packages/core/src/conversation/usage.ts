/** Where a number of tokens comes from. */
export type UsageSource =
  /** The model said so. */
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
 * Token counts as far as they are known. The kinds never overlap, except that `reasoning` is a
 * part of `output`. An absent count is unknown, which is not zero. Whole numbers, never negative.
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
}

/** The kinds of tokens that are counted apart. */
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

/** Usage with every count filled in, and where each comes from. */
export interface FinalUsage extends UsageCounts {
  readonly sources: Readonly<Record<UsageKind, UsageSource>>;
}

/** The usage of a try that no model saw. */
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
 * The most tokens of one kind in one reply; no reply has so many. What says more knows nothing, and
 * sums of such numbers, or what they cost, would no longer be exact.
 */
export const mostTokens = 1_000_000_000;

/** A count as a whole number up to `mostTokens`, or `undefined` for anything that is none. */
export function toCount(value: unknown): number | undefined {
  if (typeof value !== "number" || !(value >= 0 && value <= mostTokens)) return undefined;
  return Math.trunc(value);
}

/** Later counts replace earlier ones, kind by kind; invalid numbers are left out. */
export function mergeUsage(earlier: Usage, later: Usage): Usage {
  const merged: { -readonly [K in keyof Usage]: number } = {};
  for (const kind of usageKinds) {
    const count = toCount(later[kind]) ?? toCount(earlier[kind]);
    if (count !== undefined) merged[kind] = count;
  }
  return merged;
}

/** The counts of a usage that somebody told or counted. */
export function knownUsage(usage: FinalUsage): Usage {
  const known: { -readonly [K in keyof Usage]: number } = {};
  for (const kind of usageKinds) {
    if (usage.sources[kind] !== "none") known[kind] = usage[kind];
  }
  return known;
}

/** What stands for counts that a model did not report. */
export interface UsageEstimate {
  /** Taken from the request: all of its input, what a cache had of it included. */
  readonly input: number;
  /** Counted from what went by. */
  readonly output: number;
  readonly reasoning: number;
}

/**
 * The usage of a reply that broke off. An output that was told on the way may be older than the last
 * that went by, so the larger of the two counts.
 */
export function interruptedUsage(reported: Usage, estimate: UsageEstimate): FinalUsage {
  const { output, ...others } = reported;
  const isOlder = (toCount(output) ?? 0) < (toCount(estimate.output) ?? 0);
  return completeUsage(isOlder ? others : reported, estimate);
}

/**
 * Fills what the model did not report with the service's own numbers; what is no count is left out.
 * Reasoning goes with its output: a reported output without it had none that is known.
 */
export function completeUsage(reported: Usage, estimate: UsageEstimate): FinalUsage {
  const counts = mergeUsage({}, reported);
  const sourceOf = (kind: UsageKind) => (counts[kind] === undefined ? "none" : "reported");
  const observed = counts.output === undefined;
  const output = counts.output ?? Math.max(toCount(estimate.output) ?? 0, counts.reasoning ?? 0);
  const reasoning = counts.reasoning ?? (observed ? (toCount(estimate.reasoning) ?? 0) : 0);
  const { cacheRead = 0, cacheWrite = 0, cacheWriteLong = 0 } = counts;
  const uncached = (toCount(estimate.input) ?? 0) - cacheRead - cacheWrite - cacheWriteLong;
  return {
    input: counts.input ?? Math.max(0, uncached),
    cacheRead,
    cacheWrite,
    cacheWriteLong,
    output,
    reasoning: Math.min(reasoning, output),
    sources: {
      input: counts.input === undefined ? "estimated" : "reported",
      cacheRead: sourceOf("cacheRead"),
      cacheWrite: sourceOf("cacheWrite"),
      cacheWriteLong: sourceOf("cacheWriteLong"),
      output: observed ? "observed" : "reported",
      reasoning: observed && counts.reasoning === undefined ? "observed" : sourceOf("reasoning"),
    },
  };
}
