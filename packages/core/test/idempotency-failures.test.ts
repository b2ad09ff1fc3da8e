import { modelOf } from "@diglot/test-support/models";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createMemoryLimits, messagesUpstream, ServiceError } from "../src/index.js";
import { countingService, keyed, seen, statusOf } from "./idempotent-callers.js";
import { gatedModel, origins, serviceBefore } from "./leaving-callers.js";
import { fakeUpstream, replies } from "./upstream-of.js";

/** The error of `fetch` for a refused connection. */
function refused(): TypeError {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  return new TypeError("fetch failed", { cause });
}

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

  it.each([
    ["is over its rate", () => new Response("{}", { status: 429 })],
    ["takes no more", () => new Response("{}", { status: 529 })],
    ["cannot be reached", () => Promise.reject(refused())],
  ])("frees the key if the upstream %s", async (_name, fail) => {
    let failed = false;
    const fake = fakeUpstream(() => {
      if (failed) return Response.json(replies.messages);
      failed = true;
      return fail();
    });
    const served = serviceBefore(messagesUpstream(fake.options));
    expect(await statusOf(served, format)).toBeGreaterThanOrEqual(429);
    expect(await statusOf(served, format)).toBe(200);
    await served.service.close();
    expect(served.ledger.all()).toMatchObject([
      { costNanoDollars: 0, end: "upstream_error" },
      { end: "completed" },
    ]);
  });

  it("is kept if a model was billed for it, and tells clients not to repeat it", async () => {
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

  it("is kept if its error says that a model may have run, though no attempt was opened", async () => {
    let calls = 0;
    const respond = async () => {
      calls += 1;
      throw new ServiceError({ kind: "overloaded", message: "Too much.", mayHaveRun: true });
    };
    const { service } = serviceBefore({ ...modelOf(["Hello."]), respond });
    const first = await seen(await service.request(...keyed(format)));
    const again = await seen(await service.request(...keyed(format)));
    expect(again).toMatchObject({ status: first.status, body: first.body, replayed: "true" });
    expect(calls).toBe(1);
  });

  it("is kept with the frames before it if it occurs in mid-stream", async () => {
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
  it.each(origins)("gets the complete answer with the same key, from %s", async (origin) => {
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

  it("gets an error if the limits of the drain cut the answer", async () => {
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

  it("gets the same error before the head of the answer", async () => {
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
