import type { Reporter } from "@diglot/core";
import type { Notices } from "../log/log.js";
import type { Progress } from "../terminal/progress.js";

/** Who hears what a gateway does. */
export interface Listeners {
  readonly reporters: readonly Reporter[];
  readonly notices: Notices;
  /** Where it is shown that upstreams are asked. */
  readonly progress: Progress;
}
