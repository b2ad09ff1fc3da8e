import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it, vi } from "vitest";
import { createMemoryKeys, type MemoryKey } from "./memory-keys.js";

const secret = "sk-0123456789";

function find(keys: readonly MemoryKey[], presented: string) {
  return createMemoryKeys(keys).find({
    secret: presented,
    signal: new AbortController().signal,
  });
}

describe("createMemoryKeys", () => {
  it("finds a key by its secret alone", async () => {
    expect(await find([{ key: secret }], secret)).toEqual({
      id: "key-1",
      accountId: "key-1",
      models: "all",
    });
    for (const wrong of ["", "sk-012345678", `${secret}0`, secret.toUpperCase(), "key-1"]) {
      expect(await find([{ key: secret }], wrong)).toBeUndefined();
    }
  });

  it("keeps the record of each key", async () => {
    const keys = [
      { key: "sk-another-one" },
      { key: secret, id: "ada", models: ["m"], limits: { concurrentRequests: 3 } },
    ];
    expect(await find(keys, secret)).toEqual({
      id: "ada",
      accountId: "ada",
      models: ["m"],
      limits: { concurrentRequests: 3 },
    });
    expect(await find([{ key: secret, accountId: "team" }], secret)).toMatchObject({
      id: "key-1",
      accountId: "team",
    });
  });

  it("recognises secrets of any characters and length", async () => {
    for (const odd of ["пароль-値-😀", "' OR 1=1 --", "a".repeat(1_000_000), "\0".repeat(8)]) {
      expect(await find([{ key: odd }], odd)).toMatchObject({ id: "key-1" });
      expect(await find([{ key: secret }], odd)).toBeUndefined();
    }
  });

  it("hashes the presented secret, whether it is known or not", async () => {
    const keys = createMemoryKeys([{ key: secret }]);
    const digest = vi.spyOn(crypto.subtle, "digest");
    for (const presented of [secret, "wrong", ""]) {
      await keys.find({ secret: presented, signal: new AbortController().signal });
    }
    expect(digest.mock.calls.map(([algorithm]) => algorithm)).toEqual(Array(3).fill("SHA-256"));
    digest.mockRestore();
  });

  it("keeps no secret in a visible place", async () => {
    const keys = createMemoryKeys([{ key: secret }]);
    const record = await keys.find({ secret, signal: new AbortController().signal });
    expect(JSON.stringify([keys, record])).not.toContain(secret);
  });

  it.each(["", "short", "1234567", undefined, 12345678])("refuses the key %j", (key) => {
    expect(() => createMemoryKeys([{ key: key as string }])).toThrow(TypeError);
  });

  it("does not show the refused secret in its message", () => {
    expect(() => createMemoryKeys([{ key: "secret" }])).not.toThrow("secret");
  });
});

describe("the keys in memory as a store", () => {
  const { signal } = new AbortController();
  const day = 86_400_000;

  function storeOf(initial: readonly MemoryKey[] = []) {
    const clock = createFakeClock(1_000);
    const keys = createMemoryKeys(initial, { clock });
    const presented = (secret: string) => keys.find({ secret, signal });
    return { clock, keys, presented };
  }

  it("issues a key, shows its secret once and finds it", async () => {
    const { keys, presented } = storeOf();
    const { key, secret: issued } = await keys.issue({ accountId: "team", name: "Ada" });
    expect(key).toMatchObject({ accountId: "team", name: "Ada", models: "all", createdAt: 1_000 });
    expect(key.id).toMatch(/^key_\w{22}$/);
    expect(issued.startsWith(`${key.prefix}-`)).toBe(true);
    expect(await presented(issued)).toEqual({ id: key.id, accountId: "team", models: "all" });
    const shown = JSON.stringify([await keys.get(key.id), await keys.list()]);
    expect(shown).not.toContain(issued.slice(15));
  });

  it("accepts a secret that a caller already has", async () => {
    const { keys, presented } = storeOf();
    await keys.issue({ accountId: "team", id: "old", secret: "sk-from-before" });
    expect(await presented("sk-from-before")).toMatchObject({ id: "old" });
    expect((await keys.get("old"))?.prefix).toBe("sk-");
  });

  it("uses no id and no secret twice, those of revoked keys included", async () => {
    const { keys } = storeOf([{ key: secret, id: "one" }]);
    await keys.revoke("one");
    await expect(keys.issue({ accountId: "team", id: "one" })).rejects.toThrow("id is taken");
    await expect(keys.issue({ accountId: "team", secret })).rejects.toThrow("secret is taken");
    expect(() => createMemoryKeys([{ key: secret }, { key: secret }])).toThrow("secret is taken");
    expect(() => createMemoryKeys([{ key: secret, id: "key-2" }, { key: "sk-other-one" }])).toThrow(
      "id is taken",
    );
  });

  it("refuses a revoked key at once, also one that was found before", async () => {
    const { keys, presented } = storeOf([{ key: secret, id: "one" }]);
    expect(await presented(secret)).toMatchObject({ id: "one" });
    expect(await keys.revoke("one")).toMatchObject({ revokedAt: 1_000 });
    expect(await presented(secret)).toBeUndefined();
  });

  it("refuses a key that is revoked while it is looked up", async () => {
    const { keys, presented } = storeOf([{ key: secret, id: "one" }]);
    const finding = presented(secret);
    await keys.revoke("one");
    expect(await finding).toBeUndefined();
  });

  it("revokes an existing key once and permanently", async () => {
    const { clock, keys } = storeOf([{ key: secret, id: "one" }]);
    await keys.revoke("one");
    clock.advance(5);
    expect(await keys.revoke("one")).toMatchObject({ revokedAt: 1_000 });
    expect(await keys.revoke("none")).toBeUndefined();
    expect(await keys.rotate("one", 0)).toBeUndefined();
  });

  it("refuses a key from the moment of its expiry, also one that was found before", async () => {
    const { clock, keys, presented } = storeOf([{ key: secret, id: "one", expiresAt: 1_010 }]);
    clock.advance(9);
    expect(await presented(secret)).toMatchObject({ id: "one" });
    clock.advance(1);
    expect(await presented(secret)).toBeUndefined();
    expect(await keys.rotate("one", day)).toBeUndefined();
    expect(await keys.get("one")).toMatchObject({ expiresAt: 1_010 });
  });

  it("rotates: the old secret ends at once, or when the overlap is over", async () => {
    const { clock, keys, presented } = storeOf([{ key: secret, id: "one" }]);
    await presented(secret);
    const second = await keys.rotate("one", day);
    expect(await presented(secret)).toMatchObject({ id: "one" });
    clock.advance(day);
    expect(await presented(secret)).toBeUndefined();
    const third = await keys.rotate("one", 0);
    expect(await presented(second?.secret ?? "")).toBeUndefined();
    expect(await presented(third?.secret ?? "")).toMatchObject({ id: "one" });
    expect((await keys.get("one"))?.prefix).toBe(third?.secret.slice(0, 14));
  });

  it("never lengthens the overlap of an old secret", async () => {
    const { clock, keys, presented } = storeOf([{ key: secret, id: "one" }]);
    await keys.rotate("one", 10);
    await keys.rotate("one", day);
    clock.advance(10);
    expect(await presented(secret)).toBeUndefined();
  });

  it("ends all secrets of a key that is revoked", async () => {
    const { keys, presented } = storeOf([{ key: secret, id: "one" }]);
    const rotated = await keys.rotate("one", day);
    await keys.revoke("one");
    expect(await presented(secret)).toBeUndefined();
    expect(await presented(rotated?.secret ?? "")).toBeUndefined();
  });

  it("limits all keys of an account, those added later included", async () => {
    const accountLimits = { requestsPerMinute: 5 };
    const { keys, presented } = storeOf([{ key: secret, accountId: "team", accountLimits }]);
    const { secret: later } = await keys.issue({ accountId: "team" });
    expect(await presented(secret)).toMatchObject({ accountLimits });
    expect(await presented(later)).toMatchObject({ accountLimits });
    await keys.limitAccount("team", undefined);
    expect((await presented(secret))?.accountLimits).toBeUndefined();
    expect((await presented(later))?.accountLimits).toBeUndefined();
  });

  it("lists by age, page by page, all or those of one account", async () => {
    const { keys } = storeOf();
    for (const [index, accountId] of ["a", "b", "a", "b", "a"].entries()) {
      await keys.issue({ accountId, id: `k${index}` });
    }
    const first = await keys.list({ accountId: "a", limit: 2 });
    expect(first.keys.map(({ id }) => id)).toEqual(["k0", "k2"]);
    const last = await keys.list({ accountId: "a", limit: 2, after: first.next });
    expect(last).toMatchObject({ keys: [{ id: "k4" }] });
    expect(last.next).toBeUndefined();
    expect((await keys.list()).keys).toHaveLength(5);
    await expect(keys.list({ after: "x" })).rejects.toThrow(TypeError);
  });

  it("hashes a secret once, however often it is presented", async () => {
    const { presented } = storeOf([{ key: secret }]);
    await presented(secret);
    const digest = vi.spyOn(crypto.subtle, "digest");
    await presented(secret);
    expect(digest).not.toHaveBeenCalled();
    digest.mockRestore();
  });
});
