import { checkConfig } from "../config/check/check-config.js";
import { findConfigFile, loadConfig } from "../config/load/load-config.js";
import type { GatewayConfig } from "../config/types.js";
import { runGateway } from "../gateway/run-gateway.js";
import { createLog } from "../log/create-log.js";
import { Failure } from "../terminal/failure.js";
import { createProgress } from "../terminal/progress.js";
import { announce } from "./announce.js";
import { checkFile } from "./check-file.js";
import { obeyVariables } from "./obey-variables.js";
import type { ServeOptions } from "./options.js";
import { reloadOnSignal } from "./reload-on-signal.js";
import { stopOnSignal } from "./stop-on-signal.js";

/**
 * Serves what a file describes until a signal ends it, or only checks the file.
 * @param named the file as an argument; without it, that of the options
 */
export async function serve(named: string | undefined, options: ServeOptions): Promise<void> {
  const file = findConfigFile(chooseFile(named, options));
  const check = (given: unknown) =>
    checkConfig(obeyVariables(placeAt(options, given), process.env), file, process.env);
  const read = async () => check(await loadConfig(file));
  if (options.check) return checkFile(file, read, options);
  const config = await read();
  const format = options.log ?? config.log?.format;
  const log = await createLog({ ...config.log, format }, process.stdout);
  const gateway = await runGateway(config, check, {
    log,
    progress: createProgress(process.stderr),
  });
  const load = (path: string) => loadConfig(path) as Promise<GatewayConfig>;
  reloadOnSignal(gateway, { file, log, load });
  stopOnSignal(gateway, log);
  announce(gateway, config, { log, format, output: process.stdout });
}

function chooseFile(named: string | undefined, { config }: ServeOptions): string | undefined {
  if (named === undefined || config === undefined) return named ?? config;
  throw new Failure(`Two config files are named: ${named} and ${config}.`, {
    hint: "A gateway serves one.",
  });
}

/** A config whose address is that of the options, as far as they have one. */
function placeAt({ port, host }: ServeOptions, given: unknown): unknown {
  if (typeof given !== "object" || given === null) return given;
  return { ...given, ...(port !== undefined && { port }), ...(host !== undefined && { host }) };
}
