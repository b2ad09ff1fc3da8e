import type { Reporter, ReporterEvent } from "@diglot/core";
import type { InspectorNote } from "@diglot/inspector";
import type { Resource } from "../lifecycle/resources.js";
import type { Finding, WatchedUpstream } from "./check-upstream.js";
import { UpstreamWatch } from "./upstream-watch.js";

/** An upstream, and what the start has found out by asking it. */
export interface FoundUpstream extends WatchedUpstream {
  readonly found: Finding | undefined;
}

/** All upstreams of a gateway. */
export interface UpstreamWatches {
  readonly all: readonly UpstreamWatch[];
  /** Learns from requests. */
  readonly reporter: Reporter;
  /** Asks what is not known, in the background, and reports what is found. */
  begin(reporters: readonly Reporter[]): void;
  /** What is wrong now, for a page. */
  notes(): readonly InspectorNote[];
}

/** Watches an upstream until it is closed. */
export function openWatch({ found, ...upstream }: FoundUpstream): Resource<UpstreamWatch> {
  const value = new UpstreamWatch(upstream, found);
  return { value, close: () => value.close() };
}

/** The watches of all upstreams of a config. */
export function watchUpstreams(all: readonly UpstreamWatch[]): UpstreamWatches {
  return {
    all,
    reporter(event) {
      if (event.type === "attempt_ended") for (const watch of all) watch.take(event);
    },
    begin(reporters) {
      for (const watch of all) watch.begin((event) => reportSafely(reporters, event));
    },
    notes: () =>
      all.flatMap(({ status: { name, checked } }) =>
        checked?.problem === undefined
          ? []
          : [{ text: `The upstream ${name}: ${checked.problem}` }],
      ),
  };
}

/** A reporter that fails must not keep the others from hearing. */
function reportSafely(reporters: readonly Reporter[], event: ReporterEvent): void {
  for (const reporter of reporters) {
    try {
      reporter(event);
    } catch {}
  }
}
