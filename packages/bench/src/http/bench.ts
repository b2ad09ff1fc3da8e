import { join } from "node:path";
import { type Child, startChild } from "../shared/children.ts";
import { type Format, paths } from "../shared/formats.ts";
import { requestBody } from "../shared/requests.ts";
import type { Load, LoadResult } from "./load.ts";
import type { Scenario } from "./scenarios.ts";
import type { Used } from "./targets.ts";

/** A server under load, and its port. */
export interface Target {
  readonly child: Child;
  readonly port: number;
}

/** The processes around the servers: one upstream and one that asks. */
export interface Surroundings {
  readonly upstream: Child;
  readonly upstreamPort: number;
  readonly load: Child;
  stop(): Promise<void>;
}

const toPath = (module: string) => join(import.meta.dirname, module);

/** Starts an upstream and what asks the servers. */
export async function startSurroundings(): Promise<Surroundings> {
  const upstream = startChild(toPath("upstream.ts"));
  const load = startChild(toPath("load.ts"));
  const upstreamPort = await upstream.ask<number>("start");
  const stop = async () => {
    await Promise.all([upstream.stop(), load.stop()]);
  };
  return { upstream, upstreamPort, load, stop };
}

/** Starts Diglot of a checkout, or without one the least that could do the same. */
export async function startTarget(
  root: string | undefined,
  { target }: Scenario,
  upstreamPort: number,
): Promise<Target> {
  const args = root === undefined ? [] : [root];
  const child = startChild(toPath(root === undefined ? "anchors.ts" : "gateway.ts"), { args });
  const port = await child.ask<number>("start", { ...target, upstreamPort });
  return { child, port };
}

/** Tells the upstream how to answer in a scenario. */
export async function configure({ upstream }: Surroundings, scenario: Scenario): Promise<void> {
  const { model } = scenario.target;
  const { form, deltas } = scenario;
  if (model !== "own") await upstream.ask("configure", { format: model, form, deltas });
}

/** What a scenario asks. */
export function loadOf(scenario: Scenario, port: number, milliseconds: number): Load {
  const { target, form, concurrency, size } = scenario;
  const body = requestBody(target.caller, form !== "json", size);
  const ending = form === "json" ? "}" : endings[target.caller];
  return { port, path: paths[target.caller], body, concurrency, milliseconds, ending };
}

const endings: Readonly<Record<Format, string>> = { chat: "[DONE]", messages: "message_stop" };

/** Puts a load on a server. @returns microseconds of its CPU for each request, and the median time of one */
export async function measureTarget(
  { load }: Surroundings,
  { child, port }: Target,
  scenario: Scenario,
  milliseconds: number,
  atLeast = 0,
): Promise<{ readonly cpu: number; readonly time: number }> {
  const before = await child.ask<Used>("used");
  const asked: Load = { ...loadOf(scenario, port, milliseconds), atLeast };
  const result = await load.ask<LoadResult>("run", asked);
  const after = await child.ask<Used>("used");
  if (result.failures > 0 || result.requests === 0) {
    throw new Error(`${result.failures} of ${result.requests} requests failed.`);
  }
  return { cpu: (after.cpu - before.cpu) / result.requests, time: result.median };
}
