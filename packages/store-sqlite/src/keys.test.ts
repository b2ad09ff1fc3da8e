import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { newPath } from "../test/support.js";
import { createSqliteStore } from "./create-store.js";

const { signal } = new AbortController();

function open() {
  const clock = createFakeClock();
  return { clock, ...createSqliteStore({ path: ":memory:", clock }) };
}

describe("the keys of a store", () => {
  it("finds a key by its secret alone, with what was said of it", async () => {
    const { keys } = open();
    const limits = { requestsPerMinute: 5 };
    const { key, secret } = await keys.issue({
      accountId: "a",
      name: "Ada",
      models: ["m"],
      limits,
    });
    await keys.limitAccount("a", { concurrentRequests: 2 });
    const accountLimits = { concurrentRequests: 2 };
    expect(await keys.find({ secret, signal })).toEqual({
      id: key.id,
      accountId: "a",
      models: ["m"],
      limits,
      accountLimits,
    });
    expect(await keys.get(key.id)).toEqual({ ...key, accountLimits });
    for (const wrong of ["", key.id, key.prefix, `${secret}0`, secret.toLowerCase()]) {
      expect(await keys.find({ secret: wrong, signal })).toBeUndefined();
    }
    await keys.limitAccount("a", undefined);
    expect(await keys.get(key.id)).toEqual(key);
  });

  it("K02 holds every change at once, for all that have the file open", async () => {
    const path = newPath();
    const [one, other] = [createSqliteStore({ path }), createSqliteStore({ path })];
    const { key, secret } = await one.keys.issue({ accountId: "a" });
    expect(await other.keys.find({ secret, signal })).toMatchObject({ id: key.id });
    const rotated = await other.keys.rotate(key.id, 0);
    expect(await one.keys.find({ secret, signal })).toBeUndefined();
    const renewed = rotated?.secret ?? "";
    expect(await one.keys.find({ secret: renewed, signal })).toMatchObject({ id: key.id });
    await other.keys.revoke(key.id);
    expect(await one.keys.find({ secret: renewed, signal })).toBeUndefined();
    one.close();
    other.close();
  });

  it("lets an older secret live as long as the rotation said, and never longer for another rotation", async () => {
    const { keys, clock } = open();
    const { key, secret } = await keys.issue({ accountId: "a" });
    const second = await keys.rotate(key.id, 1_000);
    await keys.rotate(key.id, 5_000);
    clock.advance(999);
    expect(await keys.find({ secret, signal })).toBeDefined();
    clock.advance(1);
    expect(await keys.find({ secret, signal })).toBeUndefined();
    expect(await keys.find({ secret: second?.secret ?? "", signal })).toBeDefined();
    clock.advance(4_000);
    expect(await keys.find({ secret: second?.secret ?? "", signal })).toBeUndefined();
  });

  it("uses no id and no secret twice, and says which is taken", async () => {
    const { keys } = open();
    const secret = "sk-someones-own";
    await keys.issue({ accountId: "a", id: "1", secret });
    await keys.revoke("1");
    await expect(keys.issue({ accountId: "a", id: "1" })).rejects.toThrow(/^id is taken/);
    await expect(keys.issue({ accountId: "a", secret })).rejects.toThrow(/^secret is taken/);
    expect((await keys.list()).keys).toHaveLength(1);
  });

  it("ends a key once, when it was first revoked or when it expires", async () => {
    const { keys, clock } = open();
    const { key } = await keys.issue({ accountId: "a" });
    const revokedAt = clock.now();
    expect(await keys.revoke(key.id)).toEqual({ ...key, revokedAt });
    clock.advance(1);
    expect(await keys.revoke(key.id)).toEqual({ ...key, revokedAt });
    expect(await keys.revoke("none")).toBeUndefined();
    expect(await keys.rotate(key.id, 0)).toBeUndefined();
    const short = await keys.issue({ accountId: "a", expiresAt: clock.now() + 10 });
    clock.advance(9);
    expect(await keys.find({ secret: short.secret, signal })).toBeDefined();
    clock.advance(1);
    expect(await keys.find({ secret: short.secret, signal })).toBeUndefined();
    expect(await keys.rotate(short.key.id, 0)).toBeUndefined();
  });

  it("lists keys by age in pages, all of them or those of an account", async () => {
    const { keys } = open();
    for (const id of ["3", "1", "2"]) await keys.issue({ id, accountId: id === "1" ? "a" : "b" });
    const first = await keys.list({ limit: 2 });
    expect(first.keys.map(({ id }) => id)).toEqual(["3", "1"]);
    const second = await keys.list({ limit: 2, after: first.next });
    expect(second.keys.map(({ id }) => id)).toEqual(["2"]);
    expect(second.next).toBeUndefined();
    const ofAccount = await keys.list({ accountId: "b", limit: 2 });
    expect(ofAccount.keys.map(({ id }) => id)).toEqual(["3", "2"]);
    expect(ofAccount.next).toBeUndefined();
  });
});
