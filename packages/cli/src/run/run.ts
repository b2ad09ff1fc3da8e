import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecret } from "@diglot/core";
import { toPlainLine } from "@diglot/core/redaction";
import { type CheckedConfig, checkConfig } from "../config/check/check-config.js";
import { findConfigFile, loadConfig } from "../config/load/load-config.js";
import { watchEnvironment, withEnvironment } from "../config/load/watch-environment.js";
import { writePrivateFile } from "../files/write-private-file.js";
import type { Gateway } from "../gateway/gateway.js";
import { runGateway } from "../gateway/run-gateway.js";
import type { CommandOutputs } from "../output/command-outputs.js";
import { exitCodes, Failure } from "../terminal/failure.js";
import { toJsonText } from "../terminal/print.js";
import { createProgress } from "../terminal/progress.js";
import { write } from "../terminal/write.js";
import { writeFailure } from "../terminal/write-failure.js";
import type { Connection } from "./connection.js";
import type { RunOptions } from "./options.js";
import { type FoundPreset, findPreset } from "./presets/find-preset.js";
import { refuseUnservable } from "./presets/refuse-unservable.js";
import { type Search, serveEmbedded, serveUpstream } from "./serve-upstream.js";
import type { Served } from "./served.js";
import { renderSummary } from "./summary/render-summary.js";
import type { Summary } from "./summary/summary.js";
import { createTally, type Tally } from "./summary/tally.js";
import { runTool } from "./tool/run-tool.js";
import { setUpTool, type ToolSetting } from "./tool/set-up-tool.js";
import { formatOf, listLaterReads, toToolConfig } from "./tool-config.js";

/** Milliseconds that requests have to end when the tool that has sent them is gone. */
const drainTimeout = 500;

/**
 * Runs a tool on a gateway of its own, and returns the tool's exit code; if it succeeded without a
 * request to the gateway, a code that says so. Nothing is written while the tool has the terminal;
 * afterwards, what it has used.
 * @throws Failure, ConfigError, DiscoveryError; then the tool has not run
 */
export async function run(call: readonly string[], options: RunOptions): Promise<number> {
  refuseUnservable(call);
  const preset = findPreset(call, options.preset);
  const { environment, names } = watchEnvironment(process.env);
  const served = await serve(options, environment, preset);
  const tally = createTally();
  const note = (text: string) => {
    if (!options.quiet) write(process.stderr, `${toPlainLine(text)}\n`);
  };
  const { gateway, connection, config } = await open(
    served,
    { ...tally, note, environment },
    options.model,
  );
  const withheld = { names: [...names, ...listLaterReads(config)], secrets: [options.upstreamKey] };
  if (served.note !== undefined) note(served.note);
  const began = performance.now();
  const code = await runWith({ connection, withheld }, call, preset).finally(() =>
    gateway.close({ timeout: drainTimeout }),
  );
  const summary = tally.summarize(performance.now() - began);
  report(summary, options);
  return code === exitCodes.ok && summary.arrived === 0 ? exitCodes.unused : code;
}

/** @param environment what a config is to find in the place of `process.env` */
async function serve(
  { config, upstream, upstreamKey, model, search }: RunOptions,
  environment: NodeJS.ProcessEnv,
  preset: FoundPreset | undefined,
): Promise<Served> {
  const tools = search === undefined ? undefined : toSearch(search, preset);
  if (config === undefined) {
    return upstream === undefined
      ? serveEmbedded(model, tools)
      : serveUpstream(upstream, { upstreamKey, model }, tools);
  }
  if (upstream !== undefined) {
    throw new Failure("--config and --upstream exclude each other.", {
      hint: "Name the server among the `upstreams` of the config.",
    });
  }
  if (search !== undefined) {
    throw new Failure("--config and --search exclude each other.", {
      hint: "Name the search in `serverTools` of a model or an upstream of the config.",
    });
  }
  const file = findConfigFile(config);
  const loaded = await withEnvironment(environment, () => loadConfig(file));
  return { config: loaded, source: file };
}

/** Tools that ask for the search of their vendor are offered no other. */
function toSearch(url: string, found: FoundPreset | undefined): Search {
  return { url, offer: found?.preset.offersSearch ? "asked" : "always" };
}

/** What a gateway for a tool is started with. */
interface Surroundings extends Pick<Tally, "reporter" | "log"> {
  readonly note: (text: string) => void;
  /** The variables that the config may name. */
  readonly environment: NodeJS.ProcessEnv;
}

/** A gateway, where its tool finds it, and what it serves. */
interface Opened {
  readonly gateway: Gateway;
  readonly connection: Connection;
  readonly config: CheckedConfig;
}

/** Starts the gateway. */
async function open(
  { config: given, source }: Served,
  { reporter, log, note, environment }: Surroundings,
  chosen: string | undefined,
): Promise<Opened> {
  const key = createSecret();
  const check = (one: unknown) => checkConfig(one, source, environment);
  const config = await check(toToolConfig(given, key));
  const gateway = await runGateway(config, check, {
    reporter,
    log: { ...log, warn: note },
    progress: createProgress(process.stderr),
  });
  const { baseUrl, models, contextWindows, searching } = gateway;
  const model = chosen ?? models[0] ?? "";
  const format = formatOf(config);
  const connection = { baseUrl, key, model, models, contextWindows, searching, format };
  return { gateway, connection, config };
}

/** Runs the tool with a folder of its own, which is removed afterwards. */
async function runWith(
  setting: Omit<ToolSetting, "folder">,
  call: readonly string[],
  preset: FoundPreset | undefined,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "diglot-run-"));
  try {
    const tool = setUpTool(call, preset, { ...setting, folder });
    return await runTool(tool.call, tool.environment).finally(tool.tidyUp);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The exit code stays that of the tool, also if the file cannot be written. */
function report(summary: Summary, { json, quiet }: RunOptions): void {
  if (!quiet) write(process.stderr, renderSummary(summary, process.stderr));
  if (json === undefined) return;
  try {
    writePrivateFile(json, toJsonText(summary satisfies CommandOutputs["run"]));
  } catch (error) {
    writeFailure(error);
  }
}
