import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import {
  replyKinds,
  type Script,
  scriptedModel,
  stepsOf,
  whole,
} from "../../../test/scripted-model.js";
import {
  type ErrorKind,
  ServiceError,
  type ServiceErrorOptions,
} from "../../errors/service-error.js";
import { type RetryOptions, withRetry } from "./with-retry.js";

function failureOf(kind: ErrorKind, change: Partial<ServiceErrorOptions> = {}): ServiceError {
  return new ServiceError({ kind, message: "It failed.", ...change });
}

const busy = failureOf("overloaded");

describe.each(replyKinds)("withRetry over a reply of %s", (kind) => {
  /** Calls a model that follows the scripts; `settled` is undefined while it is not. */
  function call(scripts: readonly Script[], options?: RetryOptions) {
    const { model, log } = scriptedModel("m", kind, ...scripts);
    const clock = createFakeClock();
    const controller = new AbortController();
    const { request } = modelRequestOf({ clock, signal: controller.signal });
    const answer = withRetry(model, options).respond(request);
    answer.catch(() => undefined);
    return { answer, log, clock, controller, request };
  }

  it("asks once when the first attempt succeeds", async () => {
    const { answer, log, clock } = call([whole]);
    expect(await stepsOf(await answer)).toEqual(whole);
    expect([log.requests.length, clock.pending]).toEqual([1, 0]);
  });

  it("asks again when the model rejects, and when its reply fails before the first event", async () => {
    const { answer, log, clock } = call([busy, [busy], whole]);
    await flushPromises();
    clock.advance(250);
    await flushPromises();
    clock.advance(500);
    expect(await stepsOf(await answer)).toEqual(whole);
    expect(log.ends).toEqual(["upstream_error", "upstream_error", "completed"]);
    expect(clock.pending).toBe(0);
  });

  it("never asks again after the first event", async () => {
    const { answer, log } = call([["start", busy], whole]);
    await expect(stepsOf(await answer)).rejects.toBe(busy);
    expect(log.requests).toHaveLength(1);
  });

  it("waits a random part of a delay that doubles up to its maximum", async () => {
    const { answer, log, clock } = call([busy], {
      retries: 4,
      baseDelay: 100,
      maximumDelay: 300,
    });
    const times: number[] = [];
    for (let time = 0; time < 1_000; time += 10) {
      await flushPromises();
      if (log.requests.length > times.length) times.push(clock.monotonic());
      clock.advance(10);
    }
    // Half of 100, 200, 300 and 300.
    expect(times).toEqual([0, 50, 150, 300, 450]);
    await expect(answer).rejects.toBe(busy);
  });

  it("waits as long as the error asks for, plus the jitter", async () => {
    const { log, clock } = call([failureOf("rate_limited", { retryAfterSeconds: 5 }), whole]);
    await flushPromises();
    clock.advance(5_249);
    await flushPromises();
    expect(log.requests).toHaveLength(1);
    clock.advance(1);
    await flushPromises();
    expect(log.requests).toHaveLength(2);
  });

  it("passes on at once an error that asks for too long a wait", async () => {
    const later = failureOf("overloaded", { retryAfterSeconds: 31 });
    await expect(call([later]).answer).rejects.toBe(later);
    const { answer, clock, log } = call([later, whole], { maximumRetryAfter: 31_000 });
    await flushPromises();
    clock.advance(32_000);
    await answer;
    expect(log.requests).toHaveLength(2);
  });

  it("stops waiting at once when the caller leaves", async () => {
    const { answer, log, clock, controller } = call([busy]);
    await flushPromises();
    expect(clock.pending).toBe(1);
    controller.abort(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    expect([log.requests.length, clock.pending]).toEqual([1, 0]);
  });

  it("does not ask again for a caller who left during the attempt", async () => {
    const { answer, log, clock, controller } = call(["hang"]);
    await flushPromises();
    controller.abort(failureOf("overloaded"));
    await expect(answer).rejects.toMatchObject({ kind: "overloaded" });
    expect([log.requests.length, clock.pending]).toEqual([1, 0]);
  });

  it.each<[ErrorKind, boolean]>([
    ["upstream_unavailable", true],
    ["upstream_bad_response", true],
    ["upstream_timeout", true],
    ["overloaded", true],
    ["rate_limited", true],
    ["internal", false],
    ["too_large", false],
    ["bad_request", false],
  ])("after %s asks again: %s", async (error, again) => {
    const { log, clock } = call([failureOf(error), whole]);
    await flushPromises();
    clock.advance(500);
    await flushPromises();
    expect(log.requests).toHaveLength(again ? 2 : 1);
  });

  it.each([401, 402, 403, 404])("does not ask again after a %i of the upstream", async (status) => {
    const refusal = failureOf("upstream_unavailable", { upstreamStatus: status });
    const { answer, log } = call([refusal, whole]);
    await expect(answer.then(stepsOf)).rejects.toBe(refusal);
    expect(log.requests).toHaveLength(1);
  });

  it.each<ErrorKind>(["bad_request", "budget_exhausted", "store_unavailable"])(
    "never asks again after %s, whatever the options say",
    async (error) => {
      const retryable = vi.fn(() => true);
      const { answer, log } = call([failureOf(error)], { retryable });
      await expect(answer).rejects.toMatchObject({ kind: error });
      expect(log.requests).toHaveLength(1);
      expect(retryable).not.toHaveBeenCalled();
    },
  );

  it("asks again after the errors that the options name", async () => {
    const { answer, log, clock } = call([new Error("odd"), whole], {
      retryable: (error) => error.kind === "internal",
    });
    await flushPromises();
    clock.advance(500);
    expect(await stepsOf(await answer)).toEqual(whole);
    expect(log.requests).toHaveLength(2);
  });

  it("asks again after the model may have run only if the options say so", async () => {
    const uncertain = failureOf("upstream_timeout", { mayHaveRun: true });
    await expect(call([uncertain, whole]).answer).rejects.toBe(uncertain);
    const { answer, clock } = call([uncertain, whole], { retryUncertain: true });
    await flushPromises();
    clock.advance(500);
    expect(await stepsOf(await answer)).toEqual(whole);
  });

  it("keeps the receipt of the last attempt only", async () => {
    const { model } = scriptedModel("m", kind, busy, whole);
    const noting = {
      ...model,
      respond: (request: Parameters<typeof model.respond>[0]) => {
        request.receipt.apply({ outcome: "dropped", reason: "No place." }, "/seed");
        return model.respond(request);
      },
    };
    const { request } = modelRequestOf();
    await withRetry(noting, { baseDelay: 0 }).respond({
      ...request,
      clock: {
        ...request.clock,
        after: (_delay, callback) => {
          callback();
          return () => undefined;
        },
      },
    });
    expect(request.receipt.entries).toHaveLength(1);
  });
});

describe("withRetry", () => {
  it("does not have the conversation parsed when the model does not ask for it", async () => {
    const conversation = vi.fn();
    const { model } = scriptedModel("m", "events", whole);
    const { request } = modelRequestOf({ conversation });
    await withRetry(model).respond(request);
    expect(conversation).not.toHaveBeenCalled();
  });

  it.each<[RetryOptions, string]>([
    [{ retries: -1 }, "retries"],
    [{ retries: 1.5 }, "retries"],
    [{ baseDelay: Number.NaN }, "baseDelay"],
    [{ maximumDelay: -1 }, "maximumDelay"],
    [{ maximumRetryAfter: "5" as never }, "maximumRetryAfter"],
    [{ retryable: true as never }, "retryable"],
  ])("refuses the options %j", (options, name) => {
    const { model } = scriptedModel("m", "events", whole);
    expect(() => withRetry(model, options)).toThrow(TypeError);
    expect(() => withRetry(model, options)).toThrow(`"${name}" must be`);
  });

  it("refuses a value that is not a model", () => {
    expect(() => withRetry(undefined as never)).toThrow('withRetry: "model" must be a model');
    expect(() => withRetry({} as never)).toThrow(TypeError);
  });
});
