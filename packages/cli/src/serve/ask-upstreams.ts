import type { UpstreamBody } from "../admin/wire/upstreams.js";
import type { CheckedConfig } from "../config/check/check-config.js";
import { listUpstreams } from "../gateway/upstreams/check-upstream.js";
import { toBody } from "../gateway/upstreams/to-body.js";
import { UpstreamWatch } from "../gateway/upstreams/upstream-watch.js";

/** Asks all upstreams of a config whether they can be used. */
export async function askUpstreams(config: CheckedConfig): Promise<readonly UpstreamBody[]> {
  const watches = listUpstreams(config).map((upstream) => new UpstreamWatch(upstream, undefined));
  await Promise.all(watches.map((watch) => watch.check()));
  const bodies = watches.map(({ status }) => toBody(status));
  for (const watch of watches) watch.close();
  return bodies;
}
