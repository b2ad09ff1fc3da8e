import type { RequestEnded } from "@diglot/core";
import { noUsage } from "@diglot/core";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { expect, it } from "vitest";
import { RunningSpans } from "./running-spans.js";

const ended: RequestEnded = {
  ...{ type: "request_ended", requestId: "req_1", format: "messages", operation: "generate" },
  ...{ at: 2_000, milliseconds: 1_000, headMilliseconds: 10, outcome: "answered", status: 200 },
  ...{ waited: { limits: 0, ledger: 0 }, attempts: [], usage: noUsage, costNanoDollars: 0 },
  losses: [],
};

it("a span whose contents cannot be read ends without them, at its own time", async () => {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  const tracer = new TracerProvider({ spanProcessors }).getTracer("test");
  const spans = new RunningSpans(() => tracer, new Set());
  spans.end(ended, () => Promise.reject(new Error("too deep")));
  await expect.poll(() => exporter.getFinishedSpans()).toHaveLength(1);
  const [span] = exporter.getFinishedSpans();
  expect(span?.endTime).toEqual([2, 0]);
  expect(span?.attributes).toMatchObject({ "diglot.outcome": "answered" });
});
