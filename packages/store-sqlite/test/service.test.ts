import { DatabaseSync } from "node:sqlite";
import {
  createService,
  defineModel,
  healthEndpoints,
  type ServiceOptions,
  usage,
  withOutbox,
} from "@diglot/core";
import { describe, expect, it } from "vitest";
import { createSqliteOutbox, createSqliteStore, type SqliteStore } from "../src/index.js";
import { newPath } from "./support.js";

let calls = 0;
const priced = defineModel(
  "priced",
  async function* () {
    calls += 1;
    yield "Hello!";
    yield usage({ input: 10, output: 2 });
  },
  { prices: { input: 1, output: 1 } },
);

function serve({ keys, ledger, idempotency }: SqliteStore, options: Partial<ServiceOptions> = {}) {
  return createService({ models: [priced], keys, ledger, idempotency, ...options });
}

function ask(service: ReturnType<typeof serve>, secret: string, headers: object = {}) {
  return service.request("/v1/chat/completions", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${secret}`,
      ...headers,
    },
    body: JSON.stringify({
      model: "priced",
      max_tokens: 10,
      messages: [{ role: "user", content: "Hi" }],
    }),
  });
}

describe("a service on a file", () => {
  it("is ready while the file is open", async () => {
    const store = createSqliteStore({ path: newPath() });
    const service = serve(store, { endpoints: healthEndpoints() });
    expect((await service.request("/readyz")).status).toBe(200);
    store.close();
    const response = await service.request("/readyz");
    const failed = ["ledger", "keys", "idempotency"];
    expect(await response.json()).toEqual({ status: "unavailable", failed });
  });

  it("lets in whom the file knows, until the money is spent", async () => {
    const store = createSqliteStore({ path: newPath() });
    const service = serve(store);
    const { key, secret } = await store.keys.issue({ accountId: "ada" });
    await store.ledger.credit({ id: "1", accountId: "ada", nanoDollars: 1_000_000 });
    expect((await ask(service, "sk-nobody-0123456789")).status).toBe(401);
    expect((await ask(service, secret)).status).toBe(200);
    await store.ledger.credit({ id: "2", accountId: "ada", nanoDollars: -980_000 });
    expect((await ask(service, secret)).status).toBe(429);
    await store.keys.revoke(key.id);
    expect((await ask(service, secret)).status).toBe(401);
    await service.close();
    expect(await store.ledger.balance("ada")).toEqual({
      limit: 20_000,
      spent: 12_000,
      reserved: 0,
    });
    const { rows } = await store.ledger.rows();
    expect(rows).toMatchObject([{ keyId: key.id, state: "settled", costNanoDollars: 12_000 }]);
    store.close();
  });

  it("Q03 gives the answer of a former process to a request that is sent again", async () => {
    const path = newPath();
    const before = calls;
    const bodies: string[] = [];
    const first = createSqliteStore({ path });
    const { secret } = await first.keys.issue({ accountId: "ada" });
    for (const store of [first, createSqliteStore({ path })]) {
      const service = serve(store);
      const response = await ask(service, secret, { "idempotency-key": "once" });
      expect(response.status).toBe(200);
      bodies.push(await response.text());
      await service.close();
      store.close();
    }
    expect(bodies[1]).toBe(bodies[0]);
    expect(calls - before).toBe(1);
  });

  it("L01 L05 goes on in its outbox while another program holds the file", async () => {
    const path = newPath();
    const store = createSqliteStore({ path });
    const outbox = createSqliteOutbox({ path: newPath("outbox.sqlite") });
    const { secret } = await store.keys.issue({ accountId: "ada" });
    const ledger = withOutbox(store.ledger, outbox, { retry: 60_000 });
    const service = serve(store, { ledger });

    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    expect((await ask(service, secret)).status).toBe(200);
    await service.close();
    expect(await outbox.list(10)).toMatchObject([{ state: "settled", costNanoDollars: 12_000 }]);
    expect((await store.ledger.rows()).rows).toEqual([]);

    other.exec("ROLLBACK");
    expect(await ledger.flush()).toBe(0);
    expect((await store.ledger.rows()).rows).toMatchObject([{ state: "settled" }]);
    expect(await store.ledger.balance("ada")).toMatchObject({ spent: 12_000, reserved: 0 });
    await ledger.close();
    for (const each of [other, outbox, store]) each.close();
  });
});
