import type { AttemptBegun, Reporter, ReporterEvent, RequestEnded } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { expect, it } from "vitest";
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
