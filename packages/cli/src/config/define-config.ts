import type { GatewayConfig } from "./types.js";

/**
 * Returns a config as it is; its types help an editor. Mistakes are found when the gateway starts, or by
 * `diglot serve --check`.
 *
 * @example
 * export default defineConfig({ models: [{ id: "echo", embedded: "echo" }] });
 */
export function defineConfig(config: GatewayConfig): GatewayConfig {
  return config;
}
