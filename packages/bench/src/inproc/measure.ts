import { join } from "node:path";
import { type Child, startChild } from "../shared/children.ts";
import { type Row, summarise } from "../shared/result.ts";
import { orderOf, type Run } from "../shared/run.ts";
import type { Cost } from "./worker.ts";

/** The groups of cases that run in one process. */
export type Group = "micro" | "inproc" | "listeners" | "responses";

type Described = Pick<Row, "section" | "title"> & { readonly reference: string };

/** Milliseconds of CPU for one case in one round, after a longer first time that is not counted. */
const [warmUp, length] = [400, 80];

/** Measures a group of cases; the builds and the cases take turns in every round. */
export async function measureGroup(run: Run, group: Group): Promise<readonly Row[]> {
  const workers = run.builds.map((root) => startWorker(root));
  try {
    const prepared = workers.map((worker) => worker.ask<Described[]>("prepare", group));
    const [described = []] = await Promise.all(prepared);
    const costs = workers.map(() => described.map((): Cost[] => []));
    for (let round = -1; round < run.rounds; round++) {
      for (const [index, { title }] of described.entries()) {
        run.progress(`${group}, round ${round + 1}: ${title}`);
        for (const build of orderOf(workers.length, round)) {
          const cost = await measureCase(run, workers[build], index, title, round);
          if (round >= 0 && cost) costs[build]?.[index]?.push(cost);
        }
      }
    }
    return described.flatMap((named, index) =>
      toRow(
        named,
        costs.map((own) => own[index] ?? []),
      ),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** A process for the builds' work. */
export function startWorker(root: string): Child {
  return startChild(join(import.meta.dirname, "worker.ts"), { args: [root] });
}

async function measureCase(
  run: Run,
  worker: Child | undefined,
  index: number,
  title: string,
  round: number,
): Promise<Cost | undefined> {
  const milliseconds = round < 0 ? warmUp : length;
  try {
    return await worker?.ask<Cost>("measure", { index, milliseconds });
  } catch (error) {
    run.skip(title, error);
    return undefined;
  }
}

function toRow(
  named: Described,
  [own = [], before = []]: readonly (readonly Cost[])[],
): readonly Row[] {
  if (own.length === 0) return [];
  const ratiosOf = (costs: readonly Cost[]) => summarise(costs.map((cost) => cost.own / cost.bare));
  return [
    {
      ...named,
      unit: "µs",
      own: summarise(own.map((cost) => cost.own)),
      ratio: ratiosOf(own),
      before: before.length > 0 ? ratiosOf(before) : undefined,
    },
  ];
}
