/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The standard variables of OpenTelemetry, read as its specification says: an empty one is not set. */
export interface Variables {
  text(name: string): string | undefined;
  /** The names between commas; none if it is not set. */
  list(name: string): readonly string[];
  /** A number from 0 on. Anything else is said to somebody, and ignored. */
  amount(name: string): number | undefined;
}

/** Reads the variables of a process. */
export function readVariables(
  environment: Environment,
  warn: (message: string) => void,
): Variables {
  const text = (name: string) => environment[name]?.trim() || undefined;
  return {
    text,
    list: (name) => (text(name) ?? "").split(",").flatMap((item) => item.trim() || []),
    amount(name) {
      const given = text(name);
      if (given === undefined) return undefined;
      const amount = Number(given);
      if (amount >= 0 && Number.isFinite(amount)) return amount;
      warn(`${name} is ignored: it must be a number from 0 on.`);
      return undefined;
    },
  };
}

/** The variables that name a collector. */
const endpoints = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
];

/** The variables that turn OTLP on for spans and for metrics. */
const exporters = ["OTEL_TRACES_EXPORTER", "OTEL_METRICS_EXPORTER"];

/** Whether the variables of a process ask it to send telemetry. */
export function askForTelemetry(environment: Environment): boolean {
  const { text, list } = readVariables(environment, () => undefined);
  return (
    endpoints.some((name) => text(name) !== undefined) ||
    exporters.some((name) => list(name).includes("otlp"))
  );
}

/** Whether `OTEL_SDK_DISABLED` forbids all telemetry. */
export function forbidTelemetry({ OTEL_SDK_DISABLED: disabled }: Environment): boolean {
  return disabled?.trim().toLowerCase() === "true";
}
