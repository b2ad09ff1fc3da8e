import type { Reporter, UpstreamChecked } from "@diglot/core";

/** A reporter that keeps what was found out about upstreams. */
export function noteChecks(): {
  readonly events: readonly UpstreamChecked[];
  readonly reporter: Reporter;
} {
  const events: UpstreamChecked[] = [];
  return {
    events,
    reporter(event) {
      if (event.type === "upstream_checked") events.push(event);
    },
  };
}
