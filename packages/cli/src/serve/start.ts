import { createSecret } from "@diglot/core";
import { startGateway } from "../gateway/start-gateway.js";
import { createLog } from "../log/create-log.js";
import { nameOptions, source } from "./name-options.js";
import type { StartOptions } from "./options.js";
import { stopOnSignal } from "./stop-on-signal.js";
import { toConfig } from "./to-config.js";
import { renderWelcome } from "./welcome.js";

/** Serves one upstream, or the embedded models, until a signal ends it, and prints how to call it. */
export async function start(options: StartOptions): Promise<void> {
  const key = options.key ?? createSecret();
  const log = await createLog({ format: options.log }, process.stderr);
  // What was typed is meant as it stands.
  const config = toConfig(options, key);
  const gateway = await startGateway(config, { source, log }).catch((error: unknown) => {
    throw nameOptions(error);
  });
  stopOnSignal(gateway, log);
  const { baseUrl, models } = gateway;
  process.stdout.write(renderWelcome({ baseUrl, key, models, database: options.database }));
}
