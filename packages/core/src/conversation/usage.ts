/** Where a number of tokens comes from. */
export type UsageSource =
  /** The model said so. */
  | "reported"
  /** The service counted what went through it. */
  | "estimated"
  /** Nothing was used: the try failed before any model ran. */
  | "none";

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

/** Usage with every count filled in, and where the numbers come from. */
export interface FinalUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWriteLong: number;
  readonly output: number;
  readonly reasoning: number;
  readonly source: UsageSource;
}

/** The usage of a try that no model saw. */
export const noUsage: FinalUsage = Object.freeze({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  output: 0,
  reasoning: 0,
  source: "none",
});

const kinds = [
  "input",
  "cacheRead",
  "cacheWrite",
  "cacheWriteLong",
  "output",
  "reasoning",
] as const;

/** A count as a safe whole number, or `undefined` for anything that is none. */
export function toCount(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return undefined;
  return Math.min(Math.trunc(value), Number.MAX_SAFE_INTEGER);
}

/** Later counts replace earlier ones, kind by kind; invalid numbers are left out. */
export function mergeUsage(earlier: Usage, later: Usage): Usage {
  const merged: { -readonly [K in keyof Usage]: number } = {};
  for (const kind of kinds) {
    const count = toCount(later[kind]) ?? toCount(earlier[kind]);
    if (count !== undefined) merged[kind] = count;
  }
  return merged;
}

/** Fills what the model did not report with the service's own estimate; an estimate that is no count is 0. */
export function completeUsage(
  reported: Usage,
  estimate: { readonly input: number; readonly output: number; readonly reasoning: number },
): FinalUsage {
  const output =
    reported.output ?? Math.max(toCount(estimate.output) ?? 0, reported.reasoning ?? 0);
  return {
    input: reported.input ?? toCount(estimate.input) ?? 0,
    cacheRead: reported.cacheRead ?? 0,
    cacheWrite: reported.cacheWrite ?? 0,
    cacheWriteLong: reported.cacheWriteLong ?? 0,
    output,
    reasoning: Math.min(
      reported.reasoning ??
        (reported.output === undefined ? (toCount(estimate.reasoning) ?? 0) : 0),
      output,
    ),
    source:
      reported.input === undefined || reported.output === undefined ? "estimated" : "reported",
  };
}
