import { checkConfig } from "../config/check/check-config.js";
import type { GatewayConfig } from "../config/types.js";
import type { Gateway, GatewayOptions } from "./gateway.js";
import { runGateway } from "./run-gateway.js";

/**
 * Starts a gateway, and resolves when it listens.
 *
 * @example
 * const gateway = await startGateway({
 *   port: 0,
 *   keys: [{ id: "me", key: "sk-local-0123456789" }],
 *   models: [{ id: "echo", embedded: "echo" }],
 * });
 * console.log(gateway.baseUrl);
 * await gateway.close();
 * @throws ConfigError with every mistake of the config; what an upstream, a store or the port has failed
 * with. Then nothing stays open
 */
export async function startGateway(
  config: GatewayConfig,
  options: GatewayOptions = {},
): Promise<Gateway> {
  const { source = "config", environment = process.env } = options;
  const check = (given: GatewayConfig) => checkConfig(given, source, environment);
  return runGateway(await check(config), check, options);
}
