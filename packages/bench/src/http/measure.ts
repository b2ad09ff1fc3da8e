import { usualSize } from "../shared/requests.ts";
import { type Row, summarise } from "../shared/result.ts";
import { orderOf, type Run } from "../shared/run.ts";
import {
  configure,
  measureTarget,
  type Surroundings,
  startSurroundings,
  startTarget,
  type Target,
} from "./bench.ts";
import type { Scenario } from "./scenarios.ts";

/** One round of a scenario: each build's cost, and that of the reference. */
interface Round {
  readonly builds: readonly Cost[];
  readonly bare: Cost;
}

type Cost = Awaited<ReturnType<typeof measureTarget>>;

/** Milliseconds of load in one round, after a first time that is not counted. */
const [warmUp, length] = [1_000, 400];

/** Requests of the usual size after which the runtime has compiled what matters. */
const compiled = 2_000;

/** Measures scenarios over HTTP, each beside the least that could do the same. */
export async function measureScenarios(
  run: Run,
  scenarios: readonly Scenario[],
): Promise<readonly Row[]> {
  const surroundings = await startSurroundings();
  try {
    const rows: Row[] = [];
    for (const scenario of scenarios) {
      run.progress(scenario.title);
      try {
        rows.push(...toRows(scenario, await measureScenario(run, surroundings, scenario)));
      } catch (error) {
        run.skip(scenario.title, error);
      }
    }
    return rows;
  } finally {
    await surroundings.stop();
  }
}

async function measureScenario(
  run: Run,
  surroundings: Surroundings,
  scenario: Scenario,
): Promise<readonly Round[]> {
  await configure(surroundings, scenario);
  const roots = [...run.builds, undefined];
  const { upstreamPort } = surroundings;
  const targets = await Promise.all(roots.map((root) => startTarget(root, scenario, upstreamPort)));
  try {
    const rounds: Round[] = [];
    for (let round = -1; round < run.rounds; round++) {
      const costs = await takeTurns(surroundings, targets, scenario, round);
      const bare = costs.at(-1);
      if (round >= 0 && bare) rounds.push({ builds: costs.slice(0, -1), bare });
    }
    return rounds;
  } finally {
    await Promise.all(targets.map(({ child }) => child.stop()));
  }
}

/** Loads each server once; another one begins in each round. */
async function takeTurns(
  surroundings: Surroundings,
  targets: readonly Target[],
  scenario: Scenario,
  round: number,
): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  const milliseconds = round < 0 ? warmUp : length;
  const atLeast = round < 0 ? compiled / Math.sqrt(scenario.deltas * weightOf(scenario)) : 0;
  for (const index of orderOf(targets.length, round)) {
    const target = targets[index];
    if (!target) continue;
    costs[index] = await measureTarget(surroundings, target, scenario, milliseconds, atLeast);
  }
  return costs;
}

/** How much a request weighs beside a usual one. */
function weightOf({ size }: Scenario): number {
  return (size.turns * size.characters) / (usualSize.turns * usualSize.characters);
}

function toRows(scenario: Scenario, rounds: readonly Round[]): readonly Row[] {
  const cpu = rowOf(scenario, rounds, "µs CPU", ({ cpu }) => cpu / scenario.deltas);
  if (!scenario.timed) return [cpu];
  const time = rowOf(scenario, rounds, "ms", ({ time }) => time);
  return [cpu, { ...time, title: `${scenario.title}: median time` }];
}

function rowOf(
  { section, title, reference }: Scenario,
  rounds: readonly Round[],
  unit: string,
  read: (cost: Cost) => number,
): Row {
  const ratios = (build: number) =>
    rounds.flatMap(({ builds, bare }) => {
      const cost = builds[build];
      return cost ? [read(cost) / read(bare)] : [];
    });
  const own = rounds.flatMap(({ builds: [cost] }) => (cost ? [read(cost)] : []));
  const [now, before] = [ratios(0), ratios(1)];
  return {
    section,
    title,
    unit,
    reference,
    own: summarise(own),
    ratio: summarise(now),
    before: before.length > 0 ? summarise(before) : undefined,
  };
}
