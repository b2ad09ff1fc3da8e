import {
  context,
  type MeterProvider,
  metrics,
  propagation,
  type TextMapPropagator,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";

/** What is registered for the whole process. */
interface Registered {
  readonly tracerProvider: TracerProvider | undefined;
  readonly meterProvider: MeterProvider | undefined;
  readonly propagator: TextMapPropagator;
}

/**
 * Registers telemetry for the whole process, so that spans and metrics of models in a config's own code are
 * sent, too. What a program has registered before stays.
 * @returns what takes it back
 */
export function register({ tracerProvider, meterProvider, propagator }: Registered): () => void {
  const registered = [
    [propagation, propagation.setGlobalPropagator(propagator)],
    [context, context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())],
    [trace, tracerProvider !== undefined && trace.setGlobalTracerProvider(tracerProvider)],
    [metrics, meterProvider !== undefined && metrics.setGlobalMeterProvider(meterProvider)],
  ] as const;
  return () => {
    for (const [api, isOurs] of registered) if (isOurs) api.disable();
  };
}
