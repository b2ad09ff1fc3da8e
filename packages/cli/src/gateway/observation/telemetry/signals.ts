import type { Signal } from "@diglot/opentelemetry";
import type { Variables } from "./variables.js";

/** The variable that says how each signal leaves. */
const exporterOf: Readonly<Record<Signal, string>> = {
  traces: "OTEL_TRACES_EXPORTER",
  metrics: "OTEL_METRICS_EXPORTER",
};

/** The signals that are sent: those of the config, or all, without those that a variable turns off. */
export function chooseSignals(
  chosen: readonly Signal[] = ["traces", "metrics"],
  variables: Variables,
  warn: (message: string) => void,
): readonly Signal[] {
  return chosen.filter((signal) => {
    const names = variables.list(exporterOf[signal]);
    const others = names.filter((name) => name !== "otlp" && name !== "none");
    if (others.length > 0) warn(toWarning(signal, others));
    return names.length === 0 || names.includes("otlp");
  });
}

function toWarning(signal: Signal, others: readonly string[]): string {
  const named = `${exporterOf[signal]} names ${others.join(", ")}, which is ignored`;
  const sent = `${signal} are sent by "otlp" only`;
  const scraped = others.includes("prometheus")
    ? '; for Prometheus, set "metrics" in the file'
    : "";
  return `${named}: ${sent}${scraped}.`;
}
