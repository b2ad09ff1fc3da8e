import { createMemoryKeys } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { keyOfStart } from "./key-of-start.js";

const { signal } = new AbortController();

describe("keyOfStart", () => {
  it("issues a new key at each start and ends the one before", async () => {
    const keys = createMemoryKeys([]);
    const first = await keyOfStart(keys, undefined);
    const second = await keyOfStart(keys, undefined);
    expect(second).not.toBe(first);
    expect(await keys.find({ secret: first, signal })).toBeUndefined();
    expect(await keys.find({ secret: second, signal })).toMatchObject({ accountId: "local" });
  });

  it("takes a key of one's own, at every start", async () => {
    const keys = createMemoryKeys([]);
    for (let start = 0; start < 2; start++) {
      expect(await keyOfStart(keys, "my-own-key")).toBe("my-own-key");
    }
    expect(await keys.find({ secret: "my-own-key", signal })).toMatchObject({ accountId: "local" });
    expect((await keys.list()).keys).toHaveLength(1);
  });
});
