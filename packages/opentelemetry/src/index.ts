export { openTelemetry } from "./open-telemetry.js";
export type { CaptureOptions, Identity, OpenTelemetryOptions, Signal } from "./options.js";
