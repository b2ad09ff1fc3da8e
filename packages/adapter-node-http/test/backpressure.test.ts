import { connect } from "node:net";
import { fakeService, jsonAnswer, streamAnswer } from "@diglot/test-support/handled";
import { controlledSource, endlessSource } from "@diglot/test-support/sources";
import { inTime, pause, until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { toNodeHandler } from "../src/index.js";
import { postText, rawClient, readSlowly, serve, stopTime } from "./support.js";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

describe("a client that reads nothing", () => {
  it("C08 stops the source; at most 256 KiB wait beyond the kernel's buffers", async () => {
    const blockSize = 16 * kibibyte;
    const source = endlessSource(blockSize);
    const { port, server } = await serve(fakeService(() => streamAnswer(source)));
    let waiting = () => 0;
    server.prependListener("request", (_request, response) => {
      waiting = () => response.writableLength + (response.socket?.writableLength ?? 0);
    });
    const client = await rawClient(port, postText());
    client.socket.pause();
    const pulled = await untilStill(() => source.pulled);
    expect(waiting()).toBeLessThanOrEqual(256 * kibibyte);
    expect(pulled * blockSize).toBeLessThan(12 * mebibyte);
  });

  it("C08 gets everything, in order, once it reads again", async () => {
    const source = controlledSource();
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const blocks = 2_000;
    for (let index = 0; index < blocks; index += 1) {
      source.push(`${String(index).padStart(6, "0")}${"x".repeat(10_000)}\n`);
    }
    source.end();
    const client = await rawClient(port, postText("", "connection: close\r\n"));
    client.socket.pause();
    expect(await untilStill(() => source.pulled)).toBeLessThan(blocks);
    client.socket.resume();
    await inTime(client.ended);
    const numbers = [...client.text.matchAll(/(\d{6})x{10000}\n/g)].map(([, digits]) =>
      Number(digits),
    );
    expect(numbers).toEqual(Array.from({ length: blocks }, (_, index) => index));
  });

  it("C09 loses its connection after the write-stall limit, and the source is cancelled", async () => {
    const source = endlessSource();
    const service = fakeService(() => streamAnswer(source));
    const { port } = await serve(service, { writeStallTimeout: 100 });
    const client = await rawClient(port, postText());
    client.socket.pause();
    await inTime(source.cancelled);
    expect(service.exchanges[0]?.signal.aborted).toBe(true);
  });

  it("C09 loses its connection when it does not take the rest of a whole JSON answer", async () => {
    const service = fakeService(() => jsonAnswer("x".repeat(32 * mebibyte)));
    const { port, server } = await serve(service, { writeStallTimeout: 100 });
    const client = await rawClient(port, postText());
    client.socket.pause();
    await until(() => service.exchanges[0]?.signal.aborted);
    const open = await new Promise((resolve) =>
      server.getConnections((_error, count) => resolve(count)),
    );
    expect(open).toBe(0);
  });

  it.each([
    ["a whole JSON answer", (block: Uint8Array) => ({ ...jsonAnswer({}), body: block })],
    [
      "one large event",
      (block: Uint8Array) => {
        const source = controlledSource();
        source.push(block);
        source.end();
        return streamAnswer(source);
      },
    ],
  ])("C09 takes the time that it needs for %s, as long as it reads", async (_what, answer) => {
    stopTime();
    // The kernel holds about 10 MiB: whoever has read more since the last time shows progress.
    const step = 16 * mebibyte;
    const size = 4 * step;
    const service = fakeService(() => answer(new Uint8Array(size)));
    const { port } = await serve(service, { writeStallTimeout: 100 });
    const client = connect({ port, host: "127.0.0.1" });
    client.write(postText("", "connection: close\r\n"));
    expect(await inTime(readSlowly(client, step, 60))).toBeGreaterThan(size);
    expect(service.exchanges[0]?.signal.aborted).toBe(false);
  });

  it("C09 is not held against a stream that is silent of itself", async () => {
    stopTime();
    const source = controlledSource();
    const { port } = await serve(
      fakeService(() => streamAnswer(source)),
      { writeStallTimeout: 50 },
    );
    const client = await rawClient(port, postText());
    await client.until(/200 OK/);
    vi.advanceTimersByTime(150);
    await pause(20);
    source.push("data: late\n\n");
    source.end();
    expect(await client.until(/\r\n0\r\n\r\n/)).toContain("data: late\n\n");
  });
});

it("refuses a write-stall limit that no timer can wait for", () => {
  const service = fakeService(() => jsonAnswer({}));
  for (const writeStallTimeout of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) {
    expect(() => toNodeHandler(service, { writeStallTimeout })).toThrow(
      /"writeStallTimeout" must be a whole number from 1 to 2,147,483,647/,
    );
  }
});
