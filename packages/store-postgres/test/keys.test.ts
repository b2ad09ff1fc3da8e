import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findServer, openDatabase, storeOn } from "./database.js";
import { driverNames } from "./drivers.js";

const server = await findServer();
afterAll(() => server.close());

const { signal } = new AbortController();

describe.each(driverNames)(`keys on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  const { keys, migrate } = storeOn(database);
  const { keys: elsewhere } = storeOn(database);
  beforeAll(migrate);
  afterAll(() => database.close());

  it("finds a key by its secret, and by nothing else", async () => {
    const limits = { requestsPerMinute: 5, concurrentRequests: 2 };
    const models = ["m1", 'm"2'];
    const { key, secret } = await keys.issue({ accountId: "find", models, limits, name: "it's" });
    const record = { id: key.id, accountId: "find", models, limits };
    expect(await elsewhere.find({ secret, signal })).toEqual(record);
    expect(await keys.find({ secret: `${secret}x`, signal })).toBeUndefined();
    expect(await keys.get(key.id)).toEqual(key);
    expect(key).toMatchObject({ ...record, name: "it's", prefix: secret.slice(0, 14) });
    expect(Math.abs(key.createdAt - Date.now())).toBeLessThan(60_000);
  });

  it("keeps no secret, only its hash", async () => {
    const { key, secret } = await keys.issue({ accountId: "hash" });
    const text = `SELECT * FROM "${database.schema}".secrets, "${database.schema}".keys`;
    const stored = JSON.stringify(await database.query(text, []));
    expect(stored).toContain(key.id);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.slice(15));
  });

  it("refuses an id and a secret that are taken, and a key that cannot be", async () => {
    const secret = "sk-of-my-own-0123456789";
    await keys.issue({ accountId: "taken", id: "taken", secret });
    await expect(keys.issue({ accountId: "taken", id: "taken" })).rejects.toThrow(/^id is taken/);
    const twin = keys.issue({ accountId: "taken", id: "twin", secret });
    await expect(twin).rejects.toThrow(/^secret is taken/);
    await expect(twin).rejects.toThrow(TypeError);
    expect(await keys.get("twin")).toBeUndefined();
    await expect(keys.issue({ accountId: "" })).rejects.toThrow(TypeError);
  });

  it("K02 ends a revoked key for the next request, on every instance", async () => {
    const { key, secret } = await keys.issue({ accountId: "revoke" });
    expect(await elsewhere.find({ secret, signal })).toBeDefined();
    const revoked = await keys.revoke(key.id);
    expect(await elsewhere.find({ secret, signal })).toBeUndefined();
    expect(revoked?.revokedAt).toBeGreaterThanOrEqual(key.createdAt);
    expect(await keys.revoke(key.id)).toEqual(revoked);
    expect(await keys.rotate(key.id, 1_000)).toBeUndefined();
    expect(await keys.revoke("nobody")).toBeUndefined();
  });

  it("does not find a key that has expired", async () => {
    const { key, secret } = await keys.issue({ accountId: "expire", expiresAt: 1_000 });
    expect(await keys.find({ secret, signal })).toBeUndefined();
    expect(await keys.get(key.id)).toEqual(key);
    expect(await keys.rotate(key.id, 1_000)).toBeUndefined();
  });

  it("lets the secrets before a rotation live on for its overlap", async () => {
    const { key, secret: first } = await keys.issue({ accountId: "rotate" });
    const second = await keys.rotate(key.id, 60_000);
    expect(second?.key).toEqual({ ...key, prefix: second?.secret.slice(0, 14) });
    for (const secret of [first, second?.secret ?? ""]) {
      expect(await elsewhere.find({ secret, signal })).toMatchObject({ id: key.id });
    }
    const third = await keys.rotate(key.id, 0);
    for (const secret of [first, second?.secret ?? ""]) {
      expect(await elsewhere.find({ secret, signal })).toBeUndefined();
    }
    expect(await keys.find({ secret: third?.secret ?? "", signal })).toMatchObject({ id: key.id });
  });

  it("lists keys by age, page by page", async () => {
    const ids = ["l3", "l1", "l2", "l5", "l4"];
    for (const id of ids) await keys.issue({ accountId: "list", id });
    const first = await keys.list({ accountId: "list", limit: 3 });
    const second = await keys.list({ accountId: "list", limit: 2, after: first.next });
    expect([...first.keys, ...second.keys].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeUndefined();
    expect((await keys.list()).keys.length).toBeGreaterThan(5);
    await expect(keys.list({ after: "x" })).rejects.toThrow(TypeError);
    await expect(keys.list({ limit: 0 })).rejects.toThrow(TypeError);
  });

  it("limits all keys of an account, until that is lifted", async () => {
    const { key, secret } = await keys.issue({ accountId: "limit" });
    const accountLimits = { inputTokensPerMinute: 7 };
    await keys.limitAccount("limit", { inputTokensPerMinute: 1 });
    await keys.limitAccount("limit", accountLimits);
    expect(await elsewhere.find({ secret, signal })).toMatchObject({ accountLimits });
    expect(await keys.get(key.id)).toEqual({ ...key, accountLimits });
    await keys.limitAccount("limit", undefined);
    expect(await keys.get(key.id)).toEqual(key);
  });
});
