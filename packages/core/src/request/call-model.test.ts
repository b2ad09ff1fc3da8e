import { modelOf } from "@diglot/test-support/models";
import { deferred, flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { modelRequestOf } from "../../test/make.js";
import type { ModelRequest, Reply } from "../models/model.js";
import { AbortLink } from "../runtime/abort-link.js";
import type { Call } from "./call.js";
import { callModel, toOrigin } from "./call-model.js";

/** Calls a model, which may have to wait for a turn of the event loop. */
function call(turn: Promise<void> | undefined, change: Partial<Call> = {}) {
  const report = vi.fn();
  const signal = new AbortLink();
  const reply: Reply = { kind: "events", events: { read: () => undefined, cancel: vi.fn() } };
  const respond = vi.fn(async (_request: ModelRequest) => reply);
  const { request } = modelRequestOf();
  const context = {
    settings: { report, turns: { pass: () => turn }, sizeLimits: {}, clock: request.clock },
    run: { signal },
    model: { ...modelOf([]), respond },
    exchange: { headers: new Headers() },
    format: { name: "messages", native: {}, createToolCallId: () => "call" },
    key: { id: "key-1", accountId: "team", models: "all" },
    request: { choices: 1, stream: false, body: { a: 1 }, endUser: "ada" },
    attempts: { open: vi.fn() },
    input: {},
    ...change,
  } as unknown as Call;
  return { context, report, signal, respond, reply, replied: callModel(context, {} as never) };
}

describe("callModel", () => {
  it("lets others have their turn first, if the turn is used up", async () => {
    const turn = deferred();
    const { respond, replied, reply } = call(turn.promise);
    await flushPromises();
    expect(respond).not.toHaveBeenCalled();
    turn.resolve();
    expect(await replied).toBe(reply);
    const [request] = respond.mock.calls[0] ?? [];
    expect(request).toMatchObject({
      caller: { keyId: "key-1", accountId: "team", endUser: "ada" },
      origin: { format: "messages", body: { a: 1 } },
    });
  });

  it("does not call it for a caller who leaves meanwhile", async () => {
    const turn = deferred();
    const { signal, respond, replied } = call(turn.promise);
    signal.abort("gone");
    turn.resolve();
    await expect(replied).rejects.toBe("gone");
    expect(respond).not.toHaveBeenCalled();
  });

  it("reports the failure of a model at once if the service has no reporter", async () => {
    const { report, respond, replied } = call(undefined, { events: undefined });
    await replied;
    const [request] = respond.mock.calls[0] ?? [];
    const error = new Error("reset");
    request?.reportFailure?.({ model: "m", upstream: undefined, error });
    expect(report.mock.calls).toMatchObject([
      [{ type: "failure", step: "attempt", model: "m", error }],
    ]);
    expect(request?.noteChoice).toBeUndefined();
  });
});

describe("the origin of a request", () => {
  it("has the body of the context, which may let go of it, also when it is copied", () => {
    const { context } = call(undefined);
    const origin = toOrigin(context);
    expect({ ...origin }.body).toEqual({ a: 1 });
    context.request = { ...context.request, body: { b: 2 } };
    expect(origin.body).toEqual({ b: 2 });
  });
});
