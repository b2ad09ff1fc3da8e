import type { RequestEnded } from "@diglot/core";
import type { KeptRequest } from "../store/kept-request.js";
import type { LatencyLine, UsageReport } from "../wire.js";
import { toDay } from "./day.js";

type NameOf = (end: RequestEnded) => string | undefined;

/** The spans over which latencies are summed, in milliseconds: from a second to a day. */
const spans = [1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000, 86_400_000];
/** How many points a plot of latencies has at most. */
const mostSpans = 48;

/** Latencies and errors of the requests to models that are kept and over, by five names. */
export function sumLatencies(
  requests: Iterable<KeptRequest>,
): Pick<UsageReport, "latencies" | "kept"> {
  const ends = [...requests].flatMap(({ end }) => (end?.operation === "generate" ? [end] : []));
  const times = ends.map(({ at }) => at);
  const span = chooseSpan(times);
  return {
    kept: { requests: ends.length, since: times.length === 0 ? undefined : Math.min(...times) },
    latencies: {
      time: inOrder(group(ends, ({ at }) => String(at - (at % span)))),
      day: inOrder(group(ends, ({ at }) => toDay(at))),
      model: group(ends, ({ model, requestedModel }) => model ?? requestedModel),
      key: group(ends, ({ keyId }) => keyId),
      account: group(ends, ({ accountId }) => accountId),
    },
  };
}

/** Times as numbers, and days, both of one length, so that they sort as texts. */
function inOrder(lines: readonly LatencyLine[]): readonly LatencyLine[] {
  return [...lines].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The shortest span of which there are not too many. */
function chooseSpan(times: readonly number[]): number {
  const width = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
  return spans.find((span) => width / span <= mostSpans) ?? 86_400_000;
}

function group(ends: readonly RequestEnded[], nameOf: NameOf): LatencyLine[] {
  const groups = new Map<string, RequestEnded[]>();
  for (const end of ends) {
    const name = nameOf(end);
    if (name === undefined) continue;
    const own = groups.get(name);
    if (own) own.push(end);
    else groups.set(name, [end]);
  }
  return [...groups].map(([name, own]) => toLine(name, own));
}

function toLine(name: string, ends: readonly RequestEnded[]): LatencyLine {
  const times = ends.filter(({ outcome }) => outcome === "answered");
  const whole = sorted(times.map(({ milliseconds }) => milliseconds));
  const first = sorted(times.flatMap(({ firstContentMilliseconds: one }) => one ?? []));
  return {
    name,
    requests: ends.length,
    failed: ends.filter(({ outcome }) => outcome === "failed").length,
    refused: ends.filter(({ outcome }) => outcome === "refused").length,
    p50: percentile(whole, 50),
    p95: percentile(whole, 95),
    p99: percentile(whole, 99),
    firstContentP50: percentile(first, 50),
    firstContentP95: percentile(first, 95),
  };
}

function sorted(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((one, other) => one - other);
}

/** The smallest value that so many percent of the sorted values do not exceed; none of no values. */
export function percentile(values: readonly number[], percent: number): number | undefined {
  return values[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)];
}
