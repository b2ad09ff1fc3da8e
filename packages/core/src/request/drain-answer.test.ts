import { getEventListeners } from "node:events";
import { createFakeClock } from "@diglot/test-support/clock";
import { controlledSource } from "@diglot/test-support/sources";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { type Answer, type ByteSource, isByteSource } from "../http/exchange.js";
import type { Call } from "./call.js";
import { drainAnswer } from "./drain-answer.js";
import { createLifetime } from "./lifetime.js";

/** An answer of a call under a policy, whose body a test writes. */
function drain(
  answer: Answer | Promise<Answer>,
  {
    onCallerGone = "drain" as Call["onCallerGone"],
    bytes = 10,
    caller = new AbortController(),
  } = {},
) {
  const { signal } = caller;
  const headers = new Headers();
  const exchange = {
    method: "POST",
    target: "/",
    headers,
    body: { kind: "empty" },
    signal,
  } as const;
  const run = createLifetime(createFakeClock()).begin(exchange, 60_000);
  const end = vi.spyOn(run, "end");
  const track = vi.spyOn(run, "track");
  const settings = { drain: { bytes } };
  const call = { settings, run, onCallerGone, exchange } as unknown as Call;
  const given = Promise.resolve(answer);
  return { caller, run, end, track, given, drained: drainAnswer(call, given) };
}

const answerOf = (body: Answer["body"]): Answer => ({ status: 200, headers: [], body });

/** The body of a drained answer. */
async function bodyOf(drained: Promise<Answer>): Promise<ByteSource> {
  const { body } = await drained;
  if (!isByteSource(body)) throw new Error("It is a source.");
  return body;
}

const block = (length = 1) => new Uint8Array(length);

describe("drainAnswer", () => {
  it("leaves the answer alone under other policies", () => {
    const { given, drained } = drain(answerOf(undefined), { onCallerGone: "refund" });
    expect(drained).toBe(given);
  });

  it("passes an answer on whole, and leaves no listener behind", async () => {
    const source = controlledSource();
    const { caller, drained, run } = drain(answerOf(source));
    const body = await bodyOf(drained);
    expect(getEventListeners(caller.signal, "abort")).toHaveLength(2);
    source.push(block(3));
    source.end();
    expect((await body.read())?.length).toBe(3);
    expect(await body.read()).toBeUndefined();
    expect(await body.read()).toBeUndefined();
    expect(source.pulled).toBe(2);
    // Only that of the run.
    expect(getEventListeners(caller.signal, "abort")).toHaveLength(1);
    await body.cancel("late");
    expect([run.callerIsGone(), source.pulled]).toEqual([false, 2]);
  });

  it("passes bytes and empty answers on as they are", async () => {
    for (const body of [undefined, block(3)]) {
      expect(await drain(answerOf(body)).drained).toEqual(answerOf(body));
    }
  });

  it("lets the caller go before the head at once, and continues", async () => {
    const { caller, drained, run } = drain(new Promise<Answer>(() => undefined));
    caller.abort("gone");
    await expect(drained).rejects.toBe("gone");
    expect([run.callerIsGone(), run.signal.aborted]).toEqual([true, false]);
  });

  it("waits for the failure of a run whose caller had left before it began", async () => {
    const caller = new AbortController();
    caller.abort("early");
    const { drained } = drain(Promise.reject(new Error("aborted")), { caller });
    await expect(drained).rejects.toThrow("aborted");
  });

  it("reads nothing for a caller who had left before the stream began, and drains it", async () => {
    const caller = new AbortController();
    caller.abort("early");
    const source = controlledSource();
    source.push(block());
    source.end();
    const { drained, track } = drain(answerOf(source), { caller });
    const body = await bodyOf(drained);
    await expect(body.read()).rejects.toBe("early");
    await flushPromises();
    expect(track).toHaveBeenCalledTimes(1);
    expect(source.pulled).toBe(2);
  });

  it.each([
    ["aborts", async (caller: AbortController) => caller.abort("gone")],
    ["cancels the body", async (_caller: AbortController, body: ByteSource) => body.cancel("gone")],
  ])("reads on in the place of a caller who %s, once, up to the end", async (_how, leave) => {
    const source = controlledSource();
    const { caller, drained, run, track, end } = drain(answerOf(source));
    const body = await bodyOf(drained);
    const reading = (async () => (await body.read()) ?? "ended")().catch(
      (reason: unknown) => reason,
    );
    await leave(caller, body);
    expect(run.callerIsGone()).toBe(true);
    expect(["ended", "gone"]).toContain(await reading);
    caller.abort("again");
    await body.cancel("again");
    for (const length of [3, 3, 4]) source.push(block(length));
    source.end();
    await flushPromises();
    expect(track).toHaveBeenCalledTimes(1);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    // The first block was still for the caller, and nine bytes more are within the limit.
    expect([source.pulled, end.mock.calls.length]).toEqual([4, 0]);
  });

  it("says to a caller who reads on why nothing comes: its abort, or the end", async () => {
    const aborting = drain(answerOf(controlledSource()));
    const aborted = await bodyOf(aborting.drained);
    aborting.caller.abort("gone");
    await expect(aborted.read()).rejects.toBe("gone");
    const cancelled = await bodyOf(drain(answerOf(controlledSource())).drained);
    await cancelled.cancel("gone");
    expect(await cancelled.read()).toBeUndefined();
  });

  it.each([
    [[5, 5], 0],
    [[5, 5, 1], 1],
  ])("ends the run when more than its limit of bytes was drained: %j", async (lengths, ends) => {
    const source = controlledSource();
    const { drained, end } = drain(answerOf(source));
    await (await bodyOf(drained)).cancel("gone");
    for (const length of lengths) source.push(block(length));
    await flushPromises();
    expect(end).toHaveBeenCalledTimes(ends);
    if (ends > 0)
      expect(end.mock.calls[0]?.[0]).toMatchObject({ kind: "internal", mayHaveRun: true });
    source.end();
  });

  it("takes a failure of the stream for its end", async () => {
    const source = controlledSource();
    const { drained, track } = drain(answerOf(source));
    await (await bodyOf(drained)).cancel("gone");
    source.fail(new Error("cut"));
    await expect(track.mock.calls.at(-1)?.[0]).resolves.toBeUndefined();
  });
});
