import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectCounts } from "./count-project.ts";
import { countsOf, type Metric, metricNames } from "./metrics.ts";

/** What `counts.json` says. */
export interface CountLimits {
  /** What each exchange and each delta may create and call at most. */
  readonly limits: ProjectCounts;
  /** Why limits were ever raised, in the order in which it happened. */
  readonly raised: readonly string[];
}

/** One number and its limit. */
export interface Difference {
  readonly kind: string;
  readonly metric: Metric;
  readonly count: number;
  readonly limit: number;
}

const path = join(import.meta.dirname, "../../counts.json");

/** The limits that the tests hold. */
export function readLimits(): CountLimits {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Replaces the limits. */
export function writeLimits(limits: CountLimits): void {
  writeFileSync(path, `${JSON.stringify(limits, undefined, 2)}\n`);
}

/** Every number that is not its limit. What has no limit yet differs from none. */
export function findDifferences(
  counts: ProjectCounts,
  { limits }: CountLimits,
): readonly Difference[] {
  return Object.entries(counts).flatMap(([kind, own]) =>
    metricNames.flatMap((metric) => {
      const count = own[metric];
      const limit = limits[kind]?.[metric];
      return limit === undefined || limit === count ? [] : [{ kind, metric, count, limit }];
    }),
  );
}

/**
 * The limits that these counts allow. Limits go down only, unless a reason for raising them is given.
 * Kinds that are new come in; kinds that are counted no more leave.
 */
export function lowerLimits(
  counts: ProjectCounts,
  { limits, raised }: CountLimits,
  reason?: string,
): CountLimits {
  const lowered = Object.entries(counts).map(([kind, own]) => [
    kind,
    countsOf((metric) => {
      const limit = limits[kind]?.[metric] ?? own[metric];
      return reason === undefined ? Math.min(limit, own[metric]) : own[metric];
    }),
  ]);
  return {
    limits: Object.fromEntries(lowered),
    raised: reason === undefined ? raised : [...raised, reason],
  };
}

/** A difference in words. */
export function describeDifference({ kind, metric, count, limit }: Difference): string {
  return `${kind}: ${metric} ${count}, limit ${limit}`;
}
