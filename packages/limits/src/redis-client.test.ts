import { expect, it, vi } from "vitest";
import { createScriptRunner, pingRedis } from "./redis-client.js";

const parts = { keys: ["a", "b"], arguments: ["1"] };

it.each(["close", "reconnecting", "end"])(
  "asks a client of ioredis nothing whose state is %s",
  async (status) => {
    const client = { status, eval: vi.fn(async () => 1) };
    await expect(createScriptRunner(client).eval("script", parts)).rejects.toThrow("is lost");
    expect(client.eval).not.toHaveBeenCalled();
  },
);

it.each(["ready", "wait"])("asks a client of ioredis whose state is %s", async (status) => {
  const client = { status, eval: vi.fn(async () => 1) };
  expect(await createScriptRunner(client).eval("script", parts)).toBe(1);
  expect(client.eval.mock.calls).toEqual([["script", 2, "a", "b", "1"]]);
});

it.each([true, undefined])("asks a client of node-redis that is ready: %s", async (isReady) => {
  const client = { isReady, eval: vi.fn(async () => 1) };
  expect(await createScriptRunner(client).eval("script", parts)).toBe(1);
  expect(client.eval.mock.calls).toEqual([["script", parts]]);
});

it("pings Redis by a script with a key of its own", async () => {
  const scripts = { eval: vi.fn(async () => "PONG") };
  await pingRedis(scripts, "p");
  expect(scripts.eval.mock.calls).toEqual([
    ["return redis.call('PING')", { keys: ["p:ping"], arguments: [] }],
  ]);
});
