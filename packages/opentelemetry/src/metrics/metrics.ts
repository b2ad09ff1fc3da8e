import type { ReporterEvent } from "@diglot/core";
import type { Attributes, Meter } from "@opentelemetry/api";
import { identityOf } from "../facts/identity.js";
import type { OpenTelemetrySettings } from "../options.js";
import { measureAttempt, measureRecovered } from "./attempt-metrics.js";
import { createInstruments, type Instruments } from "./instruments.js";
import { measureRequest, runningNames } from "./request-metrics.js";

/** Makes metrics of events: counts what runs, and measures what has ended. */
export class Metrics {
  readonly #meterOf: () => Meter;
  readonly #named: OpenTelemetrySettings["metricsName"];
  // No Map: V8 keeps what passes through a busy one until the next full collection.
  readonly #running: Record<string, Attributes> = Object.create(null);
  #declared: Instruments | undefined;

  constructor(meterOf: () => Meter, { metricsName }: OpenTelemetrySettings) {
    this.#meterOf = meterOf;
    this.#named = metricsName;
  }

  report(event: ReporterEvent): void {
    switch (event.type) {
      case "request_begun":
        this.#count(event.requestId, runningNames(event, this.#named));
        break;
      case "attempt_ended":
        measureAttempt(event, this.#instruments, this.#named);
        break;
      case "request_ended":
        this.#discount(event.requestId);
        measureRequest(event, this.#instruments, this.#named);
        break;
      case "recovered":
        measureRecovered(event, this.#instruments, this.#named);
        break;
      case "failure":
        this.#addFailure(event);
        break;
      case "upstream_checked":
        this.#instruments.upstreamReady.record(event.state === "ready" ? 1 : 0, {
          "diglot.upstream": event.name,
        });
    }
  }

  // Declared late: a meter of the time before the SDK was registered would never measure anything.
  get #instruments(): Instruments {
    this.#declared ??= createInstruments(this.#meterOf());
    return this.#declared;
  }

  #count(requestId: string, names: Attributes): void {
    this.#running[requestId] = names;
    this.#instruments.running.add(1, names);
  }

  #discount(requestId: string): void {
    const names = this.#running[requestId];
    if (!names) return;
    delete this.#running[requestId];
    this.#instruments.running.add(-1, names);
  }

  #addFailure(event: Extract<ReporterEvent, { readonly type: "failure" }>): void {
    const { step, fault, kind } = event;
    const names = { "diglot.step": step, "diglot.fault": fault, "error.type": kind };
    this.#instruments.failures.add(1, { ...names, ...identityOf(event, this.#named) });
  }
}
