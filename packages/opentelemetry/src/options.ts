import { type Check, checks } from "@diglot/core";
import { createRedactor, type Redactor } from "@diglot/core/redaction";
import { type MeterProvider, metrics, type TracerProvider, trace } from "@opentelemetry/api";

/** Who has asked: the account that pays, the key, or the end user whom the request's body names. */
export type Identity = "account" | "key" | "endUser";

/** What is made of events. */
export type Signal = "traces" | "metrics";

/** How much of prompts and outputs is written into spans. */
export interface CaptureOptions {
  /**
   * Characters of the texts of each attribute, ids, names and media types included. Of longer conversations the
   * last messages are kept, and of longer texts the beginning. @default 10_000
   */
  readonly characters?: number | undefined;
  /**
   * Texts and patterns that are never shown, beside all texts that are shaped like a credential and the secrets of
   * the service. A pattern runs over each text at once, so a pattern that backtracks can stop the process for
   * long; `characters` bounds it: twice as many are searched. @default none
   */
  readonly secrets?: readonly (string | RegExp)[] | undefined;
}

/** Options of `openTelemetry`. Everything has a default. */
export interface OpenTelemetryOptions {
  /**
   * Spans, metrics, or both. Without `"traces"` there are no spans, and upstreams get the caller's `traceparent`
   * as it came. @default ["traces", "metrics"]
   */
  readonly signals?: readonly Signal[] | undefined;
  /** Where spans go. @default the global tracer provider, which the SDK registers */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Where metrics go. @default the global meter provider, which the SDK registers */
  readonly meterProvider?: MeterProvider | undefined;
  /** Whose id spans have: the account, the key, the end user. @default none of them */
  readonly spansName?: readonly Identity[] | undefined;
  /**
   * Whose id metrics have: the account, the key. Each id is a time series, so there should not be many of them.
   * @default none of them
   */
  readonly metricsName?: readonly Exclude<Identity, "endUser">[] | undefined;
  /**
   * Writes the instructions, the messages and the reply into spans of requests, without texts that are shaped like
   * a credential, the secrets of the service, and the bytes of images and other media: `true`, or an object of
   * options. The span of a request with more than 64 Ki characters of them ends a few turns of the event loop
   * later, with the right time. @default false
   */
  readonly captureContents?: boolean | CaptureOptions | undefined;
}

/** Complete options of what is said of prompts and outputs. */
export interface CaptureSettings {
  readonly characters: number;
  readonly redactor: Redactor;
}

/** Complete, checked options. */
export interface OpenTelemetrySettings {
  readonly signals: ReadonlySet<Signal>;
  /** Asked when something is to be reported, because the SDK may be registered later. */
  tracerProvider(): TracerProvider;
  meterProvider(): MeterProvider;
  readonly spansName: ReadonlySet<Identity>;
  readonly metricsName: ReadonlySet<Identity>;
  /** Absent: contents are neither seen nor shown. */
  readonly capture: CaptureSettings | undefined;
}

/**
 * Completes and checks the options.
 * @throws TypeError whose message says how to fix the options
 */
export function toSettings(options: OpenTelemetryOptions): OpenTelemetrySettings {
  checks.checkOptions("openTelemetry", options, validOptions);
  const { tracerProvider, meterProvider, spansName, metricsName, captureContents } = options;
  const { signals = ["traces", "metrics"] } = options;
  return {
    signals: new Set(signals),
    tracerProvider: () => tracerProvider ?? trace.getTracerProvider(),
    meterProvider: () => meterProvider ?? metrics.getMeterProvider(),
    spansName: new Set(spansName),
    metricsName: new Set(metricsName),
    capture: toCapture(captureContents),
  };
}

function toCapture(given: OpenTelemetryOptions["captureContents"]): CaptureSettings | undefined {
  if (!given) return undefined;
  const { characters = 10_000, secrets = [] } = given === true ? {} : given;
  return { characters, redactor: createRedactor(secrets) };
}

const { either, flag, isHidden, listOf, members, oneOf, port, size } = checks;

const validCapture: Check = members<CaptureOptions>({
  characters: size,
  secrets: listOf(
    isHidden(
      "a string or a regular expression",
      (secret) => typeof secret === "string" || secret instanceof RegExp,
    ),
  ),
});

const validOptions: Check = members<OpenTelemetryOptions>({
  signals: listOf(oneOf<Signal>("traces", "metrics")),
  // Given and undefined, spans and metrics would go where nobody expects them.
  tracerProvider: { given: port<TracerProvider>("a tracer provider", "getTracer") },
  meterProvider: { given: port<MeterProvider>("a meter provider", "getMeter") },
  spansName: listOf(oneOf<Identity>("account", "key", "endUser")),
  metricsName: listOf(oneOf<Identity>("account", "key")),
  captureContents: either((value) => typeof value === "object", validCapture, flag),
});
