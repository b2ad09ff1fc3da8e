import type { ReporterEvent } from "@diglot/core";
import type { Attributes, Meter } from "@opentelemetry/api";
import { identityOf } from "../facts/identity.js";
import type { OpenTelemetrySettings } from "../options.js";
import { measureAttempt, measureRecovered } from "./attempt-metrics.js";
import { createInstruments, type Instruments } from "./instruments.js";
import { measureRequest, runningNames } from "./request-metrics.js";

/** Makes metrics of events. */
export interface Metrics {
  report(event: ReporterEvent): void;
}

/** Counts what runs, and measures what has ended. */
export function createMetrics(meterOf: () => Meter, settings: OpenTelemetrySettings): Metrics {
  const { metricsName: named } = settings;
  // No Map: V8 keeps what passes through a busy one until the next full collection.
  const running: Record<string, Attributes> = Object.create(null);
  let declared: Instruments | undefined;

  // A meter of the time before the SDK was registered would never measure anything.
  function instruments(): Instruments {
    declared ??= createInstruments(meterOf());
    return declared;
  }

  function count(requestId: string, names: Attributes): void {
    running[requestId] = names;
    instruments().running.add(1, names);
  }

  function discount(requestId: string): void {
    const names = running[requestId];
    if (!names) return;
    delete running[requestId];
    instruments().running.add(-1, names);
  }

  return {
    report(event) {
      switch (event.type) {
        case "request_begun":
          count(event.requestId, runningNames(event, named));
          break;
        case "attempt_ended":
          measureAttempt(event, instruments(), named);
          break;
        case "request_ended":
          discount(event.requestId);
          measureRequest(event, instruments(), named);
          break;
        case "recovered":
          measureRecovered(event, instruments(), named);
          break;
        case "failure": {
          const { step, fault, kind } = event;
          const names = { "diglot.step": step, "diglot.fault": fault, "error.type": kind };
          instruments().failures.add(1, { ...names, ...identityOf(event, named) });
          break;
        }
      }
    },
  };
}
