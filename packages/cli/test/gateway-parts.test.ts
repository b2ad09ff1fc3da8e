import { ServerResponse } from "node:http";
import { defineModel, type ReporterEvent } from "@diglot/core";
import { needsPostgres, postgresUrl } from "@diglot/test-support/parts/postgres";
import { deferred, flushPromises, inTime, until } from "@diglot/test-support/wait";
import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore } from "../src/gateway/accounts/open-store.js";
import {
  type Gateway,
  type GatewayConfig,
  type GatewayOptions,
  startGateway,
} from "../src/index.js";
import type { Log } from "../src/log/log.js";
import { newFolder } from "./command.js";
import { closedPort, serve } from "./servers.js";
import { dropSchema } from "./stores.js";

const key = "sk-gateway-0123456789";
const keys = [{ id: "me", key, accountId: "team-a" }];
const echo = { id: "echo", embedded: "echo" } as const;
const credential = "0123456789-of-ada";

async function startWith(members: GatewayConfig, options?: GatewayOptions): Promise<Gateway> {
  const gateway = await startGateway({ port: 0, keys, ...members }, options);
  onTestFinished(() => gateway.close({ timeout: 0 }));
  return gateway;
}

/** Asks the gateway over its port. */
function ask(gateway: Gateway, change: object = {}): Promise<Response> {
  return fetch(`${gateway.baseUrl}/v1/chat/completions`, bodyOf(change));
}

function bodyOf(change: object): RequestInit {
  const messages = [{ role: "user", content: "Who are you?" }];
  return {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "echo", messages, ...change }),
  };
}

/** The status of a path for an administrator. */
async function statusOf({ service }: Gateway, path: string): Promise<number> {
  return (await service.request(path, { headers: { "x-api-key": credential } })).status;
}

/** A log that notes what it is told. */
function noteLog() {
  const notes: string[] = [];
  const events: ReporterEvent[] = [];
  const log: Log = {
    reporter: (event) => void events.push(event),
    setLevel: (level) => void notes.push(`level ${level}`),
    info: (message) => void notes.push(message),
    warn: (message) => void notes.push(message),
    error: (message) => void notes.push(message),
    flush: () => void notes.push("flushed"),
  };
  return { log, notes, events };
}

describe("the log and the reporter of a gateway", () => {
  it("hear of its requests, and the log has the level of the config that is in use", async () => {
    const { log, notes, events } = noteLog();
    const heard: string[] = [];
    const reporter = ({ type }: ReporterEvent) => void heard.push(type);
    const gateway = await startWith({ models: [echo] }, { log, reporter });
    await (await ask(gateway)).text();
    await expect.poll(() => heard).toContain("request_ended");
    expect(events.map(({ type }) => type)).toEqual(heard);
    await gateway.reload({ port: 0, keys, models: [echo], log: { level: "debug" } });
    await gateway.reload({ port: 0, keys, models: [echo] });
    await gateway.close({ timeout: 0 });
    expect(notes).toEqual(["level info", "level debug", "level info", "flushed"]);
    const silent = noteLog();
    await startWith({ models: [echo], log: { level: "silent" } }, { log: silent.log });
    expect(silent.notes).toEqual(["level silent"]);
  });

  it("hear that an answer could not be written", async () => {
    const { log, notes } = noteLog();
    const gateway = await startWith({ models: [echo] }, { log });
    vi.spyOn(ServerResponse.prototype, "setHeader").mockImplementationOnce(() => {
      throw new Error("No header can be set.");
    });
    expect((await ask(gateway)).status).toBe(500);
    expect(notes).toContain("An answer could not be written.");
  });
});

describe("the endpoints of a gateway", () => {
  it("are those that its config has", async () => {
    const admin = { credential };
    const all = await startWith({ models: [echo], admin, inspector: true });
    const paths = ["/healthz", "/inspector", "/admin/keys", "/metrics"];
    expect(await Promise.all(paths.map((path) => statusOf(all, path)))).toEqual([
      ...[200, 200, 200, 404],
    ]);
    await (await ask(all)).text();
    const headers = { "x-api-key": credential };
    await expect
      .poll(async () => (await all.service.request("/inspector/requests", { headers })).text())
      .toContain('"requestedModel":"echo"');
    const none = await startWith({ models: [echo], health: false });
    expect(await Promise.all(paths.map((path) => statusOf(none, path)))).toEqual([
      ...[404, 404, 404, 404],
    ]);
  });

  it("are strict only if the config says so", async () => {
    const strict = await startWith({ models: [echo], service: { validation: "strict" } });
    expect((await ask(strict, { invented: 1 })).status).toBe(400);
    const tolerant = await startWith({ models: [echo] });
    expect((await ask(tolerant, { invented: 1 })).status).toBe(200);
  });

  it("are open to everyone who reaches them only if the log says so", async () => {
    const { log, notes } = noteLog();
    const open = { allowAnonymous: true, allowAnonymousFromNetwork: true, host: "0.0.0.0" };
    const gateway = await startGateway({ port: 0, ...open, models: [echo] }, { log });
    onTestFinished(() => gateway.close({ timeout: 0 }));
    expect(notes).toContainEqual(
      expect.stringMatching(/^Everyone who reaches 0\.0\.0\.0 may call/),
    );
  });

  it("can be called by pages of other origins only if the log says so", async () => {
    const { log, notes } = noteLog();
    await startWith({ models: [echo], service: { cors: true } }, { log });
    expect(notes).toContainEqual(expect.stringMatching(/^Web pages of every origin may call/));
  });

  it("need no key, and know none, where everyone of this machine may call", async () => {
    const gateway = await startGateway({ port: 0, allowAnonymous: true, models: [echo] });
    onTestFinished(() => gateway.close({ timeout: 0 }));
    const answer = await fetch(`${gateway.baseUrl}/v1/models`);
    expect(answer.status).toBe(200);
  });

  it("answer through whatever a service has", async () => {
    const gateway = await startWith({ models: [echo], service: { basePath: "/api" } });
    const { service, baseUrl } = gateway;
    const request = new Request(`${baseUrl}/v1/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect((await service.fetch(request)).status).toBe(200);
    expect([service.matches("/api/v1/models"), service.matches("/other")]).toEqual([true, false]);
    await service.close({ timeout: 0 });
    expect((await service.request("/api/v1/models")).status).toBe(503);
  });
});

describe("the metrics of a gateway", () => {
  it("are text for Prometheus, also while it closes", async () => {
    const released = deferred();
    const slow = defineModel("slow", async function* () {
      await released.promise;
      yield "Hello.";
    });
    const gateway = await startWith({ models: [slow], metrics: true });
    const answer = ask(gateway, { model: "slow" });
    await expect
      .poll(async () => (await gateway.service.request("/metrics")).text())
      .toMatch(/^diglot_running_requests\{.*\} 1/m);
    const closed = gateway.close({ timeout: 60_000 });
    await flushPromises();
    const response = await gateway.service.request("/metrics");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4",
    ]);
    released.resolve();
    expect((await answer).status).toBe(200);
    await closed;
  });

  it("need their credential, where they have one", async () => {
    const gateway = await startWith({ models: [echo], metrics: { credential } });
    expect((await gateway.service.request("/metrics")).status).toBe(401);
    expect(await statusOf(gateway, "/metrics")).toBe(200);
    const open = await startWith({ models: [echo], metrics: true });
    expect((await open.service.request("/metrics")).status).toBe(200);
  });
});

describe("a gateway that takes another config", () => {
  /** A model that answers when it is told to, and how a caller asks it. */
  function slowModel(id: string) {
    const begun = deferred();
    const released = deferred();
    const model = defineModel(id, async function* () {
      begun.resolve();
      await released.promise;
      yield "Hello.";
    });
    return { model, begun: begun.promise, release: () => released.resolve() };
  }

  it("lets requests end under the config before, and waits for them when it closes", async () => {
    const { model, begun, release } = slowModel("slow");
    const gateway = await startWith({ models: [model] });
    const answer = ask(gateway, { model: "slow" });
    await begun;
    await gateway.reload({ port: 0, keys, models: [echo] });
    expect(gateway.models).toEqual(["echo"]);
    let isClosed = false;
    const closed = gateway.close({ timeout: 60_000 }).then(() => {
      isClosed = true;
    });
    await flushPromises();
    expect(isClosed).toBe(false);
    release();
    expect((await answer).status).toBe(200);
    await closed;
  });

  it("cuts requests that take longer than the config before lets them", async () => {
    const { model, begun } = slowModel("slow");
    const gateway = await startWith({ models: [model], drainTimeout: 1 });
    const answer = ask(gateway, { model: "slow" });
    await begun;
    await gateway.reload({ port: 0, keys, models: [echo] });
    expect((await answer).status).toBe(503);
  });

  it("refuses what cannot change, by its member, and stays as it was", async () => {
    const gateway = await startWith({ models: [echo] });
    const changed = gateway.reload({ port: 0, host: "127.0.0.2", keys, models: [echo] });
    await expect(changed).rejects.toMatchObject({
      problems: [
        {
          path: ["host"],
          message: "cannot change while the gateway runs; stop it and start it again",
        },
      ],
    });
    expect((await ask(gateway)).status).toBe(200);
  });

  it("leaves nothing open if its port is taken", async () => {
    const taken = await startWith({ models: [echo] });
    const port = Number(new URL(taken.baseUrl).port);
    const folder = newFolder();
    const store = { type: "sqlite", path: `${folder}/usage.sqlite` } as const;
    await expect(startWith({ models: [echo], port, store })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use.`,
    );
  });
});

describe("the upstreams of a gateway", () => {
  const remote = (baseUrl: string) => ({ baseUrl, format: "messages", allModels: true }) as const;
  const hint = expect.stringContaining("Name the models that are to be served");

  it("must list models if all of them are to be served", async () => {
    const baseUrl = await serve({ "*": { status: 200, json: { data: [], has_more: false } } });
    await expect(startWith({ upstreams: { remote: remote(baseUrl) } })).rejects.toMatchObject({
      ...{ message: `${baseUrl} lists no models.`, hint },
    });
    const closed = `http://127.0.0.1:${await closedPort()}/v1`;
    await expect(startWith({ upstreams: { remote: remote(closed) } })).rejects.toMatchObject({
      ...{ message: `${closed} does not list its models.`, hint, cause: expect.anything() },
    });
  });
});

/** How many connections of this name PostgreSQL has, after so much was done with each. */
async function connectionsOf(name: string, act = "pid"): Promise<number | null> {
  const client = new pg.Client({ connectionString: postgresUrl() });
  await client.connect();
  const query = `SELECT ${act} FROM pg_stat_activity WHERE application_name = $1`;
  const { rowCount } = await client.query(query, [name]);
  await client.end();
  return rowCount;
}

describe("the store of a gateway", () => {
  const onError = () => undefined;

  it("is in memory unless it has a place", async () => {
    for (const type of ["memory", "sqlite", "postgres"] as const) {
      const { value, close } = await openStore({ type }, onError);
      expect(value.ledger).toHaveProperty("all");
      expect(await close()).toBeUndefined();
    }
  });

  it("is a file of SQLite, which is closed", async () => {
    const path = `${newFolder()}/usage.sqlite`;
    const { value, close } = await openStore(
      { type: "sqlite", path, durability: "power" },
      onError,
    );
    await value.ledger.credit({ id: "first", accountId: "team-a", nanoDollars: 1 });
    await close();
    await expect(
      (async () => value.ledger.credit({ id: "next", accountId: "team-a", nanoDollars: 1 }))(),
    ).rejects.toBeDefined();
  });

  it.each([
    ["sqlite", { path: ":memory:", durability: "full" }, "durability"],
    ["memory", { keepRows: -1 }, "keepRows"],
    ["memory", { keepIdempotencyKeys: -1 }, "keepKeys"],
    ["memory", { keepIdempotencyBytes: -1 }, "keepBytes"],
  ] as const)("of type %s has its options: %j", async (type, options, named) => {
    await expect(openStore({ type, ...options } as never, onError)).rejects.toThrow(named);
  });

  it("is refused with what has kept it from being opened", async () => {
    const path = `${newFolder()}/none/usage.sqlite`;
    await expect(openStore({ type: "sqlite", path }, onError)).rejects.toMatchObject({
      message: expect.stringMatching(/^The store of type "sqlite" cannot be opened: /),
      cause: expect.anything(),
    });
  });

  it(
    "is PostgreSQL, and a connection that breaks while it is idle is reported",
    needsPostgres,
    async () => {
      const schema = `parts_${process.pid}_${Date.now()}_idle`;
      const { log, notes } = noteLog();
      onTestFinished(() => dropSchema(schema));
      const url = new URL(postgresUrl());
      url.searchParams.set("application_name", schema);
      const store = { type: "postgres", url: url.href, schema, connections: 1 } as const;
      await startWith({ models: [echo], store }, { log });
      expect(await connectionsOf(schema, "pg_terminate_backend(pid)")).toBe(1);
      await expect.poll(() => notes).toContain("The store has failed.");
    },
  );

  it("is PostgreSQL, whose connections are closed", needsPostgres, async () => {
    const schema = `parts_${process.pid}_${Date.now()}`;
    const url = new URL(postgresUrl());
    url.searchParams.set("application_name", schema);
    const config = { type: "postgres", url: url.href, schema, connections: 1 } as const;
    const { value, close } = await openStore(config, onError);
    onTestFinished(() => dropSchema(schema));
    const ids = ["first", "second", "third"];
    await Promise.all(
      ids.map((id) => value.ledger.credit({ id, accountId: "team-a", nanoDollars: 1 })),
    );
    expect(await connectionsOf(schema)).toBe(1);
    await close();
    await expect(
      (async () => value.ledger.credit({ id: "next", accountId: "team-a", nanoDollars: 1 }))(),
    ).rejects.toBeDefined();
  });

  it("goes on when PostgreSQL ends an idle connection, and says so", needsPostgres, async () => {
    const { config, query } = namedStore();
    const failed = deferred<unknown>();
    const { value, close } = await openStore(config, failed.resolve);
    onTestFinished(async () => {
      await close();
      await dropSchema(config.schema);
    });
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
    );
    expect(await inTime(failed.promise)).toBeInstanceOf(Error);
    const credit = { id: "first", accountId: "team-a", nanoDollars: 1 };
    expect(await value.ledger.credit(credit)).toMatchObject({ limit: 1 });
  });

  it(
    "leaves no connection to a PostgreSQL whose tables cannot be used",
    needsPostgres,
    async () => {
      const { config, query } = namedStore();
      await query(`CREATE SCHEMA ${config.schema}`, []);
      onTestFinished(() => dropSchema(config.schema));
      await query(
        `CREATE TABLE ${config.schema}.migrations (version integer, applied_at timestamptz)`,
        [],
      );
      await query(`INSERT INTO ${config.schema}.migrations VALUES (1000)`, []);
      // The pool would close the connection by itself when it has been idle for a while.
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      const end = vi.spyOn(pg.Pool.prototype, "end");
      await expect(openStore(config, onError)).rejects.toThrow("have version 1000");
      expect(end).toHaveBeenCalledOnce();
      const open =
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1";
      await until(async () => (await query(open))[0]?.count === 0);
    },
  );
});

/** The config of a store whose connections have a name, and what asks PostgreSQL, of that name unless other values are given. */
function namedStore() {
  const name = `parts_${process.pid}_${Date.now()}`;
  const url = new URL(postgresUrl());
  url.searchParams.set("application_name", name);
  const config = { type: "postgres", url: url.href, schema: name, connections: 1 } as const;
  const query = async (text: string, values: readonly string[] = [name]) => {
    const client = new pg.Client({ connectionString: postgresUrl() });
    await client.connect();
    const { rows } = await client.query(text, [...values]).finally(() => client.end());
    return rows;
  };
  return { config, query };
}
