import { createSecret } from "@diglot/core";
import { checkConfig } from "../config/check/check-config.js";
import { runGateway } from "../gateway/run-gateway.js";
import { createLog } from "../log/create-log.js";
import { Failure } from "../terminal/failure.js";
import { createProgress } from "../terminal/progress.js";
import { write } from "../terminal/write.js";
import { nameOptions, source } from "./name-options.js";
import { obeyVariables } from "./obey-variables.js";
import type { StartOptions } from "./options.js";
import { stopOnSignal } from "./stop-on-signal.js";
import { toConfig } from "./to-config.js";
import { renderWelcome } from "./welcome.js";

/** Serves one upstream, or the embedded models, until a signal ends it, and prints how to call it. */
export async function start(options: StartOptions): Promise<void> {
  if (options.model && options.upstream === undefined) {
    throw new Failure("--model chooses among the models of a server, and no server is named.", {
      hint: "Name it with --upstream.",
    });
  }
  const key = options.key ?? createSecret();
  const log = await createLog({ format: options.log }, process.stderr);
  // What was typed is meant as it stands.
  const check = (given: unknown) => checkConfig(given, source, process.env);
  const progress = createProgress(process.stderr);
  const gateway = await check(obeyVariables(toConfig(options, key), process.env))
    .then((config) => runGateway(config, check, { log, progress }))
    .catch((error: unknown) => {
      throw nameOptions(error);
    });
  stopOnSignal(gateway, log);
  const { baseUrl, models, inspector } = gateway;
  const { database, upstream } = options;
  const isEmbedded = upstream === undefined;
  write(process.stdout, renderWelcome({ baseUrl, key, models, database, inspector, isEmbedded }));
}
