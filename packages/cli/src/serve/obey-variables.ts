import { askForTelemetry, type Environment } from "../gateway/observation/telemetry/variables.js";

/** A config that sends telemetry if the standard variables of OpenTelemetry ask for it, unless it decides so itself. */
export function obeyVariables(given: unknown, environment: Environment): unknown {
  if (typeof given !== "object" || given === null || "telemetry" in given) return given;
  return askForTelemetry(environment) ? { ...given, telemetry: true } : given;
}
