import { renderUpstreams } from "../admin/status/render-upstreams.js";
import { isBroken } from "../admin/status/show-status.js";
import type { CheckedConfig } from "../config/check/check-config.js";
import { listUpstreams } from "../gateway/upstreams/check-upstream.js";
import { toBody } from "../gateway/upstreams/to-body.js";
import { UpstreamWatch } from "../gateway/upstreams/upstream-watch.js";
import { exitCodes } from "../terminal/failure.js";
import { write } from "../terminal/write.js";

/** Asks all upstreams of a config whether they can be used, and prints what they are good for. */
export async function askUpstreams(config: CheckedConfig): Promise<void> {
  const watches = listUpstreams(config).map((upstream) => new UpstreamWatch(upstream, undefined));
  await Promise.all(watches.map((watch) => watch.check()));
  const bodies = watches.map(({ status }) => toBody(status));
  for (const watch of watches) watch.close();
  write(process.stdout, renderUpstreams(bodies, process.stdout.columns));
  if (bodies.some(isBroken)) process.exitCode = exitCodes.found;
}
