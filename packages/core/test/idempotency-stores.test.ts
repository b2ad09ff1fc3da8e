import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import {
  createMemoryIdempotency,
  createMemoryKeys,
  createService,
  type IdempotencyStore,
  ServiceError,
} from "../src/index.js";
import { countingService, keyed, statusOf } from "./idempotent-callers.js";
import { gatedModel, serviceBefore } from "./leaving-callers.js";

describe("a store of keys", () => {
  const down = () => Promise.reject(new Error("connection refused"));

  it("L01 that is down refuses the request, and leaves nothing running", async () => {
    const idempotency = { ...createMemoryIdempotency(), claim: down };
    const { service, calls, clock } = countingService({ idempotency });
    expect(await statusOf({ service }, "messages")).toBe(503);
    await service.close();
    expect([calls(), clock.pending]).toEqual([0, 0]);
  });

  it("may refuse the request in its own words", async () => {
    const busy = new ServiceError({ kind: "overloaded", message: "The store is moving." });
    const idempotency = { ...createMemoryIdempotency(), claim: () => Promise.reject(busy) };
    const { service } = countingService({ idempotency });
    const response = await service.request(...keyed("messages"));
    expect(response.status).toBe(529);
    expect(await response.text()).toContain("The store is moving.");
  });

  it("L03 that is too slow refuses the request, and releases a key that was claimed too late", async () => {
    const store = createMemoryIdempotency();
    let answerLate = (): void => undefined;
    const claim: IdempotencyStore["claim"] = async (asked) => {
      const state = store.claim(asked);
      await new Promise<void>((resolve) => {
        answerLate = resolve;
      });
      return state;
    };
    const slow = vi.fn(store.claim).mockImplementationOnce(claim);
    const failures: unknown[] = [];
    const served = countingService({
      idempotency: { ...store, claim: slow },
      reporter: (event) =>
        void (event.type === "request_ended" && failures.push(event.failure?.error)),
    });
    const status = statusOf(served, "messages");
    await until(() => slow.mock.calls.length > 0);
    served.clock.advance(2_000);
    expect(await status).toBe(503);
    expect(failures).toMatchObject([
      { cause: new Error("The idempotency keys did not answer within 2000 ms.") },
    ]);
    expect(await statusOf(served, "messages")).toBe(409);
    answerLate();
    await flushPromises();
    expect(await statusOf(served, "messages")).toBe(200);
    await served.service.close();
    expect([served.calls(), served.clock.pending]).toEqual([1, 0]);
  });

  it("that cannot keep an answer does not affect the caller, and the key stays claimed", async () => {
    const failures: unknown[] = [];
    const idempotency = { ...createMemoryIdempotency(), keep: down };
    const served = countingService({
      idempotency,
      reporter: (event) => void (event.type === "failure" && failures.push(event.step)),
    });
    expect(await statusOf(served, "messages")).toBe(200);
    expect(await statusOf(served, "messages")).toBe(409);
    expect([served.calls(), failures[0]]).toEqual([1, "idempotency"]);
  });

  it("that cannot keep an answer leaves the host no failure, where nobody listens", async () => {
    const idempotency = { ...createMemoryIdempotency(), keep: down };
    const model = modelOf(async function* () {
      yield "one";
    });
    const keys = createMemoryKeys([{ key }]);
    const service = createService({ models: [model], keys, idempotency });
    const works: Promise<unknown>[] = [];
    const [path, init] = keyed("messages");
    const request = new Request(new URL(path, "http://service.test"), init);
    const response = await service.fetch(request, {
      waitUntil: (work: Promise<unknown>) => works.push(work),
    });
    await response.text();
    await service.close();
    const outcomes = await Promise.allSettled(works);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
  });

  it("that keeps slowly does not delay the answer; the service waits for it when it closes", async () => {
    let kept = (): void => undefined;
    const keep = () =>
      new Promise<void>((resolve) => {
        kept = resolve;
      });
    const served = countingService({ idempotency: { ...createMemoryIdempotency(), keep } });
    expect(await statusOf(served, "messages", { stream: true })).toBe(200);
    let closed = false;
    const closing = served.service.close().then(() => {
      closed = true;
    });
    await flushPromises();
    expect(closed).toBe(false);
    kept();
    await closing;
  });

  it("L06 that never answers delays the closing of the service by two seconds at most", async () => {
    const keep = () => new Promise<void>(() => undefined);
    const served = countingService({ idempotency: { ...createMemoryIdempotency(), keep } });
    expect(await statusOf(served, "messages")).toBe(200);
    let closed = false;
    const closing = served.service.close({ timeout: 100 }).then(() => {
      closed = true;
    });
    await flushPromises();
    served.clock.advance(1_999);
    await flushPromises();
    expect(closed).toBe(false);
    served.clock.advance(1);
    await closing;
    expect(served.clock.pending).toBe(0);
  });

  it("is asked to keep the key of a running request as long as the request may run, and a minute", async () => {
    const store = createMemoryIdempotency();
    const claim = vi.fn(store.claim);
    const limits = { timeouts: { total: 100_000 }, drain: { milliseconds: 20_000 } };
    for (const idempotencyRetention of [1, 500_000]) {
      const idempotency = { ...store, claim };
      const served = countingService({ idempotency, idempotencyRetention, ...limits });
      await statusOf(served, "messages", {}, `order-${idempotencyRetention}`);
    }
    expect(claim.mock.calls.map(([{ lease, retention }]) => [lease, retention])).toEqual([
      [180_000, 180_000],
      [180_000, 500_000],
    ]);
  });

  it("that loses an answer has its key running until the lease ends, and lost after that", async () => {
    const clock = createFakeClock();
    const idempotency = { ...createMemoryIdempotency({ clock }), keep: down };
    const limits = { timeouts: { total: 100_000 }, drain: { milliseconds: 20_000 } };
    const { service, calls } = countingService({ clock, idempotency, ...limits });
    const retryAfter = async () => {
      const response = await service.request(...keyed("messages"));
      expect(response.status).toBe(409);
      return response.headers.get("retry-after");
    };
    expect(await statusOf({ service }, "messages")).toBe(200);
    clock.advance(179_999);
    expect(await retryAfter()).toBe("1");
    clock.advance(1);
    expect(await retryAfter()).toBeNull();
    expect(calls()).toBe(1);
  });

  it("L03 that finds too late that another request has the key leaves the key to that request", async () => {
    const store = createMemoryIdempotency();
    const gated = gatedModel("in-process", 3);
    let answerLate = (): void => undefined;
    const slow = vi.fn(store.claim);
    const served = serviceBefore(gated.model, { idempotency: { ...store, claim: slow } });
    const first = statusOf(served, "messages");
    await gated.reached;
    slow.mockImplementationOnce(async (asked) => {
      const state = await store.claim(asked);
      await new Promise<void>((resolve) => {
        answerLate = resolve;
      });
      return state;
    });
    const second = statusOf(served, "messages");
    await until(() => slow.mock.calls.length > 1);
    served.clock.advance(2_000);
    expect(await second).toBe(503);
    answerLate();
    await flushPromises();
    expect(await statusOf(served, "messages")).toBe(409);
    gated.open();
    expect(await first).toBe(200);
  });
});
