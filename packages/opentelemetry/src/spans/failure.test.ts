import { type FailureFacts, ServiceError } from "@diglot/core";
import { type Span, SpanStatusCode } from "@opentelemetry/api";
import { expect, it } from "vitest";
import { failureAttributes, markFailed } from "./failure.js";

const cause = new Error("The upstream answered 503.");
const error = new ServiceError({ kind: "overloaded", message: "Later.", cause });
const causeless = new ServiceError({ kind: "overloaded", message: "Later.", cause: "canary" });
const upstream = "http://up.example";
const code = SpanStatusCode.ERROR;

/** The status that a span is given for a failure. */
function statusOf(failure: Partial<FailureFacts> | undefined, asked?: string): unknown {
  const statuses: unknown[] = [];
  const span = { setStatus: (status: unknown) => statuses.push(status) } as unknown as Span;
  markFailed(span, failure as FailureFacts | undefined, asked);
  return statuses[0];
}

it.each<[string, Partial<FailureFacts> | undefined, string | undefined, object | undefined]>([
  ["of the service in its words", { fault: "service", error }, undefined, { message: "Later." }],
  [
    "of an upstream in its words and those of the cause",
    { fault: "upstream", error },
    upstream,
    { message: "Later. The upstream answered 503." },
  ],
  [
    "of an upstream without the words of others",
    { fault: "upstream", error: causeless },
    upstream,
    { message: "Later." },
  ],
  ["that is a defect without words", { fault: "defect", error }, upstream, {}],
  ["of a model without its words", { fault: "upstream", error: cause }, upstream, {}],
  ["of which nothing is known without words", undefined, upstream, {}],
])("a span says of a failure %s", (_name, failure, asked, status) => {
  expect(statusOf(failure, asked)).toEqual({ code, ...status });
});

it("a span has not failed if its caller is at fault", () => {
  expect(statusOf({ fault: "caller", error })).toBeUndefined();
});

it("a failure is named by its kind, its fault and the status of its upstream", () => {
  const failure = { kind: "overloaded", fault: "upstream", error } as FailureFacts;
  expect(failureAttributes(failure)).toEqual({
    ...{ "error.type": "overloaded", "diglot.fault": "upstream" },
  });
  expect(failureAttributes({ ...failure, upstreamStatus: 503 })).toMatchObject({
    "diglot.upstream.status": 503,
  });
});
