import { pause } from "@diglot/test-support/wait";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findServer, openDatabase, storeOn } from "./database.js";
import { driverNames } from "./drivers.js";

const server = await findServer();
afterAll(() => server.close());

/** Outlives a lease of 1 ms. */
const outliveLease = () => pause(20);

const answer = {
  status: 200,
  headers: [["x-name", 'it\'s \\ a "test"']] as const,
  body: Uint8Array.from({ length: 70_000 }, (_, index) => index % 256),
};

describe.each(driverNames)(`idempotency keys on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  const { idempotency, migrate } = storeOn(database);
  beforeAll(migrate);
  afterAll(() => database.close());

  const claim = (key: string, members: { lease?: number; retention?: number } = {}) =>
    idempotency.claim({
      scope: "account",
      key,
      fingerprint: "f",
      lease: 60_000,
      retention: 60_000,
      ...members,
    });

  it("Q03 gives a key to one of many callers at once", async () => {
    const states = await Promise.all(Array.from({ length: 200 }, () => claim("burst")));
    const names = states.map(({ name }) => name).sort();
    expect(names).toEqual(["new", ...Array(199).fill("running")].sort());
  });

  it("Q03 reports what became of a key", async () => {
    expect(await claim("reported")).toEqual({ name: "new" });
    const other = { scope: "account", key: "reported", fingerprint: "g", lease: 1, retention: 1 };
    expect(await idempotency.claim(other)).toEqual({ name: "mismatch" });
    expect(await idempotency.claim({ ...other, scope: "another" })).toEqual({ name: "new" });
    await idempotency.keep("account", "reported", answer);
    expect(await claim("reported")).toEqual({ name: "answered", answer });
    await idempotency.forget("account", "reported");
    await idempotency.keep("account", "reported", undefined);
    expect(await claim("reported")).toEqual({ name: "answered", answer });
  });

  it("keeps an answer without a body", async () => {
    await claim("empty");
    const empty = { status: 204, headers: [], body: new Uint8Array() };
    await idempotency.keep("account", "empty", empty);
    expect(await claim("empty")).toEqual({ name: "answered", answer: empty });
  });

  it("calls a key lost whose answer cannot be kept, or whose request was", async () => {
    await claim("large");
    await idempotency.keep("account", "large", undefined);
    expect(await claim("large")).toEqual({ name: "lost" });
    await claim("crash", { lease: 1 });
    await outliveLease();
    expect(await claim("crash")).toEqual({ name: "lost" });
  });

  it("gives a key free again, and after its time", async () => {
    await claim("free");
    await idempotency.forget("account", "free");
    expect(await claim("free")).toEqual({ name: "new" });
    await claim("old", { retention: 1 });
    await idempotency.keep("account", "old", answer);
    await outliveLease();
    expect(await claim("old")).toEqual({ name: "new" });
    expect(await claim("old")).toEqual({ name: "running" });
  });

  it("takes any text as a key", async () => {
    const keys = ["\u0000", "\ud83d", "'; DROP", "\\", "🙂", "", "\u001a0000"];
    for (const key of keys) expect(await claim(key)).toEqual({ name: "new" });
    for (const key of keys) expect(await claim(key)).toEqual({ name: "running" });
  });

  it("sweeps expired keys as new ones come", async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `sweep ${index}`);
    await Promise.all(keys.map((key) => claim(key, { retention: 1 })));
    await outliveLease();
    await Promise.all(keys.slice(0, 20).map((key) => claim(`${key} new`)));
    const text = `SELECT key FROM "${database.schema}".idempotency WHERE expires_at < now()`;
    expect(await database.query(text, [])).toEqual([]);
  });
});
