import { modelOf } from "@diglot/test-support/models";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createMemoryLimits } from "../src/index.js";
import {
  fullCost,
  gatedModel,
  lengthOf,
  onlyRow,
  origins,
  policies,
  serviceBefore,
  startCaller,
  wires,
} from "./leaving-callers.js";

const withUsage = { stream: true, stream_options: { include_usage: true } };
const ways = formatNames
  .flatMap((caller) =>
    origins.flatMap((origin) => policies.map((policy) => ({ caller, origin, policy }))),
  )
  .map((way, index) => ({ ...way, index }));
type Way = (typeof ways)[number];

/** Each combination tests some of the bytes after which a caller may leave; together they test all. */
const stride = 7;

function* placesOf({ origin, index }: Way): Generator<number> {
  const length = lengthOf(origin);
  const [first, step] = origin === "in-process" ? [0, 1] : [index % stride, stride];
  for (let bytes = first; bytes < length; bytes += step) yield bytes;
  yield length;
}

/** A caller leaves after a number of bytes of the model's reply; the result. */
async function leaveAfter({ caller, origin, policy }: Way, bytes: number, stream = true) {
  const gated = gatedModel(origin, bytes);
  const { service, ledger, clock } = serviceBefore(gated.model, { onCallerGone: policy });
  const change = caller === "messages" ? { stream } : stream ? withUsage : {};
  const leaving = startCaller(service, caller, change);
  await Promise.race([gated.reached, leaving.over]);
  await leaving.leave(wires[bytes % wires.length] ?? "signal");
  const stopped = gated.stopped();
  gated.open();
  await service.close();
  // A body that has ended gets a moment to close its connection.
  clock.advance(100);
  await flushPromises();
  return { row: onlyRow(ledger), stopped, pending: clock.pending };
}

describe.each(ways)("a $caller caller of $origin, under $policy,", (way) => {
  const { policy } = way;

  it("C03 C04 C10 may leave after every byte: there is one row, with the cost that the policy implies", async () => {
    let before = 0;
    for (const bytes of placesOf(way)) {
      const { row, stopped, pending } = await leaveAfter(way, bytes);
      const cut = row.end === "client_abort";
      const what = `after ${bytes} bytes: ${JSON.stringify(row)}`;
      expect(row, what).toMatchObject({ state: "settled", onCallerGone: policy });
      expect(cut || row.end === "completed", what).toBe(true);
      expect(row.usage.input, what).toBeGreaterThan(0);
      expect(pending, what).toBe(0);
      if (policy === "drain") {
        expect(row, what).toMatchObject({ end: "completed", costNanoDollars: fullCost });
        expect(row.usage.sources, what).toMatchObject({ input: "reported", output: "reported" });
        expect(stopped, what).toBe(false);
      } else if (cut) {
        expect(stopped, what).toBe(true);
        expect(row.costNanoDollars, what).toBeLessThanOrEqual(policy === "refund" ? 0 : fullCost);
      } else {
        expect(row.costNanoDollars, what).toBe(fullCost);
      }
      if (policy === "bill-observed") {
        expect(row.costNanoDollars, what).toBeGreaterThanOrEqual(before);
        before = row.costNanoDollars;
      }
    }
  });

  it("C12 may leave while a JSON answer is generated", async () => {
    const { row, stopped, pending } = await leaveAfter(way, 3, false);
    expect(pending).toBe(0);
    expect(stopped).toBe(policy !== "drain");
    expect(row.end).toBe(policy === "drain" ? "completed" : "client_abort");
    if (policy === "drain") expect(row.costNanoDollars).toBe(fullCost);
    if (policy === "refund") expect(row.costNanoDollars).toBe(0);
  });
});

const drain = { milliseconds: 1_000, bytes: 500 };
const onCallerGone = "drain";

/** A caller that has left a model in the middle of its reply. */
async function leaveInTheMiddle({ stream = true, options = {}, context = {} } = {}) {
  const gated = gatedModel("messages", 300);
  const served = serviceBefore(gated.model, { onCallerGone, drain, ...options });
  const caller = startCaller(served.service, "messages", { stream }, context);
  await gated.reached;
  await caller.leave("signal");
  return { ...served, gated };
}

describe("a drain", () => {
  it.each([true, false])("ends after its time limit (stream: %s)", async (stream) => {
    const { gated, ledger, clock } = await leaveInTheMiddle({ stream });
    clock.advance(999);
    await flushPromises();
    expect(ledger.all()).toMatchObject([{ state: "open" }]);
    expect(gated.stopped()).toBe(false);
    clock.advance(1);
    await flushPromises();
    expect(gated.stopped()).toBe(true);
    expect(onlyRow(ledger)).toMatchObject({ end: "client_abort", onCallerGone });
    expect(clock.pending).toBe(0);
  });

  it("ends when it has read its limit of bytes", async () => {
    let said = 0;
    const endless = modelOf(async function* () {
      for (;;) {
        said += 100;
        yield "x".repeat(100);
        await flushPromises();
      }
    });
    const { service, ledger } = serviceBefore(endless, { onCallerGone, drain });
    const caller = startCaller(service, "messages", { stream: true });
    await until(() => said >= 300);
    await caller.leave("cancel");
    const heard = said;
    await until(() => ledger.all()[0]?.state === "settled");
    expect(onlyRow(ledger).end).toBe("client_abort");
    expect(said - heard).toBeGreaterThan(0);
    expect(said - heard).toBeLessThanOrEqual(drain.bytes);
  });

  it("holds the request's place until it ends", async () => {
    const limits = createMemoryLimits({ concurrentRequestsPerKey: 1 });
    const { service, gated, clock } = await leaveInTheMiddle({ options: { limits } });
    const statusOf = async () => (await service.request(...requestOf("messages"))).status;
    expect(await statusOf()).toBe(429);
    gated.open();
    await flushPromises();
    clock.advance(100);
    expect(await statusOf()).toBe(200);
  });

  it("is subject to the timeouts of every reply", async () => {
    const timeouts = { betweenEvents: 400 };
    const { ledger, clock } = await leaveInTheMiddle({ options: { timeouts } });
    clock.advance(400);
    await flushPromises();
    expect(onlyRow(ledger)).toMatchObject({ end: "timeout", costNanoDollars: expect.any(Number) });
  });

  it("may end while a closing service waits", async () => {
    const { service, gated, ledger, clock } = await leaveInTheMiddle();
    const closing = service.close({ timeout: 900 });
    clock.advance(899);
    gated.open();
    await closing;
    expect(onlyRow(ledger)).toMatchObject({ end: "completed", costNanoDollars: fullCost });
  });

  it("P02 is stopped by a closing service that has waited long enough", async () => {
    const { service, gated, ledger, clock } = await leaveInTheMiddle();
    const closing = service.close({ timeout: 900 });
    clock.advance(900);
    await closing;
    expect(gated.stopped()).toBe(true);
    expect(onlyRow(ledger).end).toBe("shutdown");
  });
});

describe("a host whose process ends with its answers", () => {
  it.each([true, false])("waits for a drain and its ledger row (stream: %s)", async (stream) => {
    const gated = gatedModel("messages", 300);
    const { service, ledger } = serviceBefore(gated.model, { onCallerGone });
    const controller = new AbortController();
    const works: Promise<unknown>[] = [];
    const [path, init] = requestOf("messages", { stream });
    const request = new Request(`http://localhost${path}`, { ...init, signal: controller.signal });
    const answer = service.fetch(request, {
      waitUntil: (work: Promise<unknown>) => works.push(work),
    });
    const read = answer.then((response) => response.text()).catch(() => undefined);
    await gated.reached;
    controller.abort();
    await read;
    expect(works.length).toBeGreaterThan(0);
    gated.open();
    for (let done = 0; done < works.length; done += 1) await works[done];
    expect(onlyRow(ledger)).toMatchObject({ end: "completed", costNanoDollars: fullCost });
  });
});

describe("the policy", () => {
  it("must be one of the three", () => {
    const { model } = gatedModel("in-process", 0);
    expect(() => serviceBefore(model, { onCallerGone: "pay" as never })).toThrow(
      '"onCallerGone" must be one of bill-observed, drain, refund',
    );
  });
});
