import { createProgress, showWhile } from "../terminal/progress.js";
import {
  type DiscoveredUpstream,
  type DiscoverOptions,
  discoverUpstream,
} from "./discover-upstream.js";
import { sayAsked } from "./say-asked.js";

/** The same as `discoverUpstream`; a terminal shows meanwhile what is asked. */
export function discoverVisibly(options: DiscoverOptions): Promise<DiscoveredUpstream> {
  const line = sayAsked([options.baseUrl]);
  return showWhile(createProgress(process.stderr), line, () => discoverUpstream(options));
}
