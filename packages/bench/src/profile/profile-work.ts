import { writeFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector/promises";
import { costOf, type Work } from "../shared/cpu.ts";
import { toFlameGraph } from "./flame-graph.ts";

/** Microseconds between two samples. */
const interval = 200;

/** Milliseconds of CPU before a profile, in which the runtime compiles, and for the profile. */
const [warmUp, length] = [1_000, 2_000];

/** Profiles some work: `path` with ".cpuprofile" for the inspector, and with ".svg" as a flame graph. */
export async function profileWork(work: Work, path: string): Promise<void> {
  await costOf(work, warmUp);
  const stop = await startProfile();
  await costOf(work, length);
  await stop(path);
}

/** Begins to profile this process. The function that is returned ends it and writes both files. */
export async function startProfile(): Promise<(path: string) => Promise<void>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval });
  await session.post("Profiler.start");
  return async (path) => {
    const { profile }: { profile: Profiler.Profile } = await session.post("Profiler.stop");
    session.disconnect();
    writeFileSync(`${path}.cpuprofile`, JSON.stringify(profile));
    writeFileSync(`${path}.svg`, toFlameGraph(profile));
  };
}
