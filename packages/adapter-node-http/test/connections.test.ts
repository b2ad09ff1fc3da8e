import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { inTime, pause, until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import { createNodeTransport, type NodeTransportOptions } from "../src/index.js";

interface Upstream {
  readonly url: string;
  readonly sockets: readonly Socket[];
  /** All that has been received. */
  readonly text: string;
}

/** An upstream on raw sockets that answers as soon as a head has come. */
async function upstreamOf(answer: (socket: Socket, head: string) => void): Promise<Upstream> {
  const sockets: Socket[] = [];
  let text = "";
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (block) => {
      text += block.toString("latin1");
      if (block.includes("\r\n\r\n")) answer(socket, block.toString("latin1"));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sockets,
    get text() {
      return text;
    },
  };
}

const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

function transportOf(options?: NodeTransportOptions) {
  const transport = createNodeTransport(options);
  onTestFinished(transport.close);
  return transport;
}

type Request = Parameters<ReturnType<typeof transportOf>>[0];

function requestOf(url: string, parts: Partial<Request> = {}): Request {
  return { method: "GET", url, headers: [], signal: new AbortController().signal, ...parts };
}

async function ask(transport: ReturnType<typeof transportOf>, request: Request): Promise<string> {
  const { body } = await transport(request);
  let text = "";
  for (let block = await body.read(); block; block = await body.read())
    text += Buffer.from(block).toString("latin1");
  return text;
}

describe("a request", () => {
  it("names its host, the length of its body, and a kept connection", async () => {
    const upstream = await upstreamOf((socket) => socket.write(ok));
    const body = new TextEncoder().encode("{}");
    await ask(transportOf(), requestOf(`${upstream.url}/a?b=c`, { method: "POST", body }));
    const host = upstream.url.slice("http://".length);
    expect(upstream.text).toBe(
      `POST /a?b=c HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\n{}`,
    );
  });

  it("may name another host, and cannot set its own length", async () => {
    const upstream = await upstreamOf((socket) => socket.write(ok));
    const headers = [
      ["host", "virtual.example"],
      ["content-length", "999"],
    ] as const;
    await ask(transportOf(), requestOf(upstream.url, { headers }));
    expect(upstream.text).toContain("host: virtual.example\r\n");
    expect(upstream.text).not.toContain("content-length");
  });

  it.each([
    ["x-a", "1\r\nx-b: 2"],
    ["x a", "1"],
    ["x-a", "\u2028"],
  ])("B18 is refused with a header that would not arrive as one: %j: %j", async (name, value) => {
    const upstream = await upstreamOf((socket) => socket.write(ok));
    const answer = transportOf()(requestOf(upstream.url, { headers: [[name, value]] }));
    await expect(answer).rejects.toMatchObject({ code: "UND_ERR_INVALID_ARG" });
    expect(upstream.text).toBe("");
  });

  it("carries a large body whole", async () => {
    const body = new Uint8Array(3_000_000).fill(0x61);
    const upstream = await upstreamOf(() => undefined);
    const answer = ask(transportOf(), requestOf(upstream.url, { method: "POST", body }));
    await until(() => upstream.text.endsWith(`\r\n\r\n${"a".repeat(3_000_000)}`));
    upstream.sockets[0]?.write(ok);
    expect(await answer).toBe("ok");
  });

  it.each(["ftp://127.0.0.1/", "nonsense"])("is refused for the address %s", async (url) => {
    await expect(transportOf()(requestOf(url))).rejects.toThrow(TypeError);
  });
});

describe("a connection", () => {
  it("whose request is answered before it has been sent whole is not used again", async () => {
    const upstream = await upstreamOf((socket, head) => {
      if (head.startsWith("POST")) socket.pause();
      socket.write(ok);
    });
    const transport = transportOf();
    const body = new Uint8Array(64 * 1024 * 1024);
    await ask(transport, requestOf(upstream.url, { method: "POST", body }));
    await ask(transport, requestOf(upstream.url));
    expect(upstream.sockets).toHaveLength(2);
  });

  it("that brings more than its answer is not used again", async () => {
    const upstream = await upstreamOf((socket) => socket.write(`${ok}HTTP/1.1 200 OK\r\n`));
    const transport = transportOf();
    await ask(transport, requestOf(upstream.url));
    await ask(transport, requestOf(upstream.url));
    expect(upstream.sockets).toHaveLength(2);
  });

  it("that brings an answer before it is asked is not used again", async () => {
    const upstream = await upstreamOf((socket) => socket.write(ok));
    const transport = transportOf();
    await ask(transport, requestOf(upstream.url));
    upstream.sockets[0]?.write(ok.replace("ok", "no"));
    await until(() => upstream.sockets[0]?.destroyed || upstream.sockets[0]?.readableEnded);
    expect(await ask(transport, requestOf(upstream.url))).toBe("ok");
  });

  it("is closed when the upstream says so", async () => {
    const upstream = await upstreamOf((socket) =>
      socket.write(ok.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n")),
    );
    const transport = transportOf();
    await ask(transport, requestOf(upstream.url));
    await ask(transport, requestOf(upstream.url));
    expect(upstream.sockets).toHaveLength(2);
  });

  it("reads 16 KiB ahead of its reader at most", async () => {
    const upstream = await upstreamOf((socket) => socket.write(ok));
    const ahead: number[] = [];
    const note = (message: unknown) => {
      ahead.push((message as { readonly socket: Socket }).socket.readableHighWaterMark);
    };
    subscribe("undici:client:connected", note);
    onTestFinished(() => void unsubscribe("undici:client:connected", note));
    await ask(transportOf(), requestOf(upstream.url));
    expect(ahead).toEqual([16 * 1024]);
  });

  it("stops reading while nobody reads its answer, and goes on afterwards", async () => {
    const size = 64 * 1024 * 1024;
    const upstream = await upstreamOf((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
      socket.write(new Uint8Array(size));
    });
    const { body } = await transportOf()(requestOf(upstream.url));
    await untilStill(() => upstream.sockets[0]?.bytesWritten ?? 0);
    expect(upstream.sockets[0]?.writableLength).toBeGreaterThan(size / 2);
    let read = 0;
    for (let block = await body.read(); block; block = await body.read()) read += block.length;
    expect(read).toBe(size);
  });
});

describe("a connection that closes while nobody reads its answer", () => {
  const framings: readonly (readonly [name: string, head: (size: number) => string])[] = [
    ["its end", () => "connection: close"],
    ["its end and its length", (size) => `connection: close\r\ncontent-length: ${size}`],
    ["its length", (size) => `content-length: ${size}`],
  ];
  const sizes = [64 * 1024 - 200, 64 * 1024, 64 * 1024 + 500, 300_000];
  const rows = framings.flatMap((row) => sizes.map((size) => [...row, size] as const));

  /** Reads an answer only after its connection has been closed. */
  async function readLate(head: string, size: number, close: (socket: Socket) => void) {
    const upstream = await upstreamOf((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
      socket.write(new Uint8Array(size), () => close(socket));
    });
    const { body } = await transportOf()(requestOf(upstream.url));
    await until(() => upstream.sockets[0]?.writableEnded || upstream.sockets[0]?.destroyed);
    await pause(20);
    let read = 0;
    for (let block = await body.read(); block; block = await body.read()) read += block.length;
    return read;
  }

  it.each(rows)("has brought it whole if it is known by %s: %#", async (_name, head, size) => {
    expect(await inTime(readLate(head(size), size, (socket) => socket.end()))).toBe(size);
  });

  it.each(rows)(
    "by a reset leaves no reader waiting, known by %s: %#",
    async (_name, head, size) => {
      const reading = readLate(head(size + 1), size, (socket) => socket.resetAndDestroy());
      const over = reading.then(
        () => true,
        () => true,
      );
      expect(await inTime(over)).toBe(true);
    },
  );
});

describe("with a limit of connections", () => {
  it("further requests wait, and one whose caller leaves gives its place up", async () => {
    const waiting: Socket[] = [];
    const upstream = await upstreamOf((socket) => waiting.push(socket));
    const transport = transportOf({ maxSockets: 1 });
    const controller = new AbortController();
    const answers = [
      ask(transport, requestOf(upstream.url)),
      ask(transport, requestOf(upstream.url, { signal: controller.signal })),
      ask(transport, requestOf(upstream.url)),
    ];
    await until(() => waiting.length === 1);
    controller.abort();
    await expect(answers[1]).rejects.toThrow("aborted");
    waiting[0]?.write(ok);
    await until(() => waiting.length === 2);
    waiting[1]?.write(ok);
    await inTime(Promise.all([answers[0], answers[2]]));
    expect(upstream.sockets).toHaveLength(1);
  });

  it("a request that waits gets a new connection when the one before it breaks", async () => {
    const upstream = await upstreamOf((socket) => {
      if (upstream.sockets.length === 1) socket.destroy();
      else socket.write(ok);
    });
    const transport = transportOf({ maxSockets: 1 });
    const first = ask(transport, requestOf(upstream.url));
    const second = ask(transport, requestOf(upstream.url));
    await expect(first).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
    expect(await inTime(second)).toBe("ok");
  });
});

it("a transport that is closed ends what is under way, and keeps no connection", async () => {
  const upstream = await upstreamOf(() => undefined);
  const transport = transportOf();
  const answer = ask(transport, requestOf(upstream.url));
  await until(() => upstream.sockets.length === 1);
  transport.close();
  await until(() => upstream.text.includes("\r\n\r\n"));
  upstream.sockets[0]?.write(ok);
  expect(await answer).toBe("ok");
  await until(() => upstream.sockets[0]?.destroyed || upstream.sockets[0]?.readableEnded);
});
