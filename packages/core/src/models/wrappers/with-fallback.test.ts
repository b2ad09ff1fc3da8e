import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import {
  replyKinds,
  type Script,
  scriptedModel,
  stepsOf,
  whole,
} from "../../../test/scripted-model.js";
import type { Rule } from "../../conversation/receipt/rules.js";
import {
  type ErrorKind,
  ServiceError,
  type ServiceErrorOptions,
} from "../../errors/service-error.js";
import type { Model } from "../model.js";
import { type FallbackOptions, withFallback } from "./with-fallback.js";

const broken = new ServiceError({ kind: "upstream_unavailable", message: "Broken." });
const dropped: Rule = { outcome: "dropped", reason: "It has no place." };

describe.each(replyKinds)("withFallback over replies of %s", (kind) => {
  function call(first: Script, second: Script, options?: FallbackOptions) {
    const a = scriptedModel("a", kind, first);
    const b = scriptedModel("b", kind, second);
    const controller = new AbortController();
    const { request } = modelRequestOf({ signal: controller.signal });
    const answer = withFallback([a.model, b.model], options).respond(request);
    answer.catch(() => undefined);
    return { answer, a: a.log, b: b.log, controller };
  }

  it("asks only the first model when it answers", async () => {
    const { answer, b } = call(whole, whole);
    expect(await stepsOf(await answer)).toEqual(whole);
    expect(b.requests).toEqual([]);
  });

  it.each<[string, Script]>([
    ["rejects", broken],
    ["fails before its first event", [broken]],
    ["fails before its content", ["start", broken]],
    ["throws what is no ServiceError", new Error("odd")],
  ])("asks the next model when one %s, and shows nothing of the first", async (_name, script) => {
    const { answer, a, b } = call(script, whole);
    expect(await stepsOf(await answer)).toEqual(whole);
    expect([a.ends, b.ends]).toEqual([["upstream_error"], ["completed"]]);
  });

  it("does not start again once there was content", async () => {
    const { answer, b } = call(["start", "content", broken], whole);
    const reply = await answer;
    await expect(stepsOf(reply)).rejects.toBe(broken);
    expect(b.requests).toEqual([]);
  });

  it("shows nothing before the content", async () => {
    const { answer, controller } = call(["start", "hang"], whole);
    let settled = false;
    void answer
      .catch(() => undefined)
      .then(() => {
        settled = true;
      });
    await flushPromises();
    expect(settled).toBe(false);
    controller.abort();
  });

  it.each<[string, Script]>([
    ["before its first event", "hang"],
    ["before its content", ["start", "hang"]],
  ])("asks no other model for a caller who leaves %s", async (_name, script) => {
    const { answer, a, b, controller } = call(script, whole);
    await flushPromises();
    controller.abort(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    expect([a.ends, b.requests.length]).toEqual([["client_abort"], 0]);
  });

  it.each<[ErrorKind, boolean]>([
    ["upstream_unavailable", true],
    ["upstream_timeout", true],
    ["upstream_bad_response", true],
    ["overloaded", true],
    ["rate_limited", true],
    ["internal", true],
    ["bad_request", false],
    ["budget_exhausted", false],
    ["too_large", false],
  ])("after %s asks the next model: %s", async (error, next) => {
    const { answer, b } = call(new ServiceError({ kind: error, message: "No." }), whole);
    if (next) expect(await stepsOf(await answer)).toEqual(whole);
    else await expect(answer).rejects.toMatchObject({ kind: error, message: "No." });
    expect(b.requests).toHaveLength(next ? 1 : 0);
  });

  it("asks the next model after a refusal if `when` says so", async () => {
    const refusal = new ServiceError({ kind: "bad_request", message: "No images." });
    const { answer } = call(refusal, whole, { when: ({ kind: error }) => error === "bad_request" });
    expect(await stepsOf(await answer)).toEqual(whole);
    await expect(call(broken, whole, { when: () => false }).answer).rejects.toBe(broken);
  });

  it("throws the last error, with all errors as its cause, when no model answers", async () => {
    const first = new ServiceError({
      kind: "upstream_timeout",
      message: "Late.",
      mayHaveRun: true,
    });
    const last = new ServiceError({
      kind: "overloaded",
      message: "Busy.",
      retryAfterSeconds: 7,
      cause: new Error("why"),
    });
    const error: unknown = await call(first, ["start", last]).answer.catch((thrown) => thrown);
    expect(error).toMatchObject({
      kind: "overloaded",
      message: "Busy.",
      retryAfterSeconds: 7,
      mayHaveRun: true,
    });
    const { cause } = error as { cause: AggregateError };
    expect(cause).toBeInstanceOf(AggregateError);
    expect(cause.errors).toEqual([first, last]);
  });

  it("keeps every member of the last error when no model answers", async () => {
    const options: Required<ServiceErrorOptions> = {
      kind: "rate_limited",
      message: "Wait.",
      upstreamMessage: "Slow down.",
      upstreamStatus: 429,
      param: "model",
      code: "slow_down",
      details: { a: 1 },
      retryAfterSeconds: 7,
      allow: ["POST"],
      problems: [{ at: "/n", message: "No." }],
      answer: { format: "messages", status: 429, headers: [], body: new Uint8Array(1) },
      mayHaveRun: true,
      exceeded: {
        kind: "requests",
        scope: "key",
        id: "key_1",
        model: "m",
        limit: 5,
        remaining: 0,
        requested: 1,
        resetAt: 0,
      },
      rates: { requests: { limit: 5, remaining: 0, resetAt: 0 } },
      cause: new Error("why"),
    };
    const thrown: unknown = await call(broken, new ServiceError(options)).answer.catch((e) => e);
    const { cause, ...kept } = options;
    expect(thrown).toMatchObject(kept);
    expect(thrown).toMatchObject({ cause: { errors: [broken, { cause }] } });
  });

  it("records in the receipt the attempt that is kept, and nothing of an abandoned one", async () => {
    const noting = (name: string, script: Script): Model => {
      const { model } = scriptedModel(name, kind, script);
      return {
        ...model,
        respond(request) {
          request.receipt.apply(dropped, `/${name}`);
          late = () => request.receipt.noteReply(dropped, `/late/${name}`);
          return model.respond(request);
        },
      };
    };
    let late: () => void = () => undefined;
    const { request } = modelRequestOf();
    await withFallback([noting("a", ["start", broken]), noting("b", whole)]).respond(request);
    late();
    expect(request.receipt.entries.map(({ at }) => at)).toEqual(["/b", "/late/b"]);
  });
});

describe("withFallback", () => {
  const { model } = scriptedModel("a", "events", whole);

  it.each<[unknown, unknown, string]>([
    [[], {}, "at least one entry"],
    [undefined, {}, "at least one entry"],
    [[model, {}], {}, '"models[1]" must be a model'],
    [[model, { ...model, prices: { input: 1 } }], {}, '"models[1].prices.output" must be'],
    [[model], { id: "" }, '"id" must be'],
    [[model], { when: true }, '"when" must be a function'],
  ])("refuses %j with %j", (models, options, message) => {
    const build = () => withFallback(models as Model[], options as FallbackOptions);
    expect(build).toThrow(TypeError);
    expect(build).toThrow(message);
  });
});
