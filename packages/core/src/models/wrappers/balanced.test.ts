import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import {
  readNext,
  replyKinds,
  type Script,
  scriptedModel,
  stepsOf,
  whole,
} from "../../../test/scripted-model.js";
import { type ErrorKind, ServiceError } from "../../errors/service-error.js";
import type { Model, ModelRequest } from "../model.js";
import { cancelReply } from "../reply/cancel.js";
import { type BalancedOptions, balanced, type WeightedModel } from "./balanced.js";

const broken = new ServiceError({ kind: "upstream_unavailable", message: "Broken." });
const refusal = new ServiceError({ kind: "bad_request", message: "No." });

describe.each(replyKinds)("balanced over replies of %s", (kind) => {
  /** Two models behind a balance; each script list belongs to one of them. */
  function pair(a: readonly Script[], b: readonly Script[], options: BalancedOptions = {}) {
    const first = scriptedModel("a", kind, ...a);
    const second = scriptedModel("b", kind, ...b);
    const clock = createFakeClock();
    const model = balanced([first.model, second.model], options);
    const ask = (change: Partial<ModelRequest> = {}) =>
      model.respond(modelRequestOf({ clock, random: () => 0, ...change }).request);
    const counts = () => [first.log.requests.length, second.log.requests.length];
    return { ask, clock, counts };
  }

  /** Asks, reads to the end, and forgets failures. */
  async function run(ask: () => Promise<Awaited<ReturnType<Model["respond"]>>>) {
    await ask()
      .then(stepsOf)
      .catch(() => undefined);
  }

  it("gives each request to the model with the fewest replies in progress", async () => {
    const { ask, counts } = pair([whole], [whole]);
    const replies = [await ask(), await ask(), await ask()];
    expect(counts()).toEqual([2, 1]);
    await stepsOf(replies[0] as never);
    await stepsOf(replies[2] as never);
    await ask();
    expect(counts()).toEqual([3, 1]);
  });

  it.each<[string, Script, boolean]>([
    ["ends", whole, false],
    ["fails at once", refusal, false],
    ["fails in the middle", ["start", refusal], false],
    ["is cancelled", ["start", "content"], true],
  ])("frees a place once when a reply %s", async (_name, script, cancel) => {
    const { ask, counts } = pair([script, whole], [whole]);
    const reply = await ask().catch(() => undefined);
    if (reply && cancel) {
      await cancelReply(reply, "client_abort");
      await cancelReply(reply, "client_abort");
    }
    if (reply) await stepsOf(reply).catch(() => undefined);
    // Idle again, so the first of equals; then the other one.
    await ask();
    await ask();
    expect(counts()).toEqual([2, 1]);
  });

  it("sets a model aside after a number of failures in a row, for a given time", async () => {
    const { ask, clock, counts } = pair([broken], [whole], { failures: 2, setAside: 100 });
    await run(ask);
    await run(ask);
    expect(counts()).toEqual([2, 0]);
    await run(ask);
    clock.advance(99);
    await run(ask);
    expect(counts()).toEqual([2, 2]);
    clock.advance(1);
    await run(ask);
    expect(counts()).toEqual([3, 2]);
  });

  it("counts failures in the middle of a reply, and replies that the service cut off", async () => {
    const { ask, counts } = pair(
      [
        ["start", "content", broken],
        ["start", "hang"],
      ],
      [whole],
      { failures: 2 },
    );
    await run(ask);
    await cancelReply(await ask(), "timeout");
    await run(ask);
    expect(counts()).toEqual([2, 1]);
  });

  it("forgets the failures when a reply ends well", async () => {
    const { ask, counts } = pair([broken, whole, broken, whole], [whole], { failures: 2 });
    for (let asked = 0; asked < 4; asked++) await run(ask);
    expect(counts()).toEqual([4, 0]);
  });

  it.each<ErrorKind>(["bad_request", "budget_exhausted", "too_large", "store_unavailable"])(
    "does not hold %s against a model",
    async (error) => {
      const failure = new ServiceError({ kind: error, message: "No." });
      const { ask, counts } = pair([failure, [failure]], [whole], { failures: 1 });
      await run(ask);
      await run(ask);
      expect(counts()).toEqual([2, 0]);
    },
  );

  it("does not count it as a failure when the caller leaves", async () => {
    const { ask, counts } = pair(["hang", ["start", "hang"], whole], [whole], { failures: 1 });
    const controller = new AbortController();
    const asked = ask({ signal: controller.signal });
    await flushPromises();
    controller.abort(new Error("gone"));
    await expect(asked).rejects.toThrow("gone");
    await cancelReply(await ask(), "client_abort");
    await run(ask);
    expect(counts()).toEqual([3, 0]);
  });

  it("counts it as a failure when a model times out before it answers", async () => {
    const { ask, counts } = pair(["hang"], [whole], { failures: 1 });
    const controller = new AbortController();
    const asked = ask({ signal: controller.signal });
    await flushPromises();
    controller.abort(new ServiceError({ kind: "upstream_timeout", message: "Late." }));
    await expect(asked).rejects.toThrow("Late.");
    await run(ask);
    expect(counts()).toEqual([1, 1]);
  });

  it("probes with one request, and sends more once that one is answered", async () => {
    const { ask, clock, counts } = pair([broken, whole], [whole], { failures: 1, setAside: 100 });
    await run(ask);
    clock.advance(100);
    const probe = await ask();
    const held = [await ask(), await ask()];
    expect(counts()).toEqual([2, 2]);
    await readNext(probe);
    await ask();
    expect([counts(), held.length]).toEqual([[3, 2], 2]);
  });

  it("sets a model aside again when its probe fails, and at the next failure after it", async () => {
    const late: Script = ["start", broken];
    const { ask, clock, counts } = pair([broken, broken, broken, late], [whole], {
      failures: 2,
      setAside: 100,
    });
    await run(ask);
    await run(ask);
    clock.advance(100);
    await run(ask);
    await run(ask);
    expect(counts()).toEqual([3, 1]);
    clock.advance(100);
    await run(ask);
    await run(ask);
    expect(counts()).toEqual([4, 2]);
  });

  it("lets the next request probe when a caller leaves a probe before it is answered", async () => {
    const { ask, clock, counts } = pair([broken, ["hang"], whole], [whole], {
      failures: 1,
      setAside: 100,
    });
    await run(ask);
    clock.advance(100);
    await cancelReply(await ask(), "client_abort");
    await run(ask);
    expect(counts()).toEqual([3, 0]);
  });

  it("does not take a model for healthy because of events that follow the end of a probe", async () => {
    const { ask, clock, counts } = pair([broken, whole], [whole], { failures: 1, setAside: 100 });
    await run(ask);
    clock.advance(100);
    const probe = await ask();
    const late = readNext(probe);
    await cancelReply(probe, "timeout");
    await late;
    await run(ask);
    expect(counts()).toEqual([2, 1]);
  });

  it("asks the model that becomes due first when all are set aside", async () => {
    const { ask, clock, counts } = pair([broken], [broken, whole], { failures: 1, setAside: 100 });
    await run(ask);
    clock.advance(10);
    await run(ask);
    expect(counts()).toEqual([1, 1]);
    clock.advance(10);
    await run(ask);
    expect(counts()).toEqual([2, 1]);
    await run(ask);
    expect(counts()).toEqual([2, 2]);
    // That one answered, so it is healthy again.
    await run(ask);
    expect(counts()).toEqual([2, 3]);
  });

  it("ignores the end of a reply that began before its model was set aside", async () => {
    const { ask, counts } = pair([whole, broken], [whole], { failures: 1 });
    const early = await ask();
    const other = await ask();
    const third = await ask().catch(() => undefined);
    await stepsOf(early);
    await stepsOf(other);
    expect([third, counts()]).toEqual([undefined, [2, 1]]);
    await run(ask);
    expect(counts()).toEqual([2, 2]);
  });
});

describe("balanced", () => {
  const { model } = scriptedModel("a", "events", whole);

  it("distributes requests by weight, among busy models and among idle ones", async () => {
    const a = scriptedModel("a", "events", whole);
    const b = scriptedModel("b", "events", whole);
    const all = balanced([{ model: a.model, weight: 3 }, b.model]);
    for (let asked = 0; asked < 8; asked++) await all.respond(modelRequestOf().request);
    expect([a.log.requests.length, b.log.requests.length]).toEqual([6, 2]);

    const drawn = [0, 0.74, 0.75, 0.99].map(async (number) => {
      const c = scriptedModel("c", "events", whole);
      const d = scriptedModel("d", "events", whole);
      const two = balanced([{ model: c.model, weight: 3 }, { model: d.model }]);
      await two.respond(modelRequestOf({ random: () => number }).request);
      return c.log.requests.length === 1 ? "c" : "d";
    });
    expect(await Promise.all(drawn)).toEqual(["c", "c", "d", "d"]);
  });

  it("counts a complete relayed body as an end", async () => {
    const instant: Model = {
      ...model,
      respond: async () => ({
        kind: "relay",
        status: 200,
        headers: [],
        body: new Uint8Array(1),
        untilContent: async () => undefined,
      }),
    };
    const other = scriptedModel("b", "events", whole);
    const all = balanced([instant, other.model]);
    for (let asked = 0; asked < 3; asked++) {
      await all.respond(modelRequestOf({ random: () => 0 }).request);
    }
    expect(other.log.requests).toEqual([]);
  });

  it.each<[unknown, unknown, string]>([
    [[], {}, '"models" must be a list with at least one entry'],
    ["models", {}, "at least one entry, not a string"],
    [[null], {}, '"models[0]" must be a model'],
    [[{ model: {} }], {}, '"models[0].model" must be a model'],
    [[{ model, weight: 0 }], {}, '"models[0].weight" must be'],
    [[{ model, weight: Number.POSITIVE_INFINITY }], {}, '"models[0].weight" must be'],
    [[model], { failures: 0 }, '"failures" must be'],
    [[model], { setAside: -1 }, '"setAside" must be'],
    [[model], { id: 5 }, '"id" must be'],
  ])("refuses %j with %j", (models, options, message) => {
    const build = () => balanced(models as WeightedModel[], options as BalancedOptions);
    expect(build).toThrow(TypeError);
    expect(build).toThrow(message);
  });
});
