export { openTelemetry } from "./open-telemetry.js";
export type { Identity, OpenTelemetryOptions } from "./options.js";
