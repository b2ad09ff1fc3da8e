import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  createServer,
  type Http2Server,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import {
  type FakeService,
  fakeService,
  jsonAnswer,
  readAll,
  readOne,
  streamAnswer,
} from "@diglot/test-support/handled";
import { controlledSource, endlessSource } from "@diglot/test-support/sources";
import { deferred, inTime, until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import { type NodeHandlerOptions, toNodeHandler } from "../src/index.js";
import { bytes, countTimers, nextResponseOver, readSlowly, stopTime } from "./support.js";

async function session(
  service: FakeService,
  options?: NodeHandlerOptions,
): Promise<{ client: ClientHttp2Session; server: Http2Server }> {
  const server = createServer(toNodeHandler(service, options));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.on("error", () => {});
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { client, server };
}

function open(
  client: ClientHttp2Session,
  method = "POST",
  path = "/v1/messages",
): ClientHttp2Stream {
  const stream = client.request(
    { ":method": method, ":path": path },
    { endStream: method !== "POST" },
  );
  stream.on("error", () => {});
  return stream;
}

/** What a stream brought until it closed; "aborted" if it was cut. */
function text(stream: ClientHttp2Stream): Promise<string> {
  let received = "";
  stream.on("data", (block) => {
    received += block;
  });
  return closing(stream).then(() => (stream.readableEnded ? received : "aborted"));
}

function closing(stream: ClientHttp2Stream): Promise<void> {
  return new Promise((resolve) => stream.once("close", resolve));
}

describe("HTTP/2", () => {
  it("H16 serves 100 streams on one session; the abort of one leaves the others alone", async () => {
    const sources = new Map<string, ReturnType<typeof controlledSource>>();
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      const source = controlledSource();
      sources.set(exchange.target, source);
      return streamAnswer(source);
    });
    const { client } = await session(service);
    const streams = Array.from({ length: 100 }, (_, index) => {
      const stream = open(client, "POST", `/v1/messages?n=${index}`);
      stream.end("{}");
      return stream;
    });
    const texts = streams.map((stream) => text(stream));
    await until(() => sources.size === 100);
    for (const source of sources.values()) source.push("data: 1\n\n");
    streams[7]?.close(8);
    const left = sources.get("/v1/messages?n=7");
    await inTime(left?.cancelled ?? Promise.reject(new Error("no source")));
    for (const source of sources.values()) {
      source.push("data: 2\n\n");
      source.end();
    }
    const received = await inTime(Promise.all(texts));
    expect(received.filter((one) => one === "data: 1\n\ndata: 2\n\n")).toHaveLength(99);
    expect(service.exchanges.filter(({ signal }) => signal.aborted)).toHaveLength(1);
    expect([...sources.values()].filter(({ isCancelled }) => isCancelled)).toHaveLength(1);
  });

  it("skips pseudo-headers and connection headers, and keeps repeated ones apart", async () => {
    const service = fakeService(() => ({
      status: 200,
      headers: [
        ["connection", "close"],
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ],
      body: bytes("{}"),
    }));
    const { client } = await session(service);
    const stream = open(client, "GET", "/v1/models");
    const [head] = await once(stream, "response");
    expect(head["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(await text(stream)).toBe("{}");
    const exchange = service.exchanges[0];
    expect(exchange?.headers.get(":path")).toBeNull();
    expect(exchange?.target).toBe("/v1/models");
    expect(exchange?.body.kind).toBe("empty");
  });

  it("does not abort the signal of an answer that has left in full", async () => {
    const service = fakeService(async (exchange) => jsonAnswer(await readAll(exchange)));
    const { client, server } = await session(service);
    const over = nextResponseOver(server);
    const stream = open(client);
    stream.end("hello");
    expect(await text(stream)).toBe('"hello"');
    await inTime(over);
    expect(service.exchanges[0]?.signal.aborted).toBe(false);
  });

  it("keeps no write-stall timer of an answer that has left", async () => {
    const writeStallTimeout = 98_765;
    const timers = countTimers(writeStallTimeout);
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      return jsonAnswer({ ok: true });
    });
    const { client } = await session(service, { writeStallTimeout });
    for (let turn = 0; turn < 20; turn += 1) {
      const stream = open(client);
      stream.end("{}");
      expect(await text(stream)).toBe('{"ok":true}');
    }
    expect(timers.set).toBe(20);
    expect(await until(() => timers.pending === 0)).toBe(true);
    expect(client.destroyed).toBe(false);
  });

  it("C06 C08 pauses the source of a stream that is not read, and cancels it when it leaves", async () => {
    const source = endlessSource();
    const { client } = await session(fakeService(() => streamAnswer(source)));
    const stream = open(client, "GET");
    await once(stream, "response");
    const pulled = await untilStill(() => source.pulled);
    expect(pulled * 16).toBeLessThanOrEqual(512);
    stream.close(8);
    await inTime(source.cancelled);
    expect(source.pulled).toBeLessThanOrEqual(pulled + 1);
  });

  it("C09 resets a stream whose reader stalls, and only that one", async () => {
    const source = endlessSource();
    const service = fakeService(({ target }) =>
      target === "/stall" ? streamAnswer(source) : jsonAnswer({ ok: true }),
    );
    const { client } = await session(service, { writeStallTimeout: 100 });
    const stalled = open(client, "GET", "/stall");
    await once(stalled, "response");
    await inTime(source.cancelled);
    expect(await text(open(client, "GET"))).toBe('{"ok":true}');
  });

  it("C09 gives a steady reader the time that it needs for a whole JSON answer", async () => {
    const size = 4 * 1024 * 1024;
    const service = fakeService(() => ({ ...jsonAnswer({}), body: new Uint8Array(size) }));
    const { client } = await session(service, { writeStallTimeout: 100 });
    stopTime();
    expect(await inTime(readSlowly(open(client, "GET"), size / 4, 60))).toBe(size);
    expect(service.exchanges[0]?.signal.aborted).toBe(false);
  });

  it("C05 cancels idle sources when the whole session goes", async () => {
    const sources = [controlledSource(), controlledSource()];
    const waiting = [...sources];
    const service = fakeService(() => streamAnswer(waiting.shift() ?? controlledSource()));
    const { client } = await session(service);
    await Promise.all(sources.map(() => once(open(client, "GET"), "response")));
    client.destroy();
    await inTime(Promise.all(sources.map(({ cancelled }) => cancelled)));
    expect(sources.map(({ isCancelled }) => isCancelled)).toEqual([true, true]);
  });

  it("resets the stream when the source fails after the head, with an error code", async () => {
    const source = controlledSource();
    const { client } = await session(fakeService(() => streamAnswer(source)));
    const stream = open(client, "GET");
    source.push("data: x\n\n");
    await once(stream, "data");
    source.fail(new Error("mid-stream"));
    await inTime(closing(stream));
    expect(stream.rstCode).toBe(2);
  });

  it("H02 cancels the body for HEAD", async () => {
    const source = endlessSource();
    const { client } = await session(fakeService(() => streamAnswer(source)));
    const [head] = await once(open(client, "HEAD"), "response");
    expect(head[":status"]).toBe(200);
    await inTime(source.cancelled);
    expect(source.pulled).toBe(0);
  });

  it("answers an invalid header and a service that rejects with a 500", async () => {
    const service = fakeService(({ target }) =>
      target === "/reject"
        ? Promise.reject(new Error("x"))
        : { status: 200, headers: [["x-a", "1\r\n2"]], body: undefined },
    );
    const { client } = await session(service);
    for (const path of ["/reject", "/header"]) {
      const [head] = await once(open(client, "GET", path), "response");
      expect(head[":status"]).toBe(500);
    }
  });

  it("H15 answers before an upload is over, ends the stream and keeps the session", async () => {
    const service = fakeService(async (exchange) => {
      await readOne(exchange);
      return jsonAnswer({ refused: true }, 413);
    });
    const { client } = await session(service);
    const stream = open(client);
    stream.write(Buffer.alloc(20_000));
    expect(await inTime(text(stream))).toBe('{"refused":true}');
    const next = open(client, "GET");
    expect(await text(next)).toBe('{"refused":true}');
  });

  it("H15 H16 leaves no stream open whose body was refused before its end", async () => {
    const streams: ServerHttp2Stream[] = [];
    let unread = () => 0;
    const service = fakeService(async (exchange) => {
      await readOne(exchange);
      await until(() => unread() > 0);
      return jsonAnswer({ refused: true }, 413);
    });
    const { client, server } = await session(service);
    server.prependListener("request", (request) => {
      streams.push(request.stream);
      unread = () => request.readableLength + request.stream.readableLength;
    });
    for (const size of [60_000, 200_000]) {
      const upload = open(client);
      upload.resume().write(Buffer.alloc(size));
      const [head] = await inTime(once(upload, "response"));
      expect(head[":status"]).toBe(413);
    }
    await until(() => streams.every(({ destroyed }) => destroyed));
    expect(streams.map(({ rstCode }) => rstCode)).toEqual([0, 0]);
  });

  it("C01 fails the read when the client cuts its upload", async () => {
    const failure = deferred<unknown>();
    const service = fakeService(async (exchange) => {
      await readAll(exchange).catch(failure.resolve);
      return jsonAnswer({});
    });
    const { client } = await session(service);
    const stream = open(client);
    stream.write("{");
    await until(() => service.exchanges.length === 1);
    stream.destroy(new Error("gone"));
    expect(await inTime(failure.promise)).toBeInstanceOf(Error);
    await until(() => service.exchanges[0]?.signal.aborted);
  });
});
