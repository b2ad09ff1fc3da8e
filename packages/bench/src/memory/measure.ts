import { setTimeout as wait } from "node:timers/promises";
import {
  configure,
  loadOf,
  measureTarget,
  type Surroundings,
  startSurroundings,
  startTarget,
} from "../http/bench.ts";
import type { Scenario } from "../http/scenarios.ts";
import type { Used } from "../http/targets.ts";
import { usualSize } from "../shared/requests.ts";
import { type Row, summarise } from "../shared/result.ts";
import type { Run } from "../shared/run.ts";

/** Streams that are open at once. */
const streams = 500;
/** Milliseconds of the warm-up, while streams stay open, and in which an upstream may learn that they are gone. */
const [warmUp, held, patience] = [500, 1_500, 1_000];
/** Servers cannot be told to collect their garbage, so few rounds say as much as many. */
const most = 3;

const scenario: Scenario = {
  id: "memory",
  section: "memory",
  title: `one of ${streams} slow streams`,
  reference: "a bare pass-through",
  target: { caller: "chat", model: "chat" },
  form: "slow",
  deltas: 1_000,
  concurrency: streams,
  size: usualSize,
};

/** What servers answer before they are measured, so that they have loaded all that they need. */
const short: Scenario = { ...scenario, form: "deltas", deltas: 10, concurrency: 8 };

/** What one round has shown of a server. */
interface Held {
  /** KiB of resident memory for each stream. */
  readonly memory: number;
  /** Streams that the upstream was still writing after all callers had left. */
  readonly leftOpen: number;
}

/** What an open stream holds, and whether the upstream learns that its caller is gone. */
export async function measureMemory(run: Run): Promise<readonly Row[]> {
  const surroundings = await startSurroundings();
  try {
    const roots = [...run.builds, undefined];
    const results = roots.map((): Held[] => []);
    for (let round = 0; round < Math.min(run.rounds, most); round++) {
      for (const [index, root] of roots.entries()) {
        run.progress(`${scenario.title}, round ${round + 1}`);
        results[index]?.push(await holdStreams(surroundings, root));
      }
    }
    return toRows(results);
  } finally {
    await surroundings.stop();
  }
}

async function holdStreams(surroundings: Surroundings, root: string | undefined): Promise<Held> {
  const { upstream, upstreamPort, load } = surroundings;
  const target = await startTarget(root, scenario, upstreamPort);
  const { child, port } = target;
  try {
    await configure(surroundings, short);
    await measureTarget(surroundings, target, short, warmUp);
    const before = await child.ask<Used>("used");
    await configure(surroundings, scenario);
    await load.ask("hold", loadOf(scenario, port, held));
    await wait(held);
    const after = await child.ask<Used>("used");
    await load.ask("leave");
    await wait(patience);
    const leftOpen = await upstream.ask<number>("open");
    return { memory: (after.memory - before.memory) / streams / 1_024, leftOpen };
  } finally {
    await child.stop();
    await wait(patience);
  }
}

function toRows(results: readonly (readonly Held[])[]): readonly Row[] {
  const [own = []] = results;
  const bare = results.at(-1) ?? [];
  const ratiosOf = (some: readonly Held[]) =>
    summarise(some.map(({ memory }, round) => memory / (bare[round]?.memory ?? Number.NaN)));
  const { section, title, reference } = scenario;
  return [
    {
      section,
      title,
      unit: "KiB",
      own: summarise(own.map(({ memory }) => memory)),
      reference,
      ratio: ratiosOf(own),
      before: results.length > 2 ? ratiosOf(results[1] ?? []) : undefined,
    },
    {
      section,
      title: "left open after all callers had left",
      unit: "streams",
      own: summarise(own.map(({ leftOpen }) => leftOpen)),
    },
  ];
}
