import { once } from "node:events";
import { connect, createServer } from "node:net";
import { needsRedis, redisUrl } from "@diglot/test-support/parts/redis";
import { Redis } from "ioredis";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openLimits } from "../src/gateway/accounts/open-limits.js";
import { openRedis } from "../src/gateway/accounts/open-redis.js";
import { noNotices } from "../src/log/log.js";
import { Failure } from "../src/terminal/failure.js";
import { closedPort } from "./servers.js";

/** What is said, in order. */
function listen() {
  const said: string[] = [];
  const note = (message: string) => void said.push(message);
  return { said, notices: { info: note, warn: note, error: note } };
}

describe("openRedis", () => {
  it("opens a connection that works, until it is closed", needsRedis, async () => {
    const { said, notices } = listen();
    const { value, close } = await openRedis(redisUrl, undefined, notices);
    expect(await value.redis.ping()).toBe("PONG");
    close();
    await expect.poll(() => value.redis.status).toBe("end");
    expect(said).toEqual([]);
  });

  it("says that a database does not exist", needsRedis, async () => {
    const failure = openRedis(`${redisUrl}/99999`, "refuse", noNotices);
    await expect(failure).rejects.toThrow(/cannot be used: .*DB index/);
  });

  it("says which Redis cannot be reached, without its password", async () => {
    const port = await closedPort();
    const error = await openRedis(`redis://:canary@127.0.0.1:${port}`, "refuse", noNotices).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({
      message: expect.stringMatching(
        new RegExp(`^Redis at redis://.*127\\.0\\.0\\.1:${port}.* cannot be used: .*ECONNREFUSED`),
      ),
      cause: { code: "ECONNREFUSED" },
    });
    expect(String(error)).not.toContain("canary");
  });

  it("goes on without Redis if the process may count for itself", async () => {
    const { said, notices } = listen();
    const url = `redis://127.0.0.1:${await closedPort()}`;
    const { value, close } = await openRedis(url, "memory", notices);
    expect(said).toEqual(["Redis cannot be reached."]);
    close();
    value.redis.emit("ready");
    expect(said).toEqual(["Redis cannot be reached."]);
    // Without a listener it would be thrown, and end the process.
    expect(() => value.redis.emit("error", new Error("It came late."))).not.toThrow();
  });

  it("leaves no timer behind that would keep the process", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const url = `redis://127.0.0.1:${await closedPort()}`;
    await expect(openRedis(url, "refuse", noNotices)).rejects.toThrow("ECONNREFUSED");
    // The time that a connection has which is given up.
    await vi.advanceTimersByTimeAsync(50);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not try again to reach a Redis that it has given up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let attempts = 0;
    const broken = createServer((socket) => {
      attempts += 1;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(broken, "listening");
    onTestFinished(() => void broken.close());
    const { port } = broken.address() as { readonly port: number };
    await expect(openRedis(`redis://127.0.0.1:${port}`, "refuse", noNotices)).rejects.toThrow(
      "cannot be used",
    );
    const tried = attempts;
    await vi.advanceTimersByTimeAsync(60_000);
    // A server takes connections in the order in which they were opened, so this one is the last.
    await once(connect(port, "127.0.0.1"), "close");
    expect(attempts).toBe(tried + 1);
  });

  it("gives up a Redis that does not answer", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { readonly port: number };
    const connections: { destroy(): void }[] = [];
    silent.on("connection", (socket) => connections.push(socket));
    onTestFinished(() => {
      for (const socket of connections) socket.destroy();
    });
    const failure = openRedis(`redis://127.0.0.1:${port}`, undefined, noNotices);
    await expect(failure).rejects.toThrow("it has not answered within 2000 ms");
  });
});

it("limits without Redis need none, and open no connection", async () => {
  const connect = vi.spyOn(Redis.prototype, "connect");
  const { value, close } = await openLimits({ accounts: { requestsPerMinute: 1 } }, noNotices);
  expect(connect).not.toHaveBeenCalled();
  expect(value).toHaveProperty("enter");
  expect(close()).toBeUndefined();
});
