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
      concurrentRequests: undefined,
    });
    for (const wrong of ["", "sk-012345678", `${secret}0`, secret.toUpperCase(), "key-1"]) {
      expect(await find([{ key: secret }], wrong)).toBeUndefined();
    }
  });

  it("keeps what is said of each key", async () => {
    const keys = [
      { key: "sk-another-one" },
      { key: secret, id: "ada", models: ["m"], concurrentRequests: 3 },
    ];
    expect(await find(keys, secret)).toEqual({
      id: "ada",
      accountId: "ada",
      models: ["m"],
      concurrentRequests: 3,
    });
    expect(await find([{ key: secret, accountId: "team" }], secret)).toMatchObject({
      id: "key-1",
      accountId: "team",
    });
  });

  it("knows secrets of any characters and length", async () => {
    for (const odd of ["пароль-値-😀", "' OR 1=1 --", "a".repeat(1_000_000), "\0".repeat(8)]) {
      expect(await find([{ key: odd }], odd)).toMatchObject({ id: "key-1" });
      expect(await find([{ key: secret }], odd)).toBeUndefined();
    }
  });

  it("hashes what is presented, whether it is known or not", async () => {
    const keys = createMemoryKeys([{ key: secret }]);
    const digest = vi.spyOn(crypto.subtle, "digest");
    for (const presented of [secret, "wrong", ""]) {
      await keys.find({ secret: presented, signal: new AbortController().signal });
    }
    expect(digest.mock.calls.map(([algorithm]) => algorithm)).toEqual(Array(3).fill("SHA-256"));
    digest.mockRestore();
  });

  it("keeps no secret where it can be seen", async () => {
    const keys = createMemoryKeys([{ key: secret }]);
    const record = await keys.find({ secret, signal: new AbortController().signal });
    expect(JSON.stringify([keys, record])).not.toContain(secret);
  });

  it.each(["", "short", "1234567", undefined, 12345678])("refuses the key %j", (key) => {
    expect(() => createMemoryKeys([{ key: key as string }])).toThrow(TypeError);
  });

  it("does not show in its refusal what was refused", () => {
    expect(() => createMemoryKeys([{ key: "secret" }])).not.toThrow("secret");
  });
});
