import { once } from "node:events";
import { fakeService, jsonAnswer, readAll, streamAnswer } from "@diglot/test-support/handled";
import { listen } from "@diglot/test-support/servers";
import { controlledSource } from "@diglot/test-support/sources";
import { deferred, inTime, pause, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createHttpServer } from "../src/index.js";
import { postText, rawClient } from "./support.js";

const ok = () => fakeService(() => jsonAnswer({ ok: true }));

describe("createHttpServer", () => {
  it("keeps idle connections longer than usual balancers and limits slow requests", () => {
    const server = createHttpServer(ok());
    expect(server.keepAliveTimeout).toBe(65_000);
    expect(server.headersTimeout).toBe(60_000);
    expect(server.requestTimeout).toBe(300_000);
    const other = createHttpServer(ok(), {
      keepAliveTimeout: 1,
      headersTimeout: 2,
      requestTimeout: 3,
    });
    expect([other.keepAliveTimeout, other.headersTimeout, other.requestTimeout]).toEqual([1, 2, 3]);
  });

  it("gives the headers of a request no longer than the whole request", () => {
    const server = createHttpServer(ok(), { requestTimeout: 30_000 });
    expect([server.headersTimeout, server.requestTimeout]).toEqual([30_000, 30_000]);
  });

  it("lets no more than 16 KiB wait in a socket whose client does not read", () => {
    // Node keeps the option as a member, which its types do not name.
    expect(createHttpServer(ok())).toHaveProperty("highWaterMark", 16 * 1024);
  });

  it("refuses times that no timer can wait for", () => {
    expect(() => createHttpServer(ok(), { keepAliveTimeout: -1 })).toThrow(
      /"keepAliveTimeout" must/,
    );
    expect(() => createHttpServer(ok(), { requestTimeout: 0 })).toThrow(/"requestTimeout" must/);
  });

  it("H16 answers pipelined requests in their order", async () => {
    const sources = [controlledSource(), controlledSource()];
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      return streamAnswer(sources[exchange.target === "/1" ? 0 : 1] ?? controlledSource());
    });
    const port = await listen(createHttpServer(service));
    const client = await rawClient(port);
    const post = (path: string) => postText().replace("/v1/messages", path);
    client.socket.write(post("/1") + post("/2"));
    sources[1]?.push("data: second\n\n");
    sources[1]?.end();
    await pause(30);
    sources[0]?.push("data: first\n\n");
    sources[0]?.end();
    const text = await client.until(/(\r\n0\r\n\r\n[\s\S]*){2}$/);
    expect(text.match(/data: \w+/g)).toEqual(["data: first", "data: second"]);
  });

  it("H08 H11 leaves malformed and oversized heads to Node", async () => {
    const service = ok();
    const port = await listen(createHttpServer(service));
    const malformed = await rawClient(port, "POST / HTTP/1.1\r\nhost : x\r\n\r\n");
    await malformed.until(/^HTTP\/1\.1 400 /);
    const large = await rawClient(
      port,
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
    );
    await large.until(/^HTTP\/1\.1 431 /);
    expect(service.exchanges).toHaveLength(0);
  });

  it("B09 says that a body is too large if the extensions of its chunks are", async () => {
    const service = fakeService(async (exchange) => jsonAnswer(await readAll(exchange)));
    const head = "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    const client = await rawClient(
      await listen(createHttpServer(service)),
      `${head}2;x=${"y".repeat(20_000)}\r\n{}\r\n`,
    );
    await inTime(client.ended);
    expect(client.text).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ["refuses a head that does not come in time", { headersTimeout: 100 }, "POST / HTTP/1.1\r\n"],
    [
      "refuses a request that does not come in time",
      { headersTimeout: 50, requestTimeout: 100 },
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{",
    ],
  ])("%s", async (_what, times, text) => {
    const service = fakeService(async (exchange) => jsonAnswer(await readAll(exchange)));
    const client = await rawClient(await listen(createHttpServer(service, times)), text);
    await inTime(client.ended);
    expect(client.text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ["a twentieth of the limit for heads", { headersTimeout: 2_019 }, 100],
    ["50 ms at least", { headersTimeout: 100 }, 50],
    ["3 s, unless limits are given", {}, 3_000],
  ])("has Node look for late clients every so often: %s", (_what, limits, interval) => {
    // Node keeps the option as a member, which its types do not name.
    const server = createHttpServer(ok(), limits);
    expect(server).toHaveProperty("connectionsCheckingInterval", interval);
  });

  it.each([
    ["a whole answer", () => jsonAnswer({ first: true }), '{"first":true}'],
    [
      "a stream",
      () => {
        const source = controlledSource();
        for (const text of ["data: first\n\n", "data: last\n\n"]) source.push(text);
        source.end();
        return streamAnswer(source);
      },
      "data: last",
    ],
  ])(
    "H10 completes %s when more is sent than declared, then closes",
    async (_what, answer, end) => {
      const release = deferred();
      const service = fakeService(async (exchange) => {
        await readAll(exchange);
        await release.promise;
        return answer();
      });
      const port = await listen(createHttpServer(service));
      const head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n";
      const client = await rawClient(port, `${head}{}junk\r\n\r\n`);
      await until(() => service.exchanges.length === 1);
      client.socket.write(`junk\r\n\r\n${head}{}`);
      await pause(20);
      release.resolve();
      await inTime(client.ended);
      const [, first = "", second] = client.text.split("HTTP/1.1 ");
      expect(first).toMatch(/^200 /);
      expect(first).toContain(end);
      expect(second).toBe("400 Bad Request\r\nConnection: close\r\n\r\n");
      expect(service.exchanges).toHaveLength(1);
    },
  );

  it("H10 H07 completes an answer for which a client has waited with its body, too", async () => {
    const release = deferred();
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      await release.promise;
      return jsonAnswer({ first: true });
    });
    const server = createHttpServer(service);
    const refused = once(server, "clientError");
    const port = await listen(server);
    const head = "POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n";
    const client = await rawClient(port, head);
    await client.until(/100 Continue/);
    client.socket.write("{}junk\r\n\r\n");
    await refused;
    release.resolve();
    await inTime(client.ended);
    expect(client.text).toMatch(/HTTP\/1\.1 200 [\s\S]*\{"first":true\}HTTP\/1\.1 400 /);
  });

  it("H09 does not wait for the rest of a body that is malformed", async () => {
    const service = fakeService(async (exchange) => jsonAnswer(await readAll(exchange)));
    const head = "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    const client = await rawClient(
      await listen(createHttpServer(service)),
      `${head}2\r\n{}\r\nzz\r\n`,
    );
    await inTime(client.ended);
    expect(client.text).toMatch(/^HTTP\/1\.1 400 /);
    await until(() => service.exchanges.every(({ signal }) => signal.aborted));
  });

  it("H21 hands a `connection: close` of the service on", async () => {
    const service = fakeService(() => ({
      ...jsonAnswer({ error: {} }, 503),
      headers: [["connection", "close"]],
    }));
    const client = await rawClient(await listen(createHttpServer(service)), postText());
    expect(await inTime(client.ended)).toBe("end");
    expect(client.text).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close/i);
  });
});
