export { ConfigError } from "./config/check/config-error.js";
export type { Problem } from "./config/check/problem.js";
export { defineConfig } from "./config/define-config.js";
export type * from "./config/types.js";
export type { Gateway, GatewayOptions, InspectorAddress } from "./gateway/gateway.js";
export { startGateway } from "./gateway/start-gateway.js";
export type { Log } from "./log/log.js";
