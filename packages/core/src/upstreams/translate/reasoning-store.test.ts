import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import type { Block } from "../../conversation/conversation.js";
import { createMemoryReasoningStore } from "./reasoning-store.js";

const reasoning = (text: string): Block[] => [{ type: "thinking", text, signature: "s" }];
const key = (toolCallId: string, accountId = "a") => ({ accountId, toolCallId });

describe("createMemoryReasoningStore", () => {
  it("returns what was stored for a call, to the account that stored it", async () => {
    const store = createMemoryReasoningStore();
    await store.put(key("call"), reasoning("x"));
    expect(await store.get(key("call"))).toEqual(reasoning("x"));
    expect(await store.get(key("call", "b"))).toBeUndefined();
    expect(await store.get(key("other"))).toBeUndefined();
  });

  it("T173 does not confuse accounts and calls whose joined names are equal", async () => {
    const store = createMemoryReasoningStore();
    await store.put(key("c", "a,b"), reasoning("x"));
    expect(await store.get(key("b,c", "a"))).toBeUndefined();
    expect(await store.get(key("__proto__", "a"))).toBeUndefined();
  });

  it("forgets blocks after their time", async () => {
    const clock = createFakeClock();
    const store = createMemoryReasoningStore({ ttl: 1000, clock });
    await store.put(key("call"), reasoning("x"));
    clock.advance(999);
    expect(await store.get(key("call"))).toBeDefined();
    clock.advance(1);
    expect(await store.get(key("call"))).toBeUndefined();
  });

  it("forgets the oldest blocks when it is full, and does not keep blocks larger than its capacity", async () => {
    const store = createMemoryReasoningStore({ maxBytes: 300 });
    for (const id of ["1", "2", "3"]) await store.put(key(id), reasoning("x".repeat(60)));
    expect(await store.get(key("1"))).toBeUndefined();
    expect(await store.get(key("3"))).toBeDefined();
    await store.put(key("4"), reasoning("x".repeat(400)));
    expect(await store.get(key("4"))).toBeUndefined();
  });

  it("counts a call that is stored again once", async () => {
    const store = createMemoryReasoningStore({ maxBytes: 300 });
    await store.put(key("1"), reasoning("x".repeat(60)));
    for (let round = 0; round < 10; round++) await store.put(key("2"), reasoning("x".repeat(60)));
    expect(await store.get(key("1"))).toBeDefined();
  });

  it("refuses invalid limits", () => {
    expect(() => createMemoryReasoningStore({ maxBytes: 0 })).toThrow("maxBytes");
    expect(() => createMemoryReasoningStore({ ttl: Number.NaN })).toThrow("ttl");
  });
});
