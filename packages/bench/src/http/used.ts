import { cpuTime } from "../shared/cpu.ts";
import type { Used } from "./targets.ts";

/** What this process has used so far. */
export function used(): Used {
  return { cpu: cpuTime(), memory: process.memoryUsage.rss() };
}
