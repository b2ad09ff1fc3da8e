import { fakeService, jsonAnswer, readAll, readOne } from "@diglot/test-support/handled";
import { listen } from "@diglot/test-support/servers";
import { inTime, pause, until } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { createHttpServer } from "../src/index.js";
import { countTimers, rawClient, serve, stopTime } from "./support.js";

const refusal = () => fakeService(() => jsonAnswer({ refused: true }, 401));
/** The time in which an unread body is read off. */
const drainTime = 500;

/** Lets the time pass in which a body is read off, after checking that it has been waited for. */
async function passDrainTime(ended: Promise<unknown>): Promise<void> {
  await until(() => vi.getTimerCount() === 1);
  vi.advanceTimersByTime(drainTime - 1);
  const early = await Promise.race([ended, pause(20).then(() => "not yet")]);
  expect(early).toBe("not yet");
  vi.advanceTimersByTime(1);
}

const head = (length: number, more = "") =>
  `POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n${more}\r\n`;

describe("a refusal before the body is read", () => {
  it("H15 drains a small body and keeps the connection", async () => {
    const { port } = await serve(refusal());
    const client = await rawClient(port, head(30_000));
    await client.until(/"refused":true/);
    expect(client.text).not.toMatch(/connection: close/i);
    client.socket.write("x".repeat(30_000));
    client.socket.write(`${head(2)}{}`);
    await client.until(/refused[\s\S]*refused/);
  });

  it("H15 no longer waits for a small body when it has come", async () => {
    const timers = countTimers(drainTime);
    const { port } = await serve(refusal());
    const client = await rawClient(port, head(30_000));
    await client.until(/"refused":true/);
    expect(timers.pending).toBe(1);
    client.socket.write("x".repeat(30_000));
    client.socket.write(`${head(2)}{}`);
    await client.until(/refused[\s\S]*refused/);
    expect(await until(() => timers.pending === 0)).toBe(true);
  });

  it("H15 closes the connection when a small body does not come within 500 ms", async () => {
    stopTime();
    const { port } = await serve(refusal());
    const client = await rawClient(port, head(30_000));
    await client.until(/"refused":true/);
    await passDrainTime(client.ended);
    await inTime(client.ended);
  });

  it("H15 B09 answers a large upload at once, readable, and closes the connection", async () => {
    stopTime();
    const { port } = await serve(refusal());
    const client = await rawClient(port, head(100 * 1024 * 1024));
    const upload = setInterval(() => client.socket.write("x".repeat(64 * 1024)), 1);
    try {
      await client.until(/"refused":true/);
      expect(client.text).toMatch(/connection: close/i);
      await passDrainTime(client.ended);
      await inTime(client.ended);
    } finally {
      clearInterval(upload);
    }
  });

  it("H15 lingers no longer than the client stays", async () => {
    stopTime();
    const { port, server } = await serve(refusal());
    const client = await rawClient(port, head(100 * 1024 * 1024));
    await client.until(/"refused":true/);
    client.socket.destroy();
    let open = 1;
    await until(() => {
      server.getConnections((_error, count) => {
        open = count;
      });
      return open === 0;
    });
    await until(() => vi.getTimerCount() === 0);
    expect(client.text).toMatch(/^HTTP\/1\.1 401 [\s\S]*"refused":true\}$/);
  });

  it("H15 ends early when the whole large body has come", async () => {
    stopTime();
    const { port } = await serve(refusal());
    const client = await rawClient(port, head(100_000) + "x".repeat(50_000));
    await client.until(/"refused":true/);
    client.socket.write("x".repeat(50_000));
    expect(await inTime(client.ended)).toBe("end");
  });

  it("H15 closes the connection for a body of unknown length", async () => {
    stopTime();
    const { port } = await serve(refusal());
    const client = await rawClient(
      port,
      "POST /v1/messages HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n",
    );
    await client.until(/connection: close[\s\S]*"refused":true/i);
    await passDrainTime(client.ended);
    await inTime(client.ended);
  });

  it("B09 H15 is readable when the service stops in the middle of a body", async () => {
    stopTime();
    const service = fakeService(async (exchange) => {
      await readOne(exchange);
      return jsonAnswer({ error: "too large" }, 413);
    });
    const { port } = await serve(service);
    const client = await rawClient(port, head(10_000_000) + "x".repeat(100_000));
    await client.until(/413 [\s\S]*too large/);
    await passDrainTime(client.ended);
    await inTime(client.ended);
  });

  it("H15 keeps the connection when the service stops in the middle of a small body", async () => {
    const service = fakeService(async (exchange) => {
      await readOne(exchange);
      return jsonAnswer({ refused: exchange.signal.aborted });
    });
    const { port } = await serve(service);
    const client = await rawClient(port, head(30_000) + "x".repeat(10_000));
    await client.until(/"refused":false/);
    client.socket.write(`${"x".repeat(20_000)}${head(2)}{}`);
    const text = await client.until(/refused[\s\S]*refused.*\}$/);
    expect(text.match(/"refused":\w+/g)).toEqual(['"refused":false', '"refused":false']);
  });

  it("H15 ends early when the rest of a large body comes after the service has stopped", async () => {
    stopTime();
    const service = fakeService(async (exchange) => {
      await readOne(exchange);
      return jsonAnswer({ refused: true }, 413);
    });
    const { port } = await serve(service);
    const client = await rawClient(port, head(100_000) + "x".repeat(50_000));
    await client.until(/"refused":true/);
    client.socket.write("x".repeat(50_000));
    expect(await inTime(client.ended)).toBe("end");
  });

  it("H15 leaves the connection alone when the body was all there, read or not", async () => {
    stopTime();
    const { port } = await serve(refusal());
    const client = await rawClient(port, `${head(5)}hello${head(5)}world`);
    await client.until(/refused[\s\S]*refused/);
    await pause(20);
    vi.advanceTimersByTime(2 * drainTime);
    await pause(20);
    client.socket.write(`${head(2)}{}`);
    const text = await client.until(/(refused[\s\S]*){3}\}$/);
    expect(text.match(/HTTP\/1\.1 401 /g)).toHaveLength(3);
  });
});

describe("expect: 100-continue", () => {
  const expecting = head(5, "expect: 100-continue\r\n");

  it("H07 receives 100 Continue when the service starts to read", async () => {
    const service = fakeService(async (exchange) => jsonAnswer({ body: await readAll(exchange) }));
    const client = await rawClient(await listen(createHttpServer(service)), expecting);
    await client.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    client.socket.write("hello");
    const text = await client.until(/\}$/);
    expect(text).toMatch(/200 OK[\s\S]*"body":"hello"/);
    // It is sent once, however often the service reads.
    expect(text.match(/100 Continue/g)).toHaveLength(1);
  });

  it("H07 gets a refusal without being asked for its body", async () => {
    stopTime();
    const client = await rawClient(await listen(createHttpServer(refusal())), expecting);
    await client.until(/^HTTP\/1\.1 401 [\s\S]*"refused":true/);
    expect(client.text).not.toContain("100 Continue");
    expect(client.text).toMatch(/connection: close/i);
    await passDrainTime(client.ended);
    await inTime(client.ended);
  });
});
