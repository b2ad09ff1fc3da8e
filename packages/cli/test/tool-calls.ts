import { fileURLToPath } from "node:url";
import { createMemoryKeys, createService, defineModel, ServiceError } from "@diglot/core";
import { run } from "./command.js";
import { serveService } from "./servers.js";

/** The key of that server. */
export const upstreamKey = "upstream-canary";
/** The program that runs tools. */
export const node = process.execPath;
/** The file of a tool in `tools/`. */
export const toolFile = (name: string) =>
  fileURLToPath(new URL(`tools/${name}.mjs`, import.meta.url));

/** A server with two models, and one that always fails. */
export async function serveUpstream(): Promise<string> {
  const say = (id: string) =>
    defineModel(id, async function* () {
      yield `I am ${id}.`;
    });
  const broken = defineModel("broken", () => {
    throw new ServiceError({ kind: "overloaded", message: "Too much to do." });
  });
  const keys = createMemoryKeys([{ key: upstreamKey, id: "up", accountId: "up" }]);
  return serveService(createService({ models: [say("large"), say("small"), broken], keys }));
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** The arguments and the variables of `diglot run` for a tool, on a server of its own. */
export async function toCall(tool: readonly string[], { args = [], env = {} }: RunOptions = {}) {
  const upstream = ["--upstream", await serveUpstream()];
  return [
    ["run", ...upstream, ...args, "--", ...tool],
    { env: { DIGLOT_UPSTREAM_KEY: upstreamKey, ...env } },
  ] as const;
}

/** Runs a tool to its end. */
export const runTool = async (tool: readonly string[], options?: RunOptions) =>
  run(...(await toCall(tool, options)));

/** Runs a program that is given as text. */
export const runText = (text: string, options?: RunOptions) =>
  runTool([node, "--input-type=module", "-e", text], options);
