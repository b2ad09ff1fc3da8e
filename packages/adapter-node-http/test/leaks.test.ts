import { getActiveResourcesInfo } from "node:process";
import { fakeService, jsonAnswer, readAll, streamAnswer } from "@diglot/test-support/handled";
import { chooseNumbers } from "@diglot/test-support/seed";
import { controlledSource, endlessSource } from "@diglot/test-support/sources";
import { pause, until } from "@diglot/test-support/wait";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postText, rawClient, serve } from "./support.js";

const uncaught: unknown[] = [];
const remember = (error: unknown) => uncaught.push(error);

beforeAll(() => {
  process.on("uncaughtException", remember).on("unhandledRejection", remember);
  process.on("warning", remember);
});

afterAll(() => {
  process.off("uncaughtException", remember).off("unhandledRejection", remember);
  process.off("warning", remember);
});

const timers = () => getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it("C11 1000 departures at random moments cancel every source and leave nothing behind", async () => {
  const open = new Set<object>();
  const departures = [...chooseNumbers(1_000, 8)];
  const kinds = [...chooseNumbers(1_000, 1)];
  const service = fakeService(async (exchange) => {
    await readAll(exchange).catch(() => {});
    const source = kinds.pop() === 0 ? endlessSource() : flowing();
    open.add(source);
    void source.cancelled.then(() => open.delete(source));
    return streamAnswer(source);
  });
  const { port, server } = await serve(service);
  const before = timers();
  const rounds = Array.from({ length: 20 }, async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      const client = await rawClient(port, postText());
      await pause(departures.pop() ?? 0);
      client.socket.destroy();
    }
  });
  await Promise.all(rounds);
  await until(() => service.exchanges.every(({ signal }) => signal.aborted));
  await until(() => open.size === 0);
  let connections = 1;
  await until(() => {
    server.getConnections((_error, count) => {
      connections = count;
    });
    return connections === 0;
  });
  await until(() => timers() <= before + 1);
  expect(service.exchanges.length).toBeGreaterThan(500);
  expect(uncaught).toEqual([]);
});

it("H15 1000 answers on one connection leave no listener on its socket", async () => {
  const service = fakeService(async (exchange) => {
    await readAll(exchange);
    if (service.exchanges.length % 2 === 0) return jsonAnswer({ ok: true });
    const source = controlledSource();
    source.push("data: x\n\n");
    source.end();
    return streamAnswer(source);
  });
  const { port, server } = await serve(service);
  const counts: number[] = [];
  server.prependListener("request", ({ socket }) => {
    counts.push(socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0));
  });
  const client = await rawClient(port);
  for (let turn = 1; turn <= 1_000; turn += 1) {
    const size = client.text.length;
    client.socket.write(postText());
    await until(() => /(\{"ok":true\}|\r\n0\r\n\r\n)$/.test(client.text.slice(size)));
  }
  expect(counts.at(-1)).toBe(counts[0]);
  await until(() => timers() <= 4);
  expect(uncaught).toEqual([]);
});

it("a finished exchange keeps no abort listener on its signal", async () => {
  const source = controlledSource();
  const removed: string[] = [];
  const service = fakeService((exchange) => {
    const { removeEventListener } = exchange.signal;
    exchange.signal.removeEventListener = (
      ...parameters: Parameters<typeof removeEventListener>
    ) => {
      removed.push(parameters[0]);
      removeEventListener.apply(exchange.signal, parameters);
    };
    return streamAnswer(source);
  });
  source.push("data: x\n\n");
  source.end();
  const { port } = await serve(service);
  const client = await rawClient(port, postText());
  await client.until(/\r\n0\r\n\r\n$/);
  expect(removed).toEqual(["abort"]);
});

/** A source with a block every millisecond. */
function flowing(): ReturnType<typeof controlledSource> {
  const source = controlledSource();
  const timer = setInterval(() => source.push("data: x\n\n"), 1);
  void source.cancelled.then(() => clearInterval(timer));
  return source;
}

it("H16 fifty pipelined requests raise no warning of leaking listeners", async () => {
  const service = fakeService(() => streamAnswer(controlledSource()));
  const { port } = await serve(service);
  const client = await rawClient(port, postText("").repeat(50));
  await until(() => service.exchanges.length === 50);
  client.socket.destroy();
  await until(() => service.exchanges.every(({ signal }) => signal.aborted));
  expect(uncaught).toEqual([]);
});
