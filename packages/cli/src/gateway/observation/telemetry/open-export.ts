import { setTimeout as delay } from "node:timers/promises";
import type { Reporter } from "@diglot/core";
import { openTelemetry } from "@diglot/opentelemetry";
import { dropUndefined } from "../../../config/options/drop-undefined.js";
import type { TelemetryConfig } from "../../../config/types.js";
import type { Notices } from "../../../log/log.js";
import type { Resource } from "../../lifecycle/resources.js";
import { createPropagator } from "./propagator.js";
import { createMeterProvider, createTracerProvider } from "./providers.js";
import { register } from "./register.js";
import { chooseSignals } from "./signals.js";
import { type Environment, forbidTelemetry, readVariables } from "./variables.js";

/** Milliseconds that the last spans and metrics have to leave; a collector that is down must not keep the process. */
const lastExportTimeout = 2_000;

/**
 * Sends traces and metrics to a collector.
 * @returns a reporter, or none if nothing is to be sent
 */
export async function openExport(
  config: TelemetryConfig,
  environment: Environment,
  notices: Notices,
): Promise<Resource<Reporter | undefined>> {
  const variables = readVariables(environment, notices.warn);
  const chosen = chooseSignals(config.signals, variables, notices.warn);
  const signals = forbidTelemetry(environment) ? [] : chosen;
  if (signals.length === 0) return { value: undefined, close: () => undefined };

  const sources = { config, variables, notices };
  const isSent = new Set(signals);
  const tracerProvider = isSent.has("traces") ? await createTracerProvider(sources) : undefined;
  const meterProvider = isSent.has("metrics") ? await createMeterProvider(sources) : undefined;
  const propagator = createPropagator(variables, notices.warn);
  const unregister = register({ tracerProvider, meterProvider, propagator });
  const { spansName, metricsName, captureContents } = config;
  const given = { tracerProvider, meterProvider, spansName, metricsName, captureContents };
  return {
    value: openTelemetry({ signals, ...dropUndefined(given) }),
    async close() {
      unregister();
      const ended = Promise.allSettled([tracerProvider?.shutdown(), meterProvider?.shutdown()]);
      await Promise.race([ended, delay(lastExportTimeout, undefined, { ref: false })]);
    },
  };
}
