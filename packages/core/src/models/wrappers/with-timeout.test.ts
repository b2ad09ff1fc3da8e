import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { eventsOf, modelRequestOf } from "../../../test/make.js";
import {
  readNext,
  replyKinds,
  type Script,
  scriptedModel,
  stepsOf,
  whole,
} from "../../../test/scripted-model.js";
import { ServiceError } from "../../errors/service-error.js";
import { defineModel } from "../in-process/define-model.js";
import type { Reply } from "../model.js";
import { type TimeLimits, withTimeout } from "./with-timeout.js";

const timedOut = { kind: "upstream_timeout", mayHaveRun: true };

/** An abort signal that counts its listeners. */
function countListeners(signal: AbortSignal) {
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  return () => added.mock.calls.length - removed.mock.calls.length;
}

function cancel(reply: Reply, reason: string): Promise<void> {
  const source = reply.kind === "relay" ? reply.body : reply.events;
  if (source instanceof Uint8Array) throw new Error("A source was expected.");
  return source.cancel(reason);
}

describe.each(replyKinds)("withTimeout over a reply of %s", (kind) => {
  function call(script: Script, limits: TimeLimits) {
    const { model, log } = scriptedModel("m", kind, script);
    const clock = createFakeClock();
    const controller = new AbortController();
    const { request } = modelRequestOf({ clock, signal: controller.signal });
    const listeners = countListeners(controller.signal);
    const answer = withTimeout(model, limits).respond(request);
    answer.catch(() => undefined);
    return { answer, log, clock, controller, listeners };
  }

  it("does not change a reply that is in time, and leaves no timer and no listener", async () => {
    const { answer, log, clock, listeners } = call(whole, {
      firstEvent: 10,
      betweenEvents: 10,
      total: 10,
    });
    expect(await stepsOf(await answer)).toEqual(whole);
    expect(log.ends).toEqual(["completed"]);
    expect([clock.pending, listeners()]).toEqual([0, 0]);
    expect(log.requests[0]?.signal.aborted).toBe(false);
  });

  it.each<[string, Script]>([
    ["a model that does not answer", "hang"],
    ["a reply without a first event", ["hang"]],
  ])("stops %s, and closes its attempt as a timeout", async (_name, script) => {
    const { answer, log, clock, listeners } = call(script, { firstEvent: 100 });
    await flushPromises();
    clock.advance(99);
    expect(log.ends).toEqual([]);
    clock.advance(1);
    expect(log.ends).toEqual(["timeout"]);
    await expect(answer).rejects.toMatchObject(timedOut);
    expect(log.requests[0]?.signal.reason).toMatchObject(timedOut);
    expect([clock.pending, listeners()]).toEqual([0, 0]);
  });

  it("no longer applies the time to the first event once that event is there", async () => {
    const { answer, log, clock } = call(["start", "hang"], { firstEvent: 100 });
    const reply = await answer;
    await readNext(reply);
    void readNext(reply);
    clock.advance(1_000);
    expect(log.ends).toEqual([]);
  });

  it("stops a reply that pauses too long between two events", async () => {
    const { answer, log, clock, listeners } = call(["start", "hang"], { betweenEvents: 100 });
    const reply = await answer;
    clock.advance(1_000);
    await readNext(reply);
    clock.advance(1_000);
    expect(log.ends).toEqual([]);
    const next = readNext(reply);
    clock.advance(100);
    expect(log.ends).toEqual(["timeout"]);
    await expect(next).rejects.toMatchObject(timedOut);
    await expect(readNext(reply)).rejects.toMatchObject(timedOut);
    expect([clock.pending, listeners()]).toEqual([0, 0]);
  });

  it("stops a reply that takes too long in total, also while nobody reads", async () => {
    const { answer, log, clock } = call(["start", "content", "hang"], { total: 100 });
    const reply = await answer;
    await readNext(reply);
    clock.advance(100);
    expect(log.ends).toEqual(["timeout"]);
    await expect(readNext(reply)).rejects.toMatchObject(timedOut);
  });

  it("passes a failure on and frees everything", async () => {
    const broken = new ServiceError({ kind: "upstream_unavailable", message: "Broken." });
    const { answer, log, clock, listeners } = call(["start", broken], {
      firstEvent: 9,
      betweenEvents: 9,
      total: 9,
    });
    await expect(stepsOf(await answer)).rejects.toBe(broken);
    expect(log.ends).toEqual(["upstream_error"]);
    expect([clock.pending, listeners()]).toEqual([0, 0]);
    expect(log.requests[0]?.signal.reason).toBe(broken);
  });

  it("passes a cancel on, aborts the work for the reply, and frees everything", async () => {
    const { answer, log, clock, listeners } = call(["start", "hang"], { total: 9 });
    await cancel(await answer, "limit");
    expect(log.ends).toEqual(["limit"]);
    expect(log.requests[0]?.signal.aborted).toBe(true);
    expect([clock.pending, listeners()]).toEqual([0, 0]);
  });

  it.each<[string, Script]>([
    ["before the answer", "hang"],
    ["before the first event", ["hang"]],
    ["after it", ["start", "hang"]],
  ])("follows a caller who leaves %s", async (_name, script) => {
    const { answer, log, clock, controller, listeners } = call(script, { total: 9 });
    await flushPromises();
    const gone = new Error("gone");
    controller.abort(gone);
    expect(log.ends).toEqual(["client_abort"]);
    expect(log.requests[0]?.signal.reason).toBe(gone);
    await expect(answer.then(readNext)).rejects.toBe(gone);
    expect([clock.pending, listeners()]).toEqual([0, 0]);
  });

  it("cancels a reply that arrives after the timeout", async () => {
    const { model, log } = scriptedModel("m", kind, ["start", "hang"]);
    const clock = createFakeClock();
    const { request } = modelRequestOf({ clock });
    const slow = {
      ...model,
      respond: (asked: typeof request) =>
        new Promise<Reply>((resolve) => {
          clock.after(200, () => resolve(model.respond(asked)));
        }),
    };
    const answer = withTimeout(slow, { firstEvent: 100 }).respond(request);
    answer.catch(() => undefined);
    clock.advance(200);
    await flushPromises();
    await expect(answer).rejects.toMatchObject(timedOut);
    expect(log.ends).toEqual(["timeout"]);
  });
});

describe("withTimeout", () => {
  it("wakes a generator that waits for its signal, and closes its ledger row once, as a timeout", async () => {
    const clock = createFakeClock();
    const { request, close } = modelRequestOf({ clock });
    let heard: unknown;
    const model = defineModel("m", async function* ({ signal }) {
      yield "a";
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          heard = signal.reason;
          reject(signal.reason);
        });
      });
    });
    const events = eventsOf(await withTimeout(model, { betweenEvents: 10 }).respond(request));
    await events.read();
    const next = Promise.resolve(events.read());
    next.catch(() => undefined);
    await flushPromises();
    clock.advance(10);
    await expect(next).rejects.toMatchObject(timedOut);
    await flushPromises();
    expect(heard).toMatchObject(timedOut);
    expect(close.mock.calls.map(([end]) => end)).toEqual(["timeout"]);
  });

  it("returns a complete relayed body unchanged", async () => {
    const clock = createFakeClock();
    const body = new Uint8Array([1]);
    const { model } = scriptedModel("m", "events", whole);
    const reply: Reply = {
      kind: "relay",
      status: 200,
      headers: [],
      body,
      untilContent: async () => undefined,
    };
    const limited = withTimeout({ ...model, respond: async () => reply }, { total: 5 });
    expect(await limited.respond(modelRequestOf({ clock }).request)).toBe(reply);
    expect(clock.pending).toBe(0);
  });

  it.each<[TimeLimits, string]>([
    [{ firstEvent: 0 }, "firstEvent"],
    [{ betweenEvents: -1 }, "betweenEvents"],
    [{ total: Number.POSITIVE_INFINITY }, "total"],
    [{ total: "5" as never }, "total"],
  ])("refuses the times %j", (limits, name) => {
    const { model } = scriptedModel("m", "events", whole);
    expect(() => withTimeout(model, limits)).toThrow(TypeError);
    expect(() => withTimeout(model, limits)).toThrow(`"${name}" must be`);
  });
});
