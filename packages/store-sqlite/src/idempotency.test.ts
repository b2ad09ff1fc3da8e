import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteStore } from "./create-store.js";

const claim = { scope: "a", key: "k", fingerprint: "f", lease: 1_000, retention: 10_000 };
const answer = {
  status: 200,
  headers: [
    ["content-type", "application/json"],
    ["x-twice", "1"],
    ["x-twice", "2"],
  ],
  body: new Uint8Array([0, 255, 1, 2]).subarray(1),
} as const;

function open() {
  const clock = createFakeClock();
  return { clock, ...createSqliteStore({ path: ":memory:", clock }) };
}

describe("the idempotency keys of a store", () => {
  it("Q03 reports what became of the first request of a key", async () => {
    const { idempotency } = open();
    expect(await idempotency.claim(claim)).toEqual({ name: "new" });
    expect(await idempotency.claim(claim)).toEqual({ name: "running" });
    expect(await idempotency.claim({ ...claim, fingerprint: "g" })).toEqual({ name: "mismatch" });
    await idempotency.keep("a", "k", answer);
    const state = await idempotency.claim(claim);
    expect(state).toEqual({ name: "answered", answer });
    expect(await idempotency.claim({ ...claim, scope: "b" })).toEqual({ name: "new" });
  });

  it("keeps the first answer, and an empty one as an answer", async () => {
    const { idempotency } = open();
    await idempotency.claim(claim);
    const empty = { ...answer, body: new Uint8Array() };
    await idempotency.keep("a", "k", empty);
    await idempotency.keep("a", "k", answer);
    await idempotency.keep("a", "k", undefined);
    await idempotency.forget("a", "k");
    expect(await idempotency.claim(claim)).toEqual({ name: "answered", answer: empty });
  });

  it("calls a request lost whose lease has passed or whose answer cannot be kept", async () => {
    const { idempotency, clock } = open();
    await idempotency.claim(claim);
    await idempotency.claim({ ...claim, key: "other" });
    await idempotency.keep("a", "other", undefined);
    expect(await idempotency.claim({ ...claim, key: "other" })).toEqual({ name: "lost" });
    clock.advance(1_000);
    expect(await idempotency.claim(claim)).toEqual({ name: "lost" });
    await idempotency.keep("a", "k", answer);
    expect(await idempotency.claim(claim)).toMatchObject({ name: "answered" });
  });

  it("gives a key free when it is forgotten, and when its time is over", async () => {
    const { idempotency, clock } = open();
    await idempotency.claim(claim);
    await idempotency.forget("a", "k");
    expect(await idempotency.claim(claim)).toEqual({ name: "new" });
    await idempotency.keep("a", "k", answer);
    clock.advance(10_000);
    expect(await idempotency.claim({ ...claim, fingerprint: "g" })).toEqual({ name: "new" });
  });

  it("deletes keys whose time is over, ten with each claim, the oldest first", async () => {
    const folder = mkdtempSync(join(tmpdir(), "diglot-idempotency-"));
    const path = join(folder, "store.db");
    const clock = createFakeClock();
    const store = createSqliteStore({ path, clock });
    const reader = new DatabaseSync(path, { readOnly: true });
    onTestFinished(() => {
      reader.close();
      store.close();
      rmSync(folder, { recursive: true });
    });
    const keys = () =>
      reader
        .prepare("SELECT key FROM idempotency_keys ORDER BY expires_at")
        .all()
        .map(({ key }) => key);

    for (let index = 0; index < 12; index++) {
      await store.idempotency.claim({ ...claim, key: `old-${index}` });
      clock.advance(1);
    }
    clock.advance(10_000);
    await store.idempotency.claim({ ...claim, key: "first" });
    expect(keys()).toEqual(["old-10", "old-11", "first"]);
    await store.idempotency.claim({ ...claim, key: "second" });
    expect(keys()).toEqual(["first", "second"]);
  });
});
