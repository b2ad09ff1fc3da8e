import type { Counter, Gauge, Histogram, Meter, UpDownCounter } from "@opentelemetry/api";
import { toAttributes } from "../facts/attributes.js";
import { betweenTokens, durations, firstTokens, tokens } from "./boundaries.js";

/** What adds to a sum, such as a counter. */
type Sum = Pick<Counter, "add">;
/** What notes single values. */
type Values = Pick<Histogram, "record">;

/** Everything that is measured. Times are in seconds. Labels are shortened here, as attributes of spans are. */
export interface Instruments {
  readonly requestDuration: Values;
  readonly timeToFirstToken: Values;
  readonly timePerOutputToken: Values;
  readonly attemptDuration: Values;
  readonly timeToFirstChunk: Values;
  readonly tokenUsage: Values;
  readonly requests: Sum;
  readonly running: Sum;
  readonly cost: Sum;
  readonly failures: Sum;
  readonly losses: Sum;
  readonly keyRests: Sum;
  readonly upstreamReady: Values;
}

/** Declares all instruments, with the names and boundaries of the convention where it has them. */
export function createInstruments(meter: Meter): Instruments {
  const histogram = (name: string, description: string, boundaries: number[], unit = "s") =>
    toValues(
      meter.createHistogram(name, {
        description,
        unit,
        advice: { explicitBucketBoundaries: boundaries },
      }),
    );
  const counter = (name: string, description: string, unit: string) =>
    toSum(meter.createCounter(name, { description, unit }));
  return {
    requestDuration: histogram(
      "gen_ai.server.request.duration",
      "Duration of requests, to the last byte of the answer.",
      durations,
    ),
    timeToFirstToken: histogram(
      "gen_ai.server.time_to_first_token",
      "Time from a request to the first content of its streamed reply.",
      firstTokens,
    ),
    timePerOutputToken: histogram(
      "gen_ai.server.time_per_output_token",
      "Time per output token after the first one, of streamed replies.",
      betweenTokens,
    ),
    attemptDuration: histogram(
      "gen_ai.client.operation.duration",
      "Duration of attempts to call a model.",
      durations,
    ),
    timeToFirstChunk: histogram(
      "gen_ai.client.operation.time_to_first_chunk",
      "Time from an attempt to the first content of its streamed reply.",
      durations,
    ),
    tokenUsage: histogram(
      "gen_ai.client.token.usage",
      "Billed input and output tokens of attempts.",
      tokens,
      "{token}",
    ),
    requests: counter(
      "diglot.requests",
      "Requests that have ended, of every operation.",
      "{request}",
    ),
    running: toSum(
      meter.createUpDownCounter("diglot.running_requests", {
        description: "Requests to models that run now.",
        unit: "{request}",
      }),
    ),
    cost: counter("diglot.cost", "Cost of attempts, in dollars.", "USD"),
    failures: counter(
      "diglot.failures",
      "Background failures, by the step that failed.",
      "{failure}",
    ),
    losses: counter("diglot.losses", "What translations did not preserve exactly.", "{loss}"),
    keyRests: counter(
      "diglot.upstream.key_rests",
      "Rests of keys, of upstreams that have several: after each refusal of a key.",
      "{rest}",
    ),
    upstreamReady: toValues(
      meter.createGauge("diglot.upstream.ready", {
        description: "Whether an upstream could be used when it was asked last: 1 or 0.",
      }),
    ),
  };
}

function toSum(instrument: Counter | UpDownCounter): Sum {
  return { add: (value, labels = {}) => instrument.add(value, toAttributes(labels)) };
}

function toValues(instrument: Histogram | Gauge): Values {
  return { record: (value, labels = {}) => instrument.record(value, toAttributes(labels)) };
}
