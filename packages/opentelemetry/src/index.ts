export { openTelemetry } from "./open-telemetry.js";
export type { CaptureOptions, Identity, OpenTelemetryOptions } from "./options.js";
