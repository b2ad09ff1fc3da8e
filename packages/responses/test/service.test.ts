import {
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  defineModel,
  ServiceError,
  withFallback,
} from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
import { worldOf } from "./world.js";

const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };

describe("what the service does for every format, it does for this one", () => {
  it("answers a request with the same idempotency key once, and counts it once", async () => {
    let calls = 0;
    const { ask, ledger } = worldOf(
      async function* () {
        calls += 1;
        yield "Hello.";
      },
      { idempotency: createMemoryIdempotency() },
    );
    const send = async () => {
      const init = { headers: { ...headers, "idempotency-key": "key-1" } };
      return (await ask({ model: "scripted", input: "hi" }, init)).text();
    };
    expect(await send()).toBe(await send());
    expect([calls, ledger.all().length]).toEqual([1, 1]);
  });

  it("goes on with another model if the first one fails, and has a row for each", async () => {
    const failing = defineModel("first", async function* () {
      yield* [];
      throw new ServiceError({ kind: "overloaded", message: "Too much." });
    });
    const second = defineModel("second", async function* () {
      yield "Hello.";
    });
    const { stream, ledger } = worldOf(withFallback([failing, second], { id: "scripted" }));
    const { events } = await stream();
    expect(events.at(-1).response.output).toMatchObject([{ content: [{ text: "Hello." }] }]);
    await expect
      .poll(() => ledger.all())
      .toMatchObject([{ format: "responses" }, { format: "responses" }]);
  });

  it("refuses what an account cannot pay for, with the code that clients know", async () => {
    const ledger = createMemoryLedger();
    await ledger.credit({ id: "one", accountId: "acme", nanoDollars: 1 });
    const model = modelOf(["Hello."], { prices: { input: 10, output: 10 } });
    const keys = createMemoryKeys([{ key, accountId: "acme" }]);
    const { ask } = worldOf(model, { ledger, keys });
    const response = await ask({ model: "scripted", input: "hi" });
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({
      error: { type: "insufficient_quota", code: "insufficient_quota", param: null },
    });
  });

  it("names the API and the base URL to a client that has the wrong one", async () => {
    const { service } = worldOf(["Hello."]);
    const response = await service.request("/responses", { method: "POST", headers, body: "{}" });
    const { error } = (await response.json()) as { error: { message: string } };
    expect(response.status).toBe(404);
    expect(error.message).toContain("POST /v1/responses");
    expect(error.message).toContain("/v1");
  });

  it("lists its models as the vendor does", async () => {
    const { service } = worldOf(["Hello."]);
    const response = await service.request("/v1/models", { headers });
    expect(await response.json()).toMatchObject({
      object: "list",
      data: [{ id: "scripted", object: "model" }],
    });
  });
});
