import { getActiveResourcesInfo } from "node:process";
import { fakeService, jsonAnswer, readAll, streamAnswer } from "@diglot/test-support/handled";
import { chooseNumbers } from "@diglot/test-support/seed";
import { controlledSource, endlessSource } from "@diglot/test-support/sources";
import { pause, until } from "@diglot/test-support/wait";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countTimers, postText, rawClient, serve } from "./support.js";

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

const aliveTimers = () => getActiveResourcesInfo().filter((name) => name === "Timeout").length;

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
  const before = aliveTimers();
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
  await until(() => aliveTimers() <= before + 1);
  expect(service.exchanges.length).toBeGreaterThan(500);
  expect(uncaught).toEqual([]);
});

it("H15 1000 answers on one connection leave no listener on its socket", async () => {
  const service = fakeService(async (exchange) => {
    await readAll(exchange);
    if (service.exchanges.length % 2 === 0) return jsonAnswer({ ok: true });
    return streamAnswer(shortSource());
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
  await until(() => aliveTimers() <= 4);
  expect(uncaught).toEqual([]);
});

describe("the write-stall timer", () => {
  /** A duration that no other timer has. */
  const writeStallTimeout = 98_765;

  it.each([
    ["a long JSON answer", () => jsonAnswer("x".repeat(8 * 1024 * 1024))],
    ["a long stream", () => streamAnswer(longSource())],
  ])("of %s is cleared each time that the socket takes more", async (_what, answer) => {
    const timers = countTimers(writeStallTimeout);
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      return answer();
    });
    const { port } = await serve(service, { writeStallTimeout });
    const client = await rawClient(port, postText("{}", "connection: close\r\n"));
    expect(await client.ended).toBe("end");
    expect(timers.set).toBeGreaterThan(0);
    expect(await until(() => timers.pending === 0)).toBe(true);
  });

  it("of an answer that waits for those before it is cleared when it has left", async () => {
    const timers = countTimers(writeStallTimeout);
    const first = controlledSource();
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      return exchange === service.exchanges[0] ? streamAnswer(first) : jsonAnswer({ ok: true });
    });
    const { port } = await serve(service, { writeStallTimeout });
    const client = await rawClient(port, postText().repeat(10));
    await until(() => timers.pending === 9);
    // What may have to wait for minutes does not keep the process alive.
    expect(aliveTimers()).toBeLessThan(9);
    first.end();
    await until(() => client.text.split('{"ok":true}').length === 10);
    expect(await until(() => timers.pending === 0)).toBe(true);
    expect(client.socket.destroyed).toBe(false);
  });

  it("of a client that leaves without reading is cleared with its connection", async () => {
    const timers = countTimers(writeStallTimeout);
    const source = endlessSource();
    const service = fakeService(() => streamAnswer(source));
    const { port } = await serve(service, { writeStallTimeout });
    const client = await rawClient(port, postText());
    client.socket.pause();
    await until(() => timers.pending > 0);
    client.socket.destroy();
    await source.cancelled;
    expect(await until(() => timers.pending === 0)).toBe(true);
  });
});

/** A source of one block. */
function shortSource(): ReturnType<typeof controlledSource> {
  const source = controlledSource();
  source.push("data: x\n\n");
  source.end();
  return source;
}

/** A source of 8 MiB. */
function longSource(): ReturnType<typeof controlledSource> {
  const source = controlledSource();
  for (let block = 0; block < 8; block += 1) source.push(new Uint8Array(1024 * 1024));
  source.end();
  return source;
}

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
