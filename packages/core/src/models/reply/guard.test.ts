import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { eventsOf, reportedUsage } from "../../../test/make.js";
import type { ConversationEvent, EventSource } from "../../conversation/events.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { createTurns } from "../../runtime/turns.js";
import type { Reply } from "../model.js";
import { createReplyGuard, type GuardedRun, type GuardSettings } from "./guard.js";

const usage = reportedUsage({ input: 1, output: 1 });
const start: ConversationEvent = { type: "start", model: "m", usage };
const open: ConversationEvent = { type: "open", index: 0, block: { type: "text" } };
const close: ConversationEvent = { type: "close", index: 0 };
const stop: ConversationEvent = { type: "stop", reason: "end" };
const end: ConversationEvent = { type: "end", usage };

function say(text: string): ConversationEvent {
  return { type: "delta", index: 0, delta: { type: "text", text } };
}

const openThinking: ConversationEvent = { ...open, block: { type: "thinking" } };
const openCall: ConversationEvent = { ...open, block: { type: "tool_call", id: "c", name: "f" } };

function sign(signature: string): ConversationEvent {
  return { type: "delta", index: 0, delta: { type: "signature", signature } };
}

function argue(json: string): ConversationEvent {
  return { type: "delta", index: 0, delta: { type: "arguments", json } };
}

type Options = GuardSettings & GuardedRun;

/** The guarded events of a model; it is called by the first read. */
function guardEvents(open: () => Promise<EventSource>, options: Options): EventSource {
  let opening: Promise<EventSource> | undefined;
  let opened: EventSource | undefined;
  const guard = createReplyGuard(options, options);
  const start = async () => {
    const reply = open().then((events) => ({ kind: "events" as const, events }));
    opened = eventsOf(await guard.open(() => reply));
    return opened;
  };
  const guarded = () => {
    opening ??= start();
    return opening;
  };
  return {
    read: () => opened?.read() ?? guarded().then((events) => events.read()),
    cancel: (reason) => opened?.cancel(reason) ?? guarded().then((events) => events.cancel(reason)),
  };
}

type Batch = readonly ConversationEvent[];

/** A source that gives these batches and then, unless it has ended, never answers again. */
function sourceOf(...batches: (Batch | undefined | Error)[]) {
  const cancel = vi.fn(async (_reason?: unknown) => undefined);
  const source: EventSource = {
    read() {
      if (batches.length === 0) return new Promise(() => undefined);
      const batch = batches.shift();
      return batch instanceof Error ? Promise.reject(batch) : Promise.resolve(batch);
    },
    cancel,
  };
  return { source, cancel };
}

/** What a guard needs, and the parts of it that a test controls. */
function optionsOf() {
  const clock = createFakeClock();
  const controller = new AbortController();
  const onOver = vi.fn();
  const options: Options = {
    clock,
    timeouts: { firstEvent: 100, betweenEvents: 10, total: 1_000 },
    sizeLimits: {
      bodyBytes: 1,
      uploadBytes: 1,
      jsonDepth: 1,
      jsonValues: 1e6,
      objectMembers: 1e4,
      messages: 1,
      blocks: 1,
      totalBlocks: 1,
      tools: 1,
      stopSequences: 100,
      eventCharacters: 5,
      replyCharacters: 12,
      replyBlocks: 3,
    },
    turns: createTurns(clock),
    signal: controller.signal,
    end: onOver,
  };
  return { options, clock, controller, onOver };
}

function guard(opening: EventSource | (() => Promise<EventSource>), change: Partial<Options> = {}) {
  const { options, ...controlled } = optionsOf();
  const open = typeof opening === "function" ? opening : async () => opening;
  return { events: guardEvents(open, { ...options, ...change }), ...controlled };
}

/** How a read ended, if it has. */
function watch(read: MaybePromise<unknown>) {
  const outcome: { settled: boolean; error?: unknown } = { settled: false };
  Promise.resolve(read).then(
    () => {
      outcome.settled = true;
    },
    (error: unknown) => {
      outcome.settled = true;
      outcome.error = error;
    },
  );
  return outcome;
}

const timedOut = expect.objectContaining({ kind: "upstream_timeout" });
const badResponse = expect.objectContaining({ kind: "upstream_bad_response" });

describe("createReplyGuard", () => {
  it("opens the reply with the first read, and not before", async () => {
    const { source } = sourceOf([start]);
    const opening = vi.fn(async () => source);
    const { events } = guard(opening);
    await flushPromises();
    expect(opening).not.toHaveBeenCalled();
    expect(await events.read()).toEqual([start]);
    expect(opening).toHaveBeenCalledTimes(1);
  });

  it("lets a complete reply pass, and leaves no timer and no listener behind", async () => {
    const { source, cancel } = sourceOf([start, open], [say("a")], [close, stop, end]);
    const { events, clock, controller, onOver } = guard(source);
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    expect([await events.read(), await events.read()]).toEqual([[start, open], [say("a")]]);
    expect(onOver).not.toHaveBeenCalled();
    expect(await events.read()).toEqual([close, stop, end]);
    expect(onOver.mock.calls).toEqual([[undefined]]);
    expect(await events.read()).toBeUndefined();
    await events.cancel();
    controller.abort();
    clock.advance(10_000);
    expect(await events.read()).toBeUndefined();
    expect([onOver.mock.calls.length, cancel.mock.calls.length, clock.pending]).toEqual([1, 0, 0]);
    expect(removed.mock.calls).toEqual([["abort", expect.any(Function)]]);
  });

  describe("what comes before the reply", () => {
    it("is waited for, and no longer than for the first event", async () => {
      const { options, clock } = optionsOf();
      const { wait } = createReplyGuard(options, options);
      expect(await wait(Promise.resolve("ready"))).toBe("ready");
      const never = watch(wait(new Promise(() => undefined)));
      clock.advance(100);
      await flushPromises();
      expect(never.error).toEqual(timedOut);
    });

    it("passes at once if it is there, unless its time is over", async () => {
      const { options, clock } = optionsOf();
      const { wait } = createReplyGuard(options, options);
      expect(wait("ready")).toBe("ready");
      clock.advance(100);
      await expect(wait("late")).rejects.toEqual(timedOut);
    });
  });

  describe("whoever listens", () => {
    it("hears of each batch, also of the last, before the reply is over", async () => {
      const { options } = optionsOf();
      const heard: unknown[] = [];
      const listener = {
        noteContent: () => heard.push("content"),
        noteEvents: (batch: unknown) => heard.push(batch),
      };
      const run = { ...options, end: () => heard.push("over") };
      const { source } = sourceOf([start], [open], [close, stop, end]);
      const reply = { kind: "events", events: source } as const;
      const guard = createReplyGuard(options, run, listener);
      const events = eventsOf(await guard.open(() => reply));
      for (let batch = 0; batch < 3; batch++) await events.read();
      expect(heard).toEqual([[start], "content", [open], [close, stop, end], "over"]);
    });

    it("hears of the content of each choice, whose grammar is checked", async () => {
      const of = (choice: number, ...events: Batch) => events.map((event) => ({ choice, event }));
      const batches = [of(1, start, open), of(0, start, open), of(2, start)];
      const { options } = optionsOf();
      const noteContent = vi.fn();
      const events = { read: () => batches.shift(), cancel: vi.fn(async () => undefined) };
      const reply: Reply = { kind: "choices", count: 2, events };
      const guard = createReplyGuard(options, options, { noteContent });
      const guarded = await guard.open(() => reply);
      if (guarded.kind !== "choices") throw new Error("A reply of choices stays one.");
      expect([guarded.count, await guarded.events.read()]).toEqual([2, of(1, start, open)]);
      await guarded.events.read();
      expect(noteContent.mock.calls).toEqual([[1], [0]]);
      await expect(guarded.events.read()).rejects.toEqual(badResponse);
      expect(events.cancel).toHaveBeenCalledTimes(1);
    });
  });

  describe("a source that does not wait", () => {
    /** A guarded source whose reads return, or throw, at once. */
    async function sourceAtOnce(...batches: (Batch | Error)[]) {
      const { options, ...controlled } = optionsOf();
      const read = vi.fn(() => {
        const batch = batches.shift();
        if (batch instanceof Error) throw batch;
        return batch;
      });
      const cancel = vi.fn(async () => undefined);
      const reply = { kind: "events", events: { read, cancel } } as const;
      const guarded = eventsOf(await createReplyGuard(options, options).open(() => reply));
      return { guarded, read, cancel, ...controlled };
    }

    it("passes at once, and is asked once more behind its end, so that its attempt may end", async () => {
      const { guarded, read, onOver } = await sourceAtOnce([start, open], [close, stop, end]);
      expect(guarded.read()).toEqual([start, open]);
      expect(guarded.read()).toEqual([close, stop, end]);
      expect([read.mock.calls.length, onOver.mock.calls]).toEqual([3, [[undefined]]]);
      expect([guarded.read(), read.mock.calls.length]).toEqual([undefined, 3]);
    });

    it("fails like any other if a read throws", async () => {
      const error = new Error("broken");
      const { guarded, cancel, onOver } = await sourceAtOnce([start], error);
      guarded.read();
      await expect(guarded.read()).rejects.toBe(error);
      expect([cancel.mock.calls, onOver.mock.calls]).toEqual([[["upstream_error"]], [[error]]]);
    });

    it("may throw behind its end", async () => {
      const { guarded, onOver } = await sourceAtOnce(
        [start, open, close, stop, end],
        new Error("It is over."),
      );
      guarded.read();
      await flushPromises();
      expect(onOver.mock.calls).toEqual([[undefined]]);
    });
  });

  describe("time", () => {
    it("ends a reply whose first event does not come", async () => {
      const { source, cancel } = sourceOf();
      const { events, clock, onOver } = guard(source);
      const read = watch(events.read());
      await flushPromises();
      clock.advance(99);
      await flushPromises();
      expect(read.settled).toBe(false);
      clock.advance(1);
      await flushPromises();
      expect(read.error).toEqual(timedOut);
      expect(cancel.mock.calls).toEqual([["timeout"]]);
      expect(onOver.mock.calls).toEqual([[timedOut]]);
      expect(clock.pending).toBe(0);
    });

    it("ends a reply that never opens, and cancels a source that arrives too late", async () => {
      const late = sourceOf([start]);
      let arrive = (_source: EventSource): void => undefined;
      const { events, clock, onOver } = guard(
        () =>
          new Promise((resolve) => {
            arrive = resolve;
          }),
      );
      const read = watch(events.read());
      clock.advance(100);
      await flushPromises();
      expect(read.error).toEqual(timedOut);
      arrive(late.source);
      await flushPromises();
      expect(late.cancel.mock.calls).toEqual([["timeout"]]);
      expect(onOver).toHaveBeenCalledTimes(1);
    });

    it("ends a reply that pauses too long while somebody reads", async () => {
      const { source, cancel } = sourceOf([start]);
      const { events, clock } = guard(source);
      await events.read();
      const read = watch(events.read());
      clock.advance(9);
      await flushPromises();
      expect(read.settled).toBe(false);
      clock.advance(1);
      await flushPromises();
      expect(read.error).toEqual(timedOut);
      expect(cancel.mock.calls).toEqual([["timeout"]]);
    });

    it("does not count the time that a slow reader takes", async () => {
      const { source } = sourceOf([start], [open], [say("a")]);
      const { events, clock } = guard(source);
      await events.read();
      clock.advance(500);
      expect(await events.read()).toEqual([open]);
      clock.advance(400);
      expect(await events.read()).toEqual([say("a")]);
    });

    it("begins anew after each batch", async () => {
      const { source } = sourceOf();
      const arrived: ((batch: Batch) => void)[] = [];
      source.read = () => new Promise((resolve) => arrived.push(resolve));
      const { events, clock } = guard(source);
      for (const batch of [[start], [open], [say("a")], [say("b")]]) {
        const read = events.read();
        await flushPromises();
        clock.advance(9);
        arrived.shift()?.(batch);
        expect(await read).toEqual(batch);
      }
    });

    it("ends a reply that takes too long in total, also between two reads", async () => {
      const { source, cancel } = sourceOf([start], [open]);
      const { events, clock, onOver } = guard(source);
      await events.read();
      clock.advance(1_000);
      await expect(events.read()).rejects.toEqual(timedOut);
      await expect(events.read()).rejects.toEqual(timedOut);
      expect([cancel.mock.calls, onOver.mock.calls.length]).toEqual([[["timeout"]], 1]);
    });
  });

  describe("an abort", () => {
    it("ends a pending read at once with its reason, though the source ignores it", async () => {
      const { source, cancel } = sourceOf([start]);
      const { events, controller, onOver, clock } = guard(source);
      await events.read();
      const read = watch(events.read());
      const reason = new Error("gone");
      controller.abort(reason);
      await flushPromises();
      expect(read.error).toBe(reason);
      expect(cancel.mock.calls).toEqual([["client_abort"]]);
      expect(onOver.mock.calls).toEqual([[reason]]);
      expect(clock.pending).toBe(0);
    });

    it("is final, though the end of the reply arrives after it", async () => {
      const { source } = sourceOf([start]);
      let arrive = (_batch: Batch): void => undefined;
      const late = () => new Promise<Batch>((resolve) => (arrive = resolve));
      const reads = [source.read, late];
      const read = () => reads.shift()?.() ?? Promise.resolve(undefined);
      const { events, controller, onOver } = guard({ ...source, read });
      await events.read();
      watch(events.read());
      controller.abort(new Error("gone"));
      arrive([stop, end]);
      await flushPromises();
      await expect(events.read()).rejects.toThrow("gone");
      expect(onOver).toHaveBeenCalledTimes(1);
    });

    it.each([
      ["before the reply is opened", undefined],
      ["before the guard is made", AbortSignal.abort(new Error("gone"))],
    ])("%s cancels the source", async (_name, signal) => {
      const { source, cancel } = sourceOf([start]);
      const { events, controller, onOver } = guard(source, signal && { signal });
      controller.abort(new Error("gone"));
      await expect(events.read()).rejects.toThrow("gone");
      await flushPromises();
      expect(cancel.mock.calls).toEqual([["client_abort"]]);
      expect(onOver).toHaveBeenCalledTimes(1);
    });

    it("before the guard is made ends the wait for a reply that never opens", async () => {
      const signal = AbortSignal.abort(new Error("gone"));
      const { events } = guard(() => new Promise(() => undefined), { signal });
      const read = watch(events.read());
      await flushPromises();
      expect(read.error).toEqual(new Error("gone"));
    });

    it("is the one end of a reply whose last events come after it", async () => {
      const { source } = sourceOf();
      let arrive = (_batch: Batch): void => undefined;
      source.read = () =>
        new Promise((resolve) => {
          arrive = resolve;
        });
      const { events, controller, onOver } = guard(source);
      const read = watch(events.read());
      await flushPromises();
      controller.abort(new Error("gone"));
      arrive([start, stop, end]);
      await flushPromises();
      expect(read.error).toEqual(new Error("gone"));
      expect(onOver.mock.calls).toEqual([[new Error("gone")]]);
    });

    it("while the reply opens cancels the source when it arrives", async () => {
      const late = sourceOf([start]);
      const { events, controller } = guard(async () => {
        await flushPromises();
        return late.source;
      });
      const read = watch(events.read());
      controller.abort(new Error("gone"));
      await flushPromises();
      await flushPromises();
      expect(read.error).toEqual(new Error("gone"));
      expect(late.cancel.mock.calls).toEqual([["client_abort"]]);
    });
  });

  describe("cancel", () => {
    it("stops the source once, however often it is called, and ends a pending read", async () => {
      const { source, cancel } = sourceOf([start]);
      const { events, onOver } = guard(source);
      await events.read();
      const read = watch(events.read());
      await events.cancel(new Error("enough"));
      await events.cancel();
      await flushPromises();
      expect(read.error).toEqual(new Error("enough"));
      expect(cancel.mock.calls).toEqual([["client_abort"]]);
      expect(onOver).toHaveBeenCalledTimes(1);
    });

    it("without a reason has one for the reader", async () => {
      const { events } = guard(sourceOf([start]).source);
      await events.read();
      const read = watch(events.read());
      await events.cancel();
      await flushPromises();
      expect(read.error).toEqual(new Error("The reply was cancelled."));
    });

    it("survives a source that fails when it is cancelled", async () => {
      for (const cancel of [
        () => Promise.reject(new Error("hm")),
        () => {
          throw new Error("hm");
        },
      ]) {
        const { events, onOver } = guard({ ...sourceOf([start]).source, cancel });
        await events.read();
        await events.cancel();
        await flushPromises();
        expect(onOver).toHaveBeenCalledTimes(1);
      }
    });
  });

  describe("a source that fails", () => {
    it("passes its error on and is cancelled once", async () => {
      const { source, cancel } = sourceOf([start], new Error("broken"));
      const { events, onOver, clock } = guard(source);
      await events.read();
      await expect(events.read()).rejects.toThrow("broken");
      const readAgain = vi.spyOn(source, "read");
      await expect(events.read()).rejects.toThrow("broken");
      expect(readAgain).not.toHaveBeenCalled();
      expect(cancel.mock.calls).toEqual([["upstream_error"]]);
      expect(onOver.mock.calls).toEqual([[new Error("broken")]]);
      expect(clock.pending).toBe(0);
    });

    it("may fail before it has opened", async () => {
      const { events, onOver, clock } = guard(() => Promise.reject(new Error("no budget")));
      await expect(events.read()).rejects.toThrow("no budget");
      expect(clock.pending).toBe(0);
      expect(onOver.mock.calls).toEqual([[new Error("no budget")]]);
    });

    it.each<[string, readonly (Batch | undefined)[]]>([
      ["gives events out of order", [[open]]],
      ["goes on after its end in the same batch", [[start, stop, end, stop]]],
      ["just ends", [[start], undefined]],
    ])("is one that %s", async (_name, batches) => {
      const { source, cancel } = sourceOf(...batches);
      const { events, onOver } = guard(source);
      for (let read = 1; read < batches.length; read++) await events.read();
      await expect(events.read()).rejects.toEqual(badResponse);
      expect(cancel.mock.calls).toEqual([["upstream_error"]]);
      expect(onOver.mock.calls).toEqual([[badResponse]]);
    });
  });

  describe("the limits", () => {
    it.each<[string, readonly Batch[]]>([
      ["one event", [[start, open, say("123456")]]],
      ["the whole reply", [[start, open, say("12345"), say("12345")], [say("123")]]],
      ["one signature", [[start, openThinking, sign("123456")]]],
      [
        "text and signatures together",
        [[start, openThinking, say("12345"), say("12345")], [sign("123")]],
      ],
      ["one piece of arguments", [[start, openCall, argue("123456")]]],
    ])("hold for %s", async (_name, batches) => {
      const { source, cancel } = sourceOf(...batches);
      const { events, onOver } = guard(source);
      for (let read = 1; read < batches.length; read++) await events.read();
      await expect(events.read()).rejects.toEqual(badResponse);
      expect(cancel.mock.calls).toEqual([["limit"]]);
      expect(onOver).toHaveBeenCalledTimes(1);
    });

    it.each<[string, readonly (Batch | undefined)[], string]>([
      ["too large", [[start, open, say("123456")]], "An event has more than 5 characters."],
      ["not ended", [undefined], "The reply ended without its end event."],
    ])("tell the operator that a reply is %s", async (_name, batches, message) => {
      const { events } = guard(sourceOf(...batches).source);
      await expect(events.read()).rejects.toMatchObject({ cause: { message } });
    });

    it("let a reply pass that just fits", async () => {
      const { source } = sourceOf([start, open, say("12345"), say("12345"), say("12")]);
      expect(await guard(source).events.read()).toHaveLength(5);
    });
  });
});
