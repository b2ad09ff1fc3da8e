import type {
  AttemptBegun,
  AttemptEnded,
  Reporter,
  ReporterEvent,
  RequestEnded,
} from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { propagation } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { observe } from "./observe.js";
import { caller } from "./requests.js";

const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;

/** A reporter that was told of one request from its beginning to its end, and what it was told. */
async function reportOne() {
  const { reporter, pointsOf, spansOf } = observe([], { captureContents: true });
  const events: ReporterEvent[] = [];
  const recorder: Reporter = (event) => {
    events.push(event);
    reporter(event);
  };
  recorder.contents = (content) => reporter.contents?.(content);
  const { ask, service } = observe([modelOf(["Hello"])], {}, { reporter: recorder });
  await ask("messages", {}, { traceparent });
  await service.close();
  const find = (type: ReporterEvent["type"]) =>
    events.find((event) => event.type === type) ?? expect.fail(`There was no ${type}.`);
  return {
    ...{ reporter, pointsOf, spansOf },
    attempt: find("attempt_begun") as AttemptBegun,
    attemptEnd: find("attempt_ended") as AttemptEnded,
    end: find("request_ended") as RequestEnded,
  };
}

it("the span of a request that has ended is forgotten: the caller's own trace goes on", async () => {
  const { reporter, spansOf, attempt } = await reportOne();
  expect(spansOf()).toHaveLength(2);
  expect(reporter.traceHeaders?.(attempt)).toEqual([["traceparent", traceparent]]);
});

it("what a request that has ended was counted under is forgotten: it is discounted once", async () => {
  const { reporter, pointsOf, end } = await reportOne();
  reporter(end);
  expect(await pointsOf("diglot.running_requests")).toMatchObject([{ value: 0 }]);
});

it("the contents of a request that has ended are forgotten: no later span has them", async () => {
  const { reporter, spansOf, end } = await reportOne();
  reporter(end);
  const servers = spansOf().filter(({ kind }) => kind === "SERVER");
  const telling = servers.filter(({ attributes }) => "gen_ai.output.messages" in attributes);
  expect([servers.length, telling.length]).toEqual([2, 1]);
});

it("what is told of a request that is not known makes no span, and harms nobody", async () => {
  const { reporter, spansOf, attempt, attemptEnd } = await reportOne();
  const failure = { kind: "internal", fault: "service", error: new Error("lost") } as const;
  const told = () => {
    reporter(attempt);
    reporter(attemptEnd);
    reporter({ type: "failure", at: 1_000, step: "heartbeat", ...failure });
    reporter({ type: "failure", at: 1_000, step: "settle", requestId: "req_other", ...failure });
    const { requestId } = attempt;
    reporter.contents?.({ type: "answer", at: 1_000, requestId, status: 200, headers: [] });
  };
  expect(told).not.toThrow();
  expect(spansOf()).toHaveLength(2);
});

it("the trace of a caller who has none goes on as none where nothing writes one", async () => {
  const { reporter, attempt } = await reportOne();
  propagation.disable();
  const { trace: _, contextHeaders: __, ...untraced } = attempt;
  expect(reporter.traceHeaders?.(untraced)).toEqual([]);
  const sent = { ...untraced, trace: { traceparent } };
  expect(reporter.traceHeaders?.(sent)).toEqual([["traceparent", traceparent]]);
});

describe("the times of a stream", () => {
  /** Measures a request that has ended so. */
  async function measured(change: Partial<RequestEnded>, output: number) {
    const { reporter, pointsOf, end } = await reportOne();
    const attempts = end.attempts.map((one) => ({ ...one, usage: { ...one.usage, output } }));
    reporter({ ...end, stream: true, milliseconds: 1_100, attempts, ...change });
    const sumsOf = async (name: string) =>
      (await pointsOf(name)).map(({ value }) => (typeof value === "number" ? value : value.sum));
    return {
      first: await sumsOf("gen_ai.server.time_to_first_token"),
      following: await sumsOf("gen_ai.server.time_per_output_token"),
    };
  }

  it("are that of the first token, and those between the others", async () => {
    const times = await measured({ firstContentMilliseconds: 100 }, 5);
    expect(times).toEqual({ first: [0.1], following: [0.25] });
  });

  it("have nothing between tokens if there was only one, or none is counted", async () => {
    const one = await measured({ firstContentMilliseconds: 100 }, 1);
    expect(one).toEqual({ first: [0.1], following: [] });
    const none = await measured({ firstContentMilliseconds: 100, attempts: [] }, 0);
    expect(none).toEqual({ first: [0.1], following: [] });
  });

  it("are none if it had no content", async () => {
    const none = await measured({ firstContentMilliseconds: undefined }, 5);
    expect(none).toEqual({ first: [], following: [] });
  });
});

it("an attempt of which nothing was sent is no answer in no time", async () => {
  const { reporter, pointsOf, attemptEnd } = await reportOne();
  const countOf = async () => {
    const [point] = await pointsOf("gen_ai.client.operation.duration");
    return typeof point?.value === "object" ? point.value.count : 0;
  };
  expect(await countOf()).toBe(1);
  reporter({ ...attemptEnd, attempt: { ...attemptEnd.attempt, end: "unsent" } });
  expect(await countOf()).toBe(1);
  reporter(attemptEnd);
  expect(await countOf()).toBe(2);
});
