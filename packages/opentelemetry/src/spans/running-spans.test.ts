import type { RequestEnded } from "@diglot/core";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { expect, it } from "vitest";
import { RunningSpans } from "./running-spans.js";

const nothing = {
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  output: 0,
  reasoning: 0,
};
const ended: RequestEnded = {
  type: "request_ended",
  ...{ requestId: "a", format: "messages", operation: "generate", at: 5_000, milliseconds: 1_000 },
  ...{ outcome: "answered", status: 200, headMilliseconds: 1, waited: { limits: 0, ledger: 0 } },
  ...{ attempts: [], losses: [], usage: nothing, costNanoDollars: 0 },
};

it("a span whose contents cannot be shown ends all the same, without them and in time", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const spans = new RunningSpans(() => provider.getTracer("test"), new Set());
  spans.end(ended, () => Promise.reject(new Error("A pattern has failed.")));
  await new Promise(setImmediate);
  const [span, ...others] = exporter.getFinishedSpans();
  expect(others).toEqual([]);
  expect(span?.endTime).toEqual([5, 0]);
  expect(span?.attributes).toMatchObject({ "diglot.outcome": "answered" });
  expect(span?.attributes).not.toHaveProperty("gen_ai.input.messages");
});
