import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { endpoints, type FormatName, formatNames } from "@diglot/test-support/requests";
import { describe, expect, it, vi } from "vitest";
import {
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLimits,
  type IdempotencyStore,
} from "../src/index.js";
import { countingService, keyed, seen, statusOf } from "./idempotent-callers.js";
import { gatedModel, serviceBefore } from "./leaving-callers.js";

const otherKey = "sk-other-0123456789";

const ways = formatNames.flatMap((format) => [true, false].map((stream) => ({ format, stream })));

describe.each(ways)("a key of a $format request (stream: $stream)", ({ format, stream }) => {
  it("Q03 returns the same answer again, byte for byte, and is charged once", async () => {
    const { service, ledger, calls } = countingService();
    const first = await seen(await service.request(...keyed(format, { stream })));
    const again = await seen(await service.request(...keyed(format, { stream })));
    expect(first).toMatchObject({ status: 200, replayed: undefined });
    expect(again).toEqual({ ...first, replayed: "true" });
    await service.close();
    expect(calls()).toBe(1);
    expect(ledger.all()).toMatchObject([{ idempotencyKey: "order-1", end: "completed" }]);
  });

  it("Q03 shows the rates of its first request only once", async () => {
    const rates = { requests: { limit: 50, remaining: 49, resetAt: 0 } };
    const entrance = { admit: async () => ({ rates }), release: () => undefined };
    const limits = { enter: async () => entrance };
    const { service } = countingService({ limits });
    const rateOf = async () => {
      const response = await service.request(...keyed(format, { stream }));
      await response.text();
      return [...response.headers].filter(([name]) => name.includes("ratelimit")).length;
    };
    expect(await rateOf()).toBeGreaterThan(0);
    expect(await rateOf()).toBe(0);
  });

  it("Q03 is refused while its first request runs", async () => {
    const gated = gatedModel("in-process", 3);
    const served = serviceBefore(gated.model);
    const first = served.service.request(...keyed(format, { stream }));
    const text = first.then((response) => response.text());
    await gated.reached;
    const refused = await served.service.request(...keyed(format, { stream }));
    expect(refused.status).toBe(409);
    expect(refused.headers.get("retry-after")).toBe("1");
    gated.open();
    await text;
    expect(await statusOf(served, format, { stream })).toBe(200);
  });

  it("Q03 is not forgotten while its first request runs, however short the time of keys is", async () => {
    const clock = createFakeClock();
    const idempotency = createMemoryIdempotency({ clock });
    const gated = gatedModel("in-process", 3);
    const served = serviceBefore(gated.model, { clock, idempotency, idempotencyRetention: 1 });
    const first = statusOf(served, format, { stream });
    await gated.reached;
    clock.advance(100_000);
    expect(await statusOf(served, format, { stream })).toBe(409);
    gated.open();
    expect(await first).toBe(200);
    expect(served.ledger.all()).toHaveLength(1);
  });

  it("Q03 is not valid for another body of the same length, or the same body on another endpoint", async () => {
    const served = countingService();
    const body = JSON.stringify({ ...endpoints.messages.body, stream, temperature: 0.5 });
    const statusWith = async (at: FormatName, text: string) => {
      const [path, init] = keyed(at);
      const response = await served.service.request(path, { ...init, body: text });
      await response.text();
      return response.status;
    };
    expect(await statusWith(format, body)).toBe(200);
    expect(await statusWith(format, body.replace("0.5", "0.6"))).toBe(400);
    for (const other of formatNames.filter((name) => name !== format))
      expect(await statusWith(other, body)).toBe(400);
    expect(served.calls()).toBe(1);
  });

  it("Q03 is not valid for another body, another endpoint or another account", async () => {
    const keys = createMemoryKeys([{ key }, { key: otherKey }]);
    const served = countingService({ keys });
    const [other] = formatNames.filter((name) => name !== format);
    await statusOf(served, format, { stream });
    const response = await served.service.request(...keyed(format, { stream, temperature: 0.5 }));
    expect(response.status).toBe(400);
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(await statusOf(served, other ?? format, { stream })).toBe(400);
    const [path, init] = keyed(format, { stream });
    const headers = new Headers(init.headers);
    for (const [name, value] of headers) headers.set(name, value.replace(key, otherKey));
    const foreign = await served.service.request(path, { ...init, headers });
    expect(foreign.headers.get("idempotent-replayed")).toBeNull();
    expect(foreign.status).toBe(200);
    expect(served.calls()).toBe(2);
  });

  it("Q03 is free again after its time", async () => {
    const served = countingService({ idempotencyRetention: 10_000_000 });
    const replayed = async () => {
      const response = await served.service.request(...keyed(format, { stream }));
      await response.text();
      return response.headers.get("idempotent-replayed");
    };
    await replayed();
    served.clock.advance(9_999_999);
    expect(await replayed()).toBe("true");
    served.clock.advance(1);
    expect(await replayed()).toBeNull();
    expect(served.calls()).toBe(2);
  });

  it("P13 Q03 of 1,000 requests at once calls the model once", async () => {
    const gated = gatedModel("in-process", 3);
    const respond = vi.fn(gated.model.respond);
    // Each of them needs a place for its body.
    const limits = createMemoryLimits({ concurrentRequestsPerKey: 1_000 });
    const { service, ledger } = serviceBefore({ ...gated.model, respond }, { limits });
    const answers = Array.from({ length: 1_000 }, () =>
      service.request(...keyed(format, { stream })).then(async (response) => {
        await response.text();
        return response.status;
      }),
    );
    await gated.reached;
    gated.open();
    const statuses = await Promise.all(answers);
    await service.close();
    expect(respond).toHaveBeenCalledTimes(1);
    expect(ledger.all()).toHaveLength(1);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  });

  it("must be a valid header", async () => {
    const { service, calls } = countingService();
    for (const bad of ["", "two words", "é", "x".repeat(256), "one, two"]) {
      const response = await service.request(...keyed(format, { stream }, bad));
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("idempotency-key");
    }
    expect(calls()).toBe(0);
    expect(await statusOf({ service }, format, { stream }, "x".repeat(255))).toBe(200);
  });

  it("is not claimed by a request that is refused before", async () => {
    const claim = vi.fn<IdempotencyStore["claim"]>();
    const idempotency = { ...createMemoryIdempotency(), claim };
    const { service } = countingService({ idempotency });
    for (const change of [{ model: "unknown" }, { messages: "none" }]) {
      const response = await service.request(...keyed(format, { stream, ...change }));
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
    expect(claim).not.toHaveBeenCalled();
  });
});
