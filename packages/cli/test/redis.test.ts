import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { needsRedisServer } from "@diglot/test-support/parts/redis";

import { listen } from "@diglot/test-support/servers";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { newFile, type Running, run, start } from "./command.js";
import { startRedis } from "./redis-server.js";
import { closedPort } from "./servers.js";

const key = "sk-local-0123456789";
const toUrl = (port: number): string => `redis://127.0.0.1:${port}`;

/** A file of a gateway that counts in the Redis of a port. */
function newConfig(port: number, limits: object = {}): string {
  return newFile("gateway.json", {
    port: 0,
    keys: [{ id: "me", key }],
    models: [{ id: "echo", embedded: "echo" }],
    limits: { redis: toUrl(port), ...limits },
  });
}

/** Starts a gateway, and resolves with its address once it listens. */
async function serve(file: string): Promise<Running & { readonly baseUrl: string }> {
  const running = start(["serve", "-c", file, "--log", "json"]);
  const lines = await running.untilWritten(/"msg":"listening"/);
  return { ...running, baseUrl: /"baseUrl":"([^"]+)"/.exec(lines)?.[1] ?? "" };
}

/** Asks a gateway's model. */
function ask({ baseUrl }: { readonly baseUrl: string }): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ model: "echo", messages: [{ role: "user", content: "Hello." }] });
  return fetch(`${baseUrl}/v1/chat/completions`, { method: "POST", headers, body });
}

/** What a gateway has said of Redis beside requests, in order. */
function saidOf({ stdout }: Running): readonly string[] {
  const lines = stdout().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line).msg).filter((said: string) => /Redis/.test(said));
}

/** Hangs up on so many attempts to connect to a port. */
async function refuse(port: number, attempts: number): Promise<void> {
  const server = createTcpServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
  for (let count = 0; count < attempts; count += 1) await once(server, "connection");
  server.close();
  await once(server, "close");
}

describe("a start without the Redis that it counts in", () => {
  it.each([
    ["--redis", (port: number) => ["--port", "0", "--redis", toUrl(port)]],
    ["`limits.redis`", (port: number) => ["serve", "-c", newConfig(port)]],
  ])("ends with code 2 and one sentence, with %s", async (_, toArguments) => {
    const port = await closedPort();
    expect(await run(toArguments(port))).toEqual({
      code: 2,
      stdout: "",
      stderr: `Redis at ${toUrl(port)} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    });
  });

  it("waits two seconds for one that says nothing", async () => {
    const silent = createServer().on("clientError", () => undefined);
    const port = await listen(silent);
    const { code, stderr } = await run(["--port", "0", "--redis", toUrl(port)]);
    expect([code, stderr]).toEqual([
      2,
      `Redis at ${toUrl(port)} cannot be used: it has not answered within 2000 ms\n`,
    ]);
  });

  it("says once that it is missing if each process may count for itself", async () => {
    const limits = { whenDown: "memory", keys: { requestsPerMinute: 1 } };
    const running = await serve(newConfig(await closedPort(), limits));
    expect(await ask(running)).toMatchObject({ status: 200 });
    expect(await ask(running)).toMatchObject({ status: 429 });
    expect(saidOf(running)).toEqual(["Redis cannot be reached."]);
    expect(await fetch(`${running.baseUrl}/readyz`)).toMatchObject({ status: 200 });
  });
});

describe("a Redis", needsRedisServer, () => {
  it("that is lost is told once, as is its return, and the gateway is not ready meanwhile", async () => {
    const port = await closedPort();
    const redis = await startRedis(port);
    const running = await serve(newConfig(port));
    const status = async () => (await fetch(`${running.baseUrl}/readyz`)).status;
    expect(await status()).toBe(200);
    await redis.end();
    const refusal = await until(async () => {
      const response = await fetch(`${running.baseUrl}/readyz`);
      return response.status === 503 && response.json();
    });
    expect(refusal).toEqual({ status: "unavailable", failed: ["limits"] });
    await refuse(port, 3);
    await startRedis(port);
    await until(async () => (await status()) === 200);
    await running.end("SIGTERM");
    expect(saidOf(running)).toEqual(["Redis cannot be reached.", "Redis can be reached again."]);
  });

  it("that wants another password is no Redis to count in, and the password is not repeated", async () => {
    const port = await closedPort();
    await startRedis(port, "--requirepass", "secret-canary");
    const url = `redis://:wrong-canary@127.0.0.1:${port}`;
    const { code, stderr } = await run(["--port", "0", "--redis", url]);
    expect(code).toBe(2);
    expect(stderr).toContain("cannot be used: WRONGPASS");
    expect(stderr).not.toContain("canary");
  });

  it("without the database that is named is no Redis to count in", async () => {
    const port = await closedPort();
    await startRedis(port);
    const { code, stderr } = await run(["--port", "0", "--redis", `${toUrl(port)}/99`]);
    expect(code).toBe(2);
    expect(stderr).toContain("cannot be used: ERR DB index is out of range");
  });
});
