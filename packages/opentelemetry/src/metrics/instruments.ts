import type { Counter, Histogram, Meter, UpDownCounter } from "@opentelemetry/api";
import { betweenTokens, durations, firstTokens, tokens } from "./boundaries.js";

/** Everything that is measured. Times are in seconds. */
export interface Instruments {
  readonly requestDuration: Histogram;
  readonly timeToFirstToken: Histogram;
  readonly timePerOutputToken: Histogram;
  readonly attemptDuration: Histogram;
  readonly timeToFirstChunk: Histogram;
  readonly tokenUsage: Histogram;
  readonly requests: Counter;
  readonly running: UpDownCounter;
  readonly cost: Counter;
  readonly failures: Counter;
  readonly losses: Counter;
}

/** Declares all instruments, with the names and boundaries of the convention where it has them. */
export function createInstruments(meter: Meter): Instruments {
  const histogram = (name: string, description: string, boundaries: number[], unit = "s") =>
    meter.createHistogram(name, {
      description,
      unit,
      advice: { explicitBucketBoundaries: boundaries },
    });
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
    requests: meter.createCounter("diglot.requests", {
      description: "Requests that have ended, of every operation.",
      unit: "{request}",
    }),
    running: meter.createUpDownCounter("diglot.running_requests", {
      description: "Requests to models that run now.",
      unit: "{request}",
    }),
    cost: meter.createCounter("diglot.cost", {
      description: "Cost of attempts, in dollars.",
      unit: "USD",
    }),
    failures: meter.createCounter("diglot.failures", {
      description: "Background failures, by the step that failed.",
      unit: "{failure}",
    }),
    losses: meter.createCounter("diglot.losses", {
      description: "What translations did not preserve exactly.",
      unit: "{loss}",
    }),
  };
}
