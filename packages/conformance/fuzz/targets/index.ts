import type { Target } from "../target.js";
import { upstreamStreams } from "./upstream-streams.js";

/** Everything that is fuzzed, in the order in which it has its turns. */
export const targets: readonly Target[] = [upstreamStreams];
