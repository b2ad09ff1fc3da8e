import { noUsage, type RequestEnded } from "@diglot/core";
import { expect, it } from "vitest";
import type { Instruments } from "./instruments.js";
import { measureRequest } from "./request-metrics.js";

/** The times per token of a stream with so many tokens of output, the first of them after two seconds of twelve. */
function timesPerToken(output: number): readonly number[] {
  const times: number[] = [];
  const ignored = { add: () => undefined, record: () => undefined };
  const instruments = new Proxy({} as Instruments, {
    get: (_target, name) =>
      name === "timePerOutputToken" ? { record: (time: number) => times.push(time) } : ignored,
  });
  const attempt = { model: "main", usage: { ...noUsage, output } };
  const event = {
    ...{ type: "request_ended", operation: "generate", format: "messages", stream: true },
    ...{ outcome: "answered", answeredBy: "main", attempts: [attempt], losses: [] },
    ...{ milliseconds: 12_000, firstContentMilliseconds: 2_000 },
  };
  measureRequest(event as unknown as RequestEnded, instruments, new Set());
  return times;
}

it.each([
  [11, [1]],
  [2, [10]],
  [1, []],
  [0, []],
])("the time per output token is that between two of them: of %i tokens %j", (output, times) => {
  expect(timesPerToken(output)).toEqual(times);
});
