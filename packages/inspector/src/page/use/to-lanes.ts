import type { LatencyLine } from "../../wire.js";
import { count, duration } from "../parts/format.js";
import type { LanesOptions } from "../parts/lanes.js";

/** Percentiles of each name on one scale: that of the longest. */
export function toLatencyLanes(lines: readonly LatencyLine[]): LanesOptions {
  const answered = lines.filter(({ p99 }) => p99 !== undefined);
  const longest = Math.max(...answered.map(({ p99 = 0 }) => p99), 1);
  return {
    title: "Latency",
    legend: [
      { title: "p50", colour: "accent" },
      { title: "p95", colour: "warn" },
      { title: "p99", colour: "bad" },
    ],
    lanes: answered.map(({ name, p50 = 0, p95 = 0, p99 = 0 }) => ({
      name,
      text: [p50, p95, p99].map((value) => duration(value)).join(" · "),
      stretches: [
        [0, p50 / longest],
        [p50 / longest, p95 / longest],
        [p95 / longest, p99 / longest],
      ],
    })),
  };
}

/** How many requests each name has, and how many of them were refused or have failed. */
export function toErrorLanes(lines: readonly LatencyLine[]): LanesOptions {
  const most = Math.max(...lines.map(({ requests }) => requests), 1);
  return {
    title: "Requests and errors",
    legend: [
      { title: "requests", colour: "accent" },
      { title: "refused", colour: "warn" },
      { title: "failed", colour: "bad" },
    ],
    lanes: lines.map(({ name, requests, refused, failed }) => ({
      name,
      text: [
        `${count(requests)} ${requests === 1 ? "request" : "requests"}`,
        ...(refused > 0 ? [`${count(refused)} refused`] : []),
        ...(failed > 0 ? [`${count(failed)} failed`] : []),
      ].join(", "),
      stretches: [
        [0, (requests - refused - failed) / most],
        [(requests - refused - failed) / most, (requests - failed) / most],
        [(requests - failed) / most, requests / most],
      ],
    })),
  };
}
