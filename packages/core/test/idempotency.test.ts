import { describe, expect, it, vi } from "vitest";
import {
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLimits,
  type IdempotencyStore,
  ServiceError,
} from "../src/index.js";
import { flushPromises } from "./fake-clock.js";
import {
  endpoints,
  type FormatName,
  formatNames,
  key,
  modelOf,
  requestOf,
  until,
} from "./helpers.js";
import { gatedModel, origins, serviceBefore } from "./leaving-callers.js";

const otherKey = "sk-other-0123456789";

/** A request of one format with an idempotency key. */
function keyed(
  format: FormatName,
  change: Record<string, unknown> = {},
  idempotencyKey = "order-1",
): ReturnType<typeof requestOf> {
  const headers = {
    "content-type": "application/json",
    ...endpoints[format].headers,
    "idempotency-key": idempotencyKey,
  };
  return requestOf(format, change, { headers });
}

/** What a caller sees of an answer. */
async function seen(response: Response) {
  const { "idempotent-replayed": replayed, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text(), replayed };
}

type Served = ReturnType<typeof serviceBefore>;

/** A service before a model that counts its calls. */
function countingService(options: Parameters<typeof serviceBefore>[1] = {}, fail?: () => void) {
  let calls = 0;
  const model = modelOf(async function* () {
    calls += 1;
    fail?.();
    yield "Hel";
    yield "lo.";
  });
  return { ...serviceBefore(model, options), calls: () => calls };
}

async function statusOf({ service }: Pick<Served, "service">, ...args: Parameters<typeof keyed>) {
  const response = await service.request(...keyed(...args));
  await response.text();
  return response.status;
}

const ways = formatNames.flatMap((format) => [true, false].map((stream) => ({ format, stream })));

describe.each(ways)("a key of a $format request (stream: $stream)", ({ format, stream }) => {
  it("Q03 brings the same answer again, byte for byte, and costs once", async () => {
    const { service, ledger, calls } = countingService();
    const first = await seen(await service.request(...keyed(format, { stream })));
    const again = await seen(await service.request(...keyed(format, { stream })));
    expect(first).toMatchObject({ status: 200, replayed: undefined });
    expect(again).toEqual({ ...first, replayed: "true" });
    await service.close();
    expect(calls()).toBe(1);
    expect(ledger.all()).toMatchObject([{ idempotencyKey: "order-1", end: "completed" }]);
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

  it("Q03 is not for another body, another endpoint or another account", async () => {
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
    const { service, ledger } = serviceBefore({ ...gated.model, respond });
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

  it("is a header that is checked", async () => {
    const { service, calls } = countingService();
    for (const bad of ["", "two words", "é", "x".repeat(256), "one, two"]) {
      const response = await service.request(...keyed(format, { stream }, bad));
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("idempotency-key");
    }
    expect(calls()).toBe(0);
    expect(await statusOf({ service }, format, { stream }, "x".repeat(255))).toBe(200);
  });

  it("is not taken by a request that is refused before", async () => {
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

describe.each(formatNames)("a failure of a %s request with a key", (format) => {
  it("frees the key if nothing has run", async () => {
    const limits = createMemoryLimits({ concurrentRequestsPerKey: 1 });
    const gated = gatedModel("in-process", 3);
    const served = serviceBefore(gated.model, { limits });
    const running = served.service.request(...requestOf(format));
    await gated.reached;
    expect(await statusOf(served, format)).toBe(429);
    gated.open();
    await running;
    expect(await statusOf(served, format)).toBe(200);
  });

  it("is kept if a model was billed for it, and clients are told not to repeat it", async () => {
    const served = countingService({}, () => {
      throw new ServiceError({ kind: "overloaded", message: "Too much." });
    });
    const first = await seen(await served.service.request(...keyed(format)));
    const again = await seen(await served.service.request(...keyed(format)));
    expect(again).toMatchObject({ status: first.status, body: first.body, replayed: "true" });
    expect(again.headers["x-should-retry"]).toBe("false");
    expect(again.headers["retry-after"]).toBeUndefined();
    expect(served.calls()).toBe(1);
    expect(served.ledger.all()).toHaveLength(1);
  });

  it("is kept with the frames before it if it comes in mid-stream", async () => {
    const failing = modelOf(async function* () {
      yield "Hello.";
      throw new Error("broken");
    });
    const { service } = serviceBefore(failing);
    const first = await seen(await service.request(...keyed(format, { stream: true })));
    const again = await seen(await service.request(...keyed(format, { stream: true })));
    expect(first.body).toContain("The server had an error");
    expect(again).toEqual({ ...first, replayed: "true" });
  });
});

describe.each(formatNames)("a %s caller that loses its connection", (format) => {
  it.each(origins)("gets the whole answer with the same key, from %s", async (origin) => {
    const gated = gatedModel(origin, origin === "in-process" ? 3 : 500);
    const { service, ledger, clock } = serviceBefore(gated.model, { pingInterval: 10 });
    const controller = new AbortController();
    const [path, init] = keyed(format, { stream: true });
    const first = await service.request(path, { ...init, signal: controller.signal });
    const reader = first.body?.getReader();
    await reader?.read();
    controller.abort();
    await flushPromises();
    clock.advance(100);
    expect((await service.request(...keyed(format, { stream: true }))).status).toBe(409);
    gated.open();
    await until(() => ledger.all()[0]?.state === "settled");
    await flushPromises();
    const again = await seen(await service.request(...keyed(format, { stream: true })));
    expect(again.replayed).toBe("true");
    expect(again.body).toContain(format === "messages" ? "message_stop" : "[DONE]");
    // A translated Messages stream has one ping of its own; there is nobody to send more to.
    expect(again.body.split("event: ping").length).toBeLessThanOrEqual(2);
    expect(again.body).not.toContain("keep-alive");
    expect(ledger.all()).toMatchObject([{ end: "completed", usage: { input: 11, output: 3 } }]);
  });

  it("is told what was cut by the bounds of the drain", async () => {
    const gated = gatedModel("messages", 500);
    const { service, clock } = serviceBefore(gated.model, { drain: { milliseconds: 1_000 } });
    const controller = new AbortController();
    const [path, init] = keyed(format, { stream: true });
    const first = await service.request(path, { ...init, signal: controller.signal });
    await first.body?.cancel();
    await flushPromises();
    clock.advance(1_000);
    await flushPromises();
    const again = await seen(await service.request(...keyed(format, { stream: true })));
    expect(again).toMatchObject({ status: 200, replayed: "true" });
    expect(again.body).toContain("The caller left");
    expect(again.body).not.toMatch(/message_stop|\[DONE\]/);
  });

  it("is told so before the head, too", async () => {
    const gated = gatedModel("messages", 0);
    const { service, clock } = serviceBefore(gated.model, { drain: { milliseconds: 1_000 } });
    const controller = new AbortController();
    const [path, init] = keyed(format);
    const first = service.request(path, { ...init, signal: controller.signal });
    await gated.reached;
    controller.abort();
    await expect(first).rejects.toThrow();
    clock.advance(1_000);
    await flushPromises();
    const again = await seen(await service.request(...keyed(format)));
    expect(again).toMatchObject({ status: 500, replayed: "true" });
    expect(again.body).toContain("The caller left");
  });
});

describe("a store of keys", () => {
  const down = () => Promise.reject(new Error("connection refused"));

  it("L01 that is down lets nobody in, and leaves nothing running", async () => {
    const idempotency = { ...createMemoryIdempotency(), claim: down };
    const { service, calls, clock } = countingService({ idempotency });
    expect(await statusOf({ service }, "messages")).toBe(503);
    await service.close();
    expect([calls(), clock.pending]).toEqual([0, 0]);
  });

  it("L03 that is too slow lets nobody in, and gives back a key that it took too late", async () => {
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
    const served = countingService({ idempotency: { ...store, claim: slow } });
    const status = statusOf(served, "messages");
    await until(() => served.clock.pending > 0);
    served.clock.advance(2_000);
    expect(await status).toBe(503);
    expect(await statusOf(served, "messages")).toBe(409);
    answerLate();
    await flushPromises();
    expect(await statusOf(served, "messages")).toBe(200);
    await served.service.close();
    expect([served.calls(), served.clock.pending]).toEqual([1, 0]);
  });

  it("that cannot keep an answer changes nothing for the caller, and the key stays taken", async () => {
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
});

describe("an answer that is too large", () => {
  it.each([true, false])("is not kept, and its key is lost (stream: %s)", async (stream) => {
    const large = modelOf(async function* () {
      for (let part = 0; part < 9; part += 1) yield "x".repeat(1024 * 1024);
    });
    const { service, ledger } = serviceBefore(large);
    const ask = () => service.request(...keyed("messages", { stream, max_tokens: 10_000_000 }));
    expect((await (await ask()).text()).length).toBeGreaterThan(9 * 1024 * 1024);
    const again = await seen(await ask());
    expect(again).toMatchObject({ status: 409, replayed: undefined });
    expect(again.headers["x-should-retry"]).toBe("false");
    expect(again.body).toContain("not known");
    expect(ledger.all()).toHaveLength(1);
  });
});
