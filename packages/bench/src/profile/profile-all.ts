import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  configure,
  loadOf,
  measureTarget,
  type Surroundings,
  startSurroundings,
  startTarget,
} from "../http/bench.ts";
import { type Scenario, scenarios } from "../http/scenarios.ts";
import { startWorker } from "../inproc/measure.ts";
import { ownRoot } from "../shared/project.ts";
import type { Row } from "../shared/result.ts";
import type { Run } from "../shared/run.ts";

/** Where profiles are written. */
export const profileFolder = join(ownRoot, "reports/profiles");

/** Milliseconds of load before a profile over HTTP, and for it. */
const [warmUp, length] = [1_500, 2_500];

/** Writes a profile and a flame graph of every exchange in process. */
export async function profileExchanges(run: Run): Promise<void> {
  mkdirSync(profileFolder, { recursive: true });
  const worker = startWorker(run.builds[0] ?? ownRoot);
  try {
    const described = await worker.ask<Pick<Row, "title">[]>("prepare", "inproc");
    for (const [index, { title }] of described.entries()) {
      run.progress(`profile: ${title}`);
      await worker.ask("profile", { index, path: pathOf(title) });
    }
  } finally {
    await worker.stop();
  }
}

/** Writes a profile and a flame graph of the gateway in every scenario over HTTP. */
export async function profileScenarios(run: Run): Promise<void> {
  mkdirSync(profileFolder, { recursive: true });
  const surroundings = await startSurroundings();
  try {
    for (const scenario of scenarios) {
      run.progress(`profile: ${scenario.title}`);
      await profileScenario(run, surroundings, scenario);
    }
  } finally {
    await surroundings.stop();
  }
}

async function profileScenario(
  run: Run,
  surroundings: Surroundings,
  scenario: Scenario,
): Promise<void> {
  await configure(surroundings, scenario);
  const target = await startTarget(run.builds[0], scenario, surroundings.upstreamPort);
  try {
    await measureTarget(surroundings, target, scenario, warmUp);
    await target.child.ask("startProfile");
    await surroundings.load.ask("run", loadOf(scenario, target.port, length));
    await target.child.ask("stopProfile", pathOf(`http-${scenario.id}`));
  } finally {
    await target.child.stop();
  }
}

function pathOf(title: string): string {
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return join(profileFolder, name.replace(/^-|-$/g, ""));
}
