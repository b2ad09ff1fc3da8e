import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { checkOptions } from "../../validation/check-options.js";
import { type StoredAnswer, validIdempotency } from "./idempotency.js";
import { createMemoryIdempotency, type MemoryIdempotencyOptions } from "./memory-idempotency.js";

function storeOf(options: MemoryIdempotencyOptions = {}) {
  const clock = createFakeClock();
  const store = createMemoryIdempotency({ clock, ...options });
  const claim = (key: string, change: { scope?: string; fingerprint?: string } = {}) =>
    store.claim({
      scope: "account",
      key,
      fingerprint: "one",
      lease: 1_000,
      retention: 10_000,
      ...change,
    });
  const nameOf = async (...args: Parameters<typeof claim>) => (await claim(...args)).name;
  const keep = (key: string, answer: StoredAnswer | undefined) =>
    store.keep("account", key, answer);
  return { store, clock, claim, nameOf, keep };
}

function answerOf(bytes = 1): StoredAnswer {
  return { status: 200, headers: [["content-type", "text/plain"]], body: new Uint8Array(bytes) };
}

describe("the in-memory idempotency keys", () => {
  it("Q03 give a key to one of many requests, until its answer is kept", async () => {
    const { nameOf, claim, keep } = storeOf();
    const names = await Promise.all(Array.from({ length: 100 }, () => nameOf("k")));
    expect(names.filter((name) => name === "new")).toHaveLength(1);
    expect(new Set(names.slice(1))).toEqual(new Set(["running"]));
    const answer = answerOf();
    await keep("k", answer);
    expect(await claim("k")).toEqual({ name: "answered", answer });
  });

  it("Q03 recognise a different request with the same key, whatever became of the first", async () => {
    const { nameOf, keep } = storeOf();
    await nameOf("k");
    expect(await nameOf("k", { fingerprint: "two" })).toBe("mismatch");
    await keep("k", answerOf());
    expect(await nameOf("k", { fingerprint: "two" })).toBe("mismatch");
  });

  it("are separate for each account, also if scope and key join to the same text", async () => {
    const { nameOf } = storeOf();
    expect(await nameOf("b", { scope: "a" })).toBe("new");
    expect(await nameOf("b", { scope: "c" })).toBe("new");
    expect(await nameOf("", { scope: "ab" })).toBe("new");
  });

  it("are free again when they are released, but not once their answer is kept", async () => {
    const { store, nameOf, keep } = storeOf();
    await nameOf("k");
    await store.forget("account", "k");
    expect(await nameOf("k")).toBe("new");
    await keep("k", answerOf());
    await store.forget("account", "k");
    expect(await nameOf("k")).toBe("answered");
  });

  it("are lost when their answer cannot be kept, or when their lease ends", async () => {
    const { nameOf, keep, clock } = storeOf();
    await nameOf("large");
    await keep("large", undefined);
    expect(await nameOf("large")).toBe("lost");
    await nameOf("slow");
    clock.advance(999);
    expect(await nameOf("slow")).toBe("running");
    clock.advance(1);
    expect(await nameOf("slow")).toBe("lost");
    await keep("slow", answerOf());
    expect(await nameOf("slow")).toBe("answered");
  });

  it("Q03 are free again after their time, without a timer", async () => {
    const { nameOf, keep, clock } = storeOf();
    await nameOf("k");
    await keep("k", answerOf());
    clock.advance(9_999);
    expect(await nameOf("k")).toBe("answered");
    clock.advance(1);
    expect(await nameOf("k")).toBe("new");
    expect(clock.pending).toBe(0);
  });

  it("are dropped when there are too many, the oldest first, but never while their request runs", async () => {
    const { nameOf, keep } = storeOf({ keepKeys: 2 });
    await nameOf("running");
    await nameOf("first");
    await keep("first", answerOf());
    await nameOf("second");
    await keep("second", answerOf());
    expect(await nameOf("running")).toBe("running");
    expect(await nameOf("second")).toBe("answered");
    expect(await nameOf("first")).toBe("new");
  });

  it("are all kept as long as there are not too many", async () => {
    const { nameOf, keep } = storeOf({ keepKeys: 2 });
    for (const key of ["first", "second"]) {
      await nameOf(key);
      await keep(key, answerOf());
    }
    expect(await nameOf("first")).toBe("answered");
  });

  it("keep the first answer that is given to them", async () => {
    const { claim, keep } = storeOf();
    await claim("k");
    await keep("k", answerOf(1));
    await keep("k", answerOf(2));
    expect(await claim("k")).toEqual({ name: "answered", answer: answerOf(1) });
  });

  it("that were never claimed can be neither kept nor released, which is no failure", async () => {
    const { store, nameOf, keep } = storeOf();
    await keep("k", answerOf());
    await store.forget("account", "k");
    expect(await nameOf("k")).toBe("new");
  });

  it("keep running while the answers of others have too many bytes", async () => {
    const { nameOf, keep } = storeOf({ keepBytes: 10 });
    await nameOf("running");
    await nameOf("huge");
    await keep("huge", answerOf(11));
    expect(await nameOf("running")).toBe("running");
    await keep("running", answerOf(10));
    expect(await nameOf("running")).toBe("answered");
  });

  it("lose their answers when those have too many bytes, the oldest first", async () => {
    const { nameOf, keep } = storeOf({ keepBytes: 10 });
    for (const [key, bytes] of [
      ["first", 4],
      ["second", 4],
      ["third", 4],
    ] as const) {
      await nameOf(key);
      await keep(key, answerOf(bytes));
    }
    expect(await nameOf("first")).toBe("lost");
    expect(await nameOf("second")).toBe("answered");
    expect(await nameOf("third")).toBe("answered");
    await nameOf("huge");
    await keep("huge", answerOf(11));
    expect(await nameOf("huge")).toBe("lost");
  });

  it("have room again when answers have expired", async () => {
    const { nameOf, keep, clock } = storeOf({ keepBytes: 10 });
    await nameOf("old");
    await keep("old", answerOf(10));
    clock.advance(10_000);
    for (const key of ["new", "newer"]) {
      await nameOf(key);
      await keep(key, answerOf(5));
    }
    expect(await nameOf("new")).toBe("answered");
    expect(await nameOf("newer")).toBe("answered");
  });

  it("have room again for the answer of a key that is claimed anew", async () => {
    const { nameOf, keep, clock } = storeOf({ keepBytes: 10 });
    await nameOf("k");
    await keep("k", answerOf(10));
    clock.advance(10_000);
    await nameOf("k");
    await keep("k", answerOf(10));
    expect(await nameOf("k")).toBe("answered");
  });
});

describe("the check of a store of keys", () => {
  it("names what is not given, and the store that refuses an option", () => {
    const check = (store: unknown) => () =>
      checkOptions("createService", store, validIdempotency, "idempotency");
    expect(check(createMemoryIdempotency())).not.toThrow();
    expect(check(5)).toThrow(
      "must be a store of idempotency keys, such as createMemoryIdempotency(), not 5.",
    );
    expect(() => createMemoryIdempotency({ keepKeys: -1 })).toThrow(
      'createMemoryIdempotency: "keepKeys" must be',
    );
  });
});
