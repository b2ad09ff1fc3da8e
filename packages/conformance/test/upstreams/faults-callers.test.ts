import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createHttpServer, type HttpServerOptions } from "@diglot/adapter-node-http";
import { createMemoryLimits, type Limits } from "@diglot/core";
import { endpoints } from "@diglot/test-support/requests";
import { flushPromises, until, untilStill } from "@diglot/test-support/wait";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openSocket, readUntil } from "../../runtimes/raw-client.js";
import {
  type Answer,
  cutAfter,
  endlessAfter,
  type Fault,
  hello,
  type Step,
  say,
  script,
  stallBeforeHead,
  text,
  toSteps,
} from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import { expectRow } from "./outcomes.js";
import { isRelayed, jsonWays, streamWays, textFrame, untilText, type Way, ways } from "./ways.js";
import { expectNothingLeft, openWorld, requestOf, send, type World } from "./world.js";

const mebibyte = 1_048_576;

const title = "($caller caller, $upstream upstream, stream: $stream)";

/** A good beginning, and then the same text for ever. */
function endlessText(way: Way, words = "more "): Fault {
  return endlessAfter(untilText(way), textFrame(way, words));
}

/** A good beginning, and then nothing. */
function silence(way: Way): Fault {
  return cutAfter({ piece: untilText(way) }, "stall");
}

/** Lets a caller leave, and waits until the upstream notices it. */
async function noticed({ upstream }: World, leave: () => void): Promise<void> {
  leave();
  await until(() => upstream.requests.at(-1)?.leftAt !== undefined);
}

const servers: ReturnType<typeof createHttpServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The world's service on a socket. */
async function listen({ service }: World, options?: HttpServerOptions) {
  const server = createHttpServer(service, options);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

/** The bytes of the caller's request. */
function requestText(way: Way): string {
  const { headers, body } = requestOf(way);
  const path = way.caller === "messages" ? "/v1/messages" : "/v1/chat/completions";
  const all = { ...(headers as object), "content-length": Buffer.byteLength(String(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}\r\n${body}`;
}

/** A caller over a socket that has sent its request. */
async function callOverSocket(world: World, options?: HttpServerOptions): Promise<Socket> {
  const socket = await openSocket((await listen(world, options)).port);
  socket.write(requestText(world.way));
  return socket;
}

describe("a caller that leaves before there is an answer", () => {
  it.each(ways)(`C01 while it sends its body costs no call ${title}`, async (way) => {
    const world = await openWorld(way);
    const { server, port } = await listen(world);
    const socket = await openSocket(port);
    const asked = once(server, "request");
    socket.write(requestText(way).slice(0, -10));
    const [, response] = await asked;
    const closed = once(response, "close");
    socket.destroy();
    await closed;
    await expectNothingLeft(world);
    expect(world.upstream.connections).toBe(0);
    expect(world.ledger.all()).toEqual([]);
  });

  it.each(ways)(`C02 before the call is made costs no call ${title}`, async (way) => {
    const caller = new AbortController();
    const open = createMemoryLimits();
    const limits: Limits = {
      async enter(request) {
        const entrance = await open.enter(request);
        return {
          ...entrance,
          async admit(asked) {
            caller.abort();
            await until(() => world.entrance.exchanges[0]?.signal.aborted);
            return entrance.admit(asked);
          },
        };
      },
    };
    const world: World = await openWorld(way, { service: { limits } });
    await expect(send(world, { signal: caller.signal })).rejects.toThrow();
    await expectNothingLeft(world);
    expect(world.upstream.connections).toBe(0);
    expect(world.ledger.all().filter(({ state }) => state === "settled")).toEqual([]);
  });

  it.each(ways)(`C03 C12 ends the upstream's work at once ${title}`, async (way) => {
    const caller = new AbortController();
    // No time passes for the service: what ends the upstream's work waits for nothing.
    const world = await openWorld(way, { time: createTimeByHand() });
    world.upstream.reply(stallBeforeHead);
    const answer = send(world, { signal: caller.signal });
    answer.catch(() => undefined);
    await until(() => world.upstream.requests.length === 1);
    await noticed(world, () => caller.abort());
    await expect(answer).rejects.toThrow();
    await expectNothingLeft(world);
    expectRow({ rows: world.ledger.all() }, "client_abort", "observed");
  });

  it.each(jsonWays)(`C12 in the middle of a JSON body ends it ${title}`, async (way) => {
    const caller = new AbortController();
    const world = await openWorld(way);
    world.upstream.reply(say(hello, cutAfter({ byte: 50 }, "stall")));
    const answer = send(world, { signal: caller.signal });
    answer.catch(() => undefined);
    await until(() => world.upstream.requests.length === 1);
    await noticed(world, () => caller.abort());
    await expect(answer).rejects.toThrow();
    await expectNothingLeft(world);
    expectRow({ rows: world.ledger.all() }, "client_abort", "observed");
  });
});

describe("a caller that leaves in the middle of a stream", () => {
  const flows = [
    ["C04 while it flows", endlessText],
    ["C05 while the upstream is silent", silence],
  ] as const;

  for (const [name, fault] of flows) {
    it.each(streamWays)(`${name} ends the upstream's work at once ${title}`, async (way) => {
      const caller = new AbortController();
      const world = await openWorld(way, { time: createTimeByHand() });
      world.upstream.reply(say(hello, fault(way)));
      const response = await send(world, { signal: caller.signal });
      const reader = response.body?.getReader();
      await reader?.read();
      const pending = reader?.read().catch(() => undefined);
      await noticed(world, () => caller.abort());
      await pending;
      await expectNothingLeft(world);
      expectRow({ rows: world.ledger.all() }, "client_abort", "observed");
    });
  }

  it.each(streamWays)(`C06 while its connection is full, ends it too ${title}`, async (way) => {
    const world = await openWorld(way);
    const flood = counted(say(hello, endlessText(way, "x".repeat(32_768))));
    world.upstream.reply(flood.reply);
    const socket = await callOverSocket(world);
    socket.pause();
    await flood.standsStill();
    await noticed(world, () => socket.destroy());
    await expectNothingLeft(world);
    expectRow({ rows: world.ledger.all() }, "client_abort", "observed");
  });

  it.each(streamWays)(`C10 as the reply ends is settled once ${title}`, async (way) => {
    const caller = new AbortController();
    const world = await openWorld(way);
    world.upstream.reply(say(hello));
    const response = await send(world, { signal: caller.signal });
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read());
    caller.abort();
    await expectNothingLeft(world);
    expectRow({ rows: world.ledger.all() }, "completed", "reported");
  });

  it.each(streamWays)(
    `C11 at any moment, two hundred times, leaves nothing ${title}`,
    async (way) => {
      const world = await openWorld(way);
      const said = script([text(...Array.from({ length: 40 }, (_, index) => `word ${index} `))]);
      world.upstream.reply(say(said));
      const leave = async (index: number): Promise<void> => {
        const caller = new AbortController();
        // Three of four leave at any time, also before they are heard; the fourth has seen something.
        const isPatient = index % 4 === 0;
        if (!isPatient) setTimeout(() => caller.abort(), (index * 7) % 40);
        const response = await send(world, { signal: caller.signal });
        if (!isPatient) return void (await response.text());
        await response.body?.getReader().read();
        caller.abort();
      };
      for (let round = 0; round < 10; round += 1) {
        const leaving = Array.from({ length: 20 }, (_, index) => leave(round * 20 + index));
        await Promise.allSettled(leaving);
      }
      await expectNothingLeft(world);
      expect(world.ledger.all().length).toBeGreaterThanOrEqual(50);
      expect(world.ledger.all().length).toBeLessThanOrEqual(200);
    },
  );
});

describe("a caller that stays", () => {
  it.each(ways)(
    `C07 and only closes its own direction gets its whole answer ${title}`,
    async (way) => {
      const world = await openWorld(way);
      world.upstream.reply(say(hello));
      const socket = await openSocket((await listen(world, { allowHalfOpen: true })).port);
      socket.end(requestText(way));
      const received = await readUntil(socket);
      expect(received).toContain("HTTP/1.1 200");
      expect(received).toContain("Hel");
      expect(received).toMatch(/end_turn|"finish_reason":"stop"/);
      await expectNothingLeft(world);
      expectRow({ rows: world.ledger.all() }, "completed", "reported");
    },
  );

  it.each(streamWays)(`C08 and reads nothing makes the upstream wait ${title}`, async (way) => {
    const caller = new AbortController();
    const world = await openWorld(way);
    const flood = counted(say(hello, endlessText(way, "x".repeat(32_768))));
    world.upstream.reply(flood.reply);
    // Without a socket of its own, whose kernel would hold megabytes more.
    const response = await world.service.request(endpoints[way.caller].path, {
      ...requestOf(way),
      signal: caller.signal,
    });
    await flood.standsStill();
    // Nearly all of it lies in the kernel's buffers of the connection to the upstream.
    expect(flood.bytes()).toBeLessThan(12 * mebibyte);
    caller.abort();
    await response.body?.cancel().catch(() => undefined);
    await expectNothingLeft(world);
    expectRow({ rows: world.ledger.all() }, "client_abort", "observed");
  });

  it.each(jsonWays.filter(isRelayed))(
    `C09 and reads slowly, but steadily, gets all of it ${title}`,
    async (way) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const world = await openWorld(way, { time: createTimeByHand() });
      const size = 12 * mebibyte;
      world.upstream.reply(say(script([text("x".repeat(size))])));
      const socket = await callOverSocket(world, { writeStallTimeout: 300 });
      // Each pause is shorter than the limit; together they are longer.
      expect(await readSteadily(socket, size, 60)).toBeGreaterThan(size);
      await expectNothingLeft(world);
      expectRow({ rows: world.ledger.all() }, "completed", "reported");
    },
  );

  it.each(streamWays)(`C09 and reads nothing for too long is cut off ${title}`, async (way) => {
    const world = await openWorld(way);
    world.upstream.reply(say(hello, endlessText(way, "x".repeat(32_768))));
    const socket = await callOverSocket(world, { writeStallTimeout: 200 });
    socket.pause();
    await until(() => world.upstream.requests[0]?.leftAt !== undefined);
    await expectNothingLeft(world);
    expect(world.ledger.all()).toMatchObject([
      { state: "settled", usage: { sources: { output: "observed" } } },
    ]);
    socket.destroy();
  });
});

/** Reads more than so many bytes, or to the end; after each mebibyte, time passes. Gives what was read. */
async function readSteadily(socket: Socket, size: number, milliseconds: number): Promise<number> {
  let length = 0;
  let next = mebibyte;
  for await (const block of socket) {
    length += block.length;
    if (length > size) break;
    if (length < next) continue;
    next += mebibyte;
    // The server learns that there is room again.
    await flushPromises();
    vi.advanceTimersByTime(milliseconds);
  }
  return length;
}

/** An answer, and how many bytes of it the upstream has handed to its kernel. */
function counted(responder: ReturnType<typeof say>) {
  let bytes = 0;
  return {
    reply: (request: Parameters<typeof responder>[0]): Answer => ({
      *[Symbol.iterator](): Generator<Step> {
        for (const step of toSteps(responder(request))) {
          if (step.do === "write") bytes += step.bytes.length;
          yield step;
        }
      },
    }),
    bytes: () => bytes,
    /** Resolves when nothing more is taken. */
    async standsStill(): Promise<void> {
      await until(() => bytes > 0);
      await untilStill(() => bytes);
    },
  };
}
