import { describe, expect, it } from "vitest";
import { createHttpServer } from "../src/index.js";
import {
  eventually,
  fakeService,
  jsonAnswer,
  listen,
  pause,
  rawClient,
  readAll,
  serve,
  within,
} from "./support.js";

const refusal = () => fakeService(() => jsonAnswer({ refused: true }, 401));
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

  it("H15 closes the connection when a small body does not come within 500 ms", async () => {
    const { port } = await serve(refusal());
    const client = await rawClient(port, head(30_000));
    const start = performance.now();
    await client.until(/"refused":true/);
    await within(1_500, client.ended);
    expect(performance.now() - start).toBeGreaterThan(400);
  });

  it("H15 B09 answers a large upload at once, readable, and closes the connection", async () => {
    const { port } = await serve(refusal());
    const client = await rawClient(port, head(100 * 1024 * 1024));
    const upload = setInterval(() => client.socket.write("x".repeat(64 * 1024)), 1);
    const start = performance.now();
    try {
      await client.until(/"refused":true/);
      expect(performance.now() - start).toBeLessThan(300);
      expect(client.text).toMatch(/connection: close/i);
      await within(2_000, client.ended);
      expect(performance.now() - start).toBeGreaterThan(400);
    } finally {
      clearInterval(upload);
    }
  });

  it("H15 lingers no longer than the client stays", async () => {
    const { port, server } = await serve(refusal());
    const client = await rawClient(port, head(100 * 1024 * 1024));
    await client.until(/"refused":true/);
    client.socket.destroy();
    const start = performance.now();
    let open = 1;
    await eventually(() => {
      server.getConnections((_error, count) => {
        open = count;
      });
      return open === 0;
    });
    expect(performance.now() - start).toBeLessThan(300);
  });

  it("H15 ends early when the whole large body has come", async () => {
    const { port } = await serve(refusal());
    const client = await rawClient(port, head(100_000) + "x".repeat(50_000));
    await client.until(/"refused":true/);
    const start = performance.now();
    client.socket.write("x".repeat(50_000));
    expect(await within(1_000, client.ended)).toBe("end");
    expect(performance.now() - start).toBeLessThan(300);
  });

  it("H15 closes the connection for a body of unknown length", async () => {
    const { port } = await serve(refusal());
    const client = await rawClient(
      port,
      "POST /v1/messages HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n",
    );
    await client.until(/connection: close[\s\S]*"refused":true/i);
    await within(1_500, client.ended);
  });

  it("B09 H15 is readable when the service stops in the middle of a body", async () => {
    const service = fakeService(async (exchange) => {
      if (exchange.body.kind === "stream") for await (const _ of exchange.body.chunks) break;
      return jsonAnswer({ error: "too large" }, 413);
    });
    const { port } = await serve(service);
    const client = await rawClient(port, head(10_000_000) + "x".repeat(100_000));
    await client.until(/413 [\s\S]*too large/);
    await within(1_500, client.ended);
  });

  it("H15 keeps the connection when the service stops in the middle of a small body", async () => {
    const service = fakeService(async (exchange) => {
      if (exchange.body.kind === "stream") for await (const _ of exchange.body.chunks) break;
      return jsonAnswer({ refused: exchange.signal.aborted });
    });
    const { port } = await serve(service);
    const client = await rawClient(port, head(30_000) + "x".repeat(10_000));
    await client.until(/"refused":false/);
    client.socket.write(`${"x".repeat(20_000)}${head(2)}{}`);
    await client.until(/false[\s\S]*"refused":false/);
  });

  it("H15 ends early when the rest of a large body comes after the service has stopped", async () => {
    const service = fakeService(async (exchange) => {
      if (exchange.body.kind === "stream") for await (const _ of exchange.body.chunks) break;
      return jsonAnswer({ refused: true }, 413);
    });
    const { port } = await serve(service);
    const client = await rawClient(port, head(100_000) + "x".repeat(50_000));
    await client.until(/"refused":true/);
    const start = performance.now();
    client.socket.write("x".repeat(50_000));
    expect(await within(1_000, client.ended)).toBe("end");
    expect(performance.now() - start).toBeLessThan(300);
  });

  it("H15 leaves the connection alone when the body was all there, read or not", async () => {
    const { port } = await serve(refusal());
    const client = await rawClient(port, `${head(5)}hello${head(5)}world`);
    await client.until(/refused[\s\S]*refused/);
    await pause(600);
    client.socket.write(`${head(2)}{}`);
    await client.until(/refused[\s\S]*refused[\s\S]*refused/);
  });
});

describe("expect: 100-continue", () => {
  const expecting = head(5, "expect: 100-continue\r\n");

  it("H07 receives 100 Continue when the service starts to read", async () => {
    const service = fakeService(async (exchange) => jsonAnswer({ body: await readAll(exchange) }));
    const client = await rawClient(await listen(createHttpServer(service)), expecting);
    await client.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    client.socket.write("hello");
    await client.until(/200 OK[\s\S]*"body":"hello"/);
  });

  it("H07 gets a refusal without being asked for its body", async () => {
    const client = await rawClient(await listen(createHttpServer(refusal())), expecting);
    await client.until(/^HTTP\/1\.1 401 [\s\S]*"refused":true/);
    expect(client.text).not.toContain("100 Continue");
    expect(client.text).toMatch(/connection: close/i);
    await within(1_500, client.ended);
  });
});
