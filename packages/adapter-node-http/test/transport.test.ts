import { getEventListeners, once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Socket,
} from "node:net";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  defineModel,
  messagesUpstream,
} from "@diglot/core";
import { deferred, flushPromises, inTime, until } from "@diglot/test-support/wait";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createHttpServer, createNodeTransport } from "../src/index.js";
import { stopTime } from "./support.js";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server | ReturnType<typeof createSocketServer>): Promise<string> {
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closers.push(() => server.closeAllConnections());
  return listen(server);
}

function transportOf(options: Parameters<typeof createNodeTransport>[0] = {}) {
  const transport = createNodeTransport(options);
  closers.push(transport.close);
  return transport;
}

function get(url: string, signal = new AbortController().signal) {
  return { method: "GET" as const, url, headers: [], signal };
}

async function textOf(body: Awaited<ReturnType<ReturnType<typeof transportOf>>>["body"]) {
  const decoder = new TextDecoder();
  let text = "";
  for (let block = await body.read(); block; block = await body.read()) {
    text += decoder.decode(block, { stream: true });
  }
  return text;
}

describe("createNodeTransport", () => {
  it("sends method, headers and body, and gives status, headers and body back", async () => {
    const received: unknown[] = [];
    const origin = await serverOf(async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      received.push([request.method, request.url, request.headers["x-mine"], body]);
      response.writeHead(418, { "x-twice": ["a", "b"] }).end("short and stout");
    });
    const answer = await transportOf()({
      method: "POST",
      url: `${origin}/v1/messages`,
      headers: [["x-mine", "yes"]],
      body: new TextEncoder().encode("é"),
      signal: new AbortController().signal,
    });
    expect(received).toEqual([["POST", "/v1/messages", "yes", "é"]]);
    expect([answer.status, answer.headers.get("X-Twice"), answer.headers.get("x-none")]).toEqual([
      418,
      "a, b",
      null,
    ]);
    expect(await textOf(answer.body)).toBe("short and stout");
  });

  it("uses a connection again", async () => {
    const sockets = new Set<Socket>();
    const origin = await serverOf((request, response) => {
      sockets.add(request.socket);
      response.end("ok");
    });
    const transport = transportOf();
    for (let time = 0; time < 3; time++) await textOf((await transport(get(origin))).body);
    expect(sockets.size).toBe(1);
  });

  it("U10 follows no redirect", async () => {
    const origin = await serverOf((_request, response) =>
      response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    );
    expect((await transportOf()(get(origin))).status).toBe(307);
  });

  it("U09 passes over informational heads", async () => {
    const origin = await serverOf((_request, response) => {
      for (let head = 0; head < 20; head++) response.writeProcessing();
      response.end("ok");
    });
    const answer = await transportOf()(get(origin));
    expect([answer.status, await textOf(answer.body)]).toEqual([200, "ok"]);
  });

  it("U07 rejects an answer that switches protocols", async () => {
    const origin = await listen(
      createSocketServer((socket) => {
        socket.once("data", () =>
          socket.end("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
        );
      }),
    );
    await expect(transportOf()(get(origin))).rejects.toMatchObject({ code: "HPE_NO_ANSWER" });
  });

  it("rejects a body that is cut, instead of ending it", async () => {
    const origin = await serverOf((_request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("half", () => response.destroy());
    });
    const { body } = await transportOf()(get(origin));
    await expect(textOf(body)).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
  });

  it("stops waiting for a head, and leaves, when its signal aborts", async () => {
    let left: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    const controller = new AbortController();
    const origin = await serverOf((request) => {
      request.once("close", () => left?.());
      controller.abort();
    });
    const answer = transportOf()(get(origin, controller.signal));
    await expect(answer).rejects.toThrow("aborted");
    await gone;
  });

  it("opens no connection for a request whose signal has aborted before", async () => {
    let connections = 0;
    const origin = await listen(
      createSocketServer((socket) => {
        connections += 1;
        socket.end();
      }),
    );
    const answer = transportOf()(get(origin, AbortSignal.abort()));
    await expect(answer).rejects.toThrow("aborted");
    // A connection would be chosen two turns of the event loop later.
    for (let turn = 0; turn < 5; turn++) await flushPromises();
    // A server takes connections in the order in which they were opened, so this one is the last.
    await once(connect(Number(new URL(origin).port), "127.0.0.1"), "close");
    expect(connections).toBe(1);
  });

  it("waits for an answer and for its body as long as core does, which has limits of its own", async () => {
    stopTime();
    const responses: ServerResponse[] = [];
    const origin = await serverOf((_request, response) => void responses.push(response));
    const answer = transportOf()(get(origin));
    await until(() => responses.length === 1);
    vi.advanceTimersByTime(3_600_000);
    responses[0]?.write("first ");
    const { body } = await answer;
    expect(new TextDecoder().decode(await body.read())).toBe("first ");
    vi.advanceTimersByTime(3_600_000);
    responses[0]?.end("last");
    expect(await textOf(body)).toBe("last");
  });

  it("leaves the upstream when a body is cancelled while a read is pending", async () => {
    let stream: ServerResponse | undefined;
    const origin = await serverOf((_request, response) => {
      stream = response;
      response.write("first");
    });
    const { body } = await transportOf()(get(origin));
    await body.read();
    const pending = body.read();
    const closed = new Promise((resolve) => stream?.once("close", resolve));
    await body.cancel();
    expect(await pending).toBeUndefined();
    await closed;
  });

  it("leaves no listener on the signal of a request that is over, however it ends", async () => {
    const origin = await serverOf((_request, response) => response.end("whole"));
    const transport = transportOf();
    const { signal } = new AbortController();
    const listeners = () => getEventListeners(signal, "abort").length;

    const whole = await transport(get(origin, signal));
    expect(await textOf(whole.body)).toBe("whole");
    expect(listeners()).toBe(0);
    await (await transport(get(origin, signal))).body.cancel();
    expect(listeners()).toBe(0);
    await expect(transport(get("http://127.0.0.1:1", signal))).rejects.toThrow();
    expect(listeners()).toBe(0);
  });

  it("U03 limits the time for connecting, and says that nothing was sent", async () => {
    // A TLS handshake that is never answered stands for a connection that never stands.
    const silent = await listen(
      createSocketServer((socket) => closers.push(() => socket.destroy())),
    );
    const url = silent.replace("http:", "https:");
    const answer = transportOf({ connectTimeout: 50 })(get(url));
    await expect(answer).rejects.toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });
  });

  it("closes an idle connection after its own time, though the upstream would keep it longer", async () => {
    const closed = deferred();
    const server = createServer((_request, response) => response.end("whole"));
    server.keepAliveTimeout = 120_000;
    server.on("connection", (socket) => socket.once("close", () => closed.resolve()));
    const { headers, body } = await transportOf({ idleTimeout: 100 })(get(await listen(server)));
    expect(await textOf(body)).toBe("whole");
    expect(headers.get("keep-alive")).toBe("timeout=120");
    await inTime(closed.promise);
  });

  it("closes idle connections when it is closed, and opens others for what follows", async () => {
    const closed = deferred();
    let connections = 0;
    const server = createServer((_request, response) => response.end("whole"));
    server.on("connection", (socket) => {
      connections += 1;
      socket.once("close", () => closed.resolve());
    });
    // Neither side would close the connection by itself while the test waits.
    server.keepAliveTimeout = 120_000;
    const transport = transportOf({ idleTimeout: 120_000 });
    const url = await listen(server);
    expect(await textOf((await transport(get(url))).body)).toBe("whole");
    transport.close();
    await inTime(closed.promise);
    expect(await textOf((await transport(get(url))).body)).toBe("whole");
    expect(connections).toBe(2);
  });

  it("sends a request once more whose connection was closed before, and no more often", async () => {
    let connections = 0;
    const origin = await listen(
      createSocketServer((socket) => {
        connections += 1;
        socket.resetAndDestroy();
      }),
    );
    // Without TLS, the request is written before the reset is known.
    const answer = transportOf()(get(origin.replace("http:", "https:")));
    await expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(connections).toBe(2);
  });

  it("refuses an invalid limit", () => {
    expect(() => createNodeTransport({ connectTimeout: 0 })).toThrow(TypeError);
  });

  it.each(["/v1/messages", "/v1/chat/completions"])(
    "stands behind %s for upstreams of both formats, whole and streamed",
    async (path) => {
      const parrot = defineModel("parrot", async function* () {
        yield "Hello from afar.";
      });
      const remote = createHttpServer(createService({ models: [parrot], allowAnonymous: true }));
      closers.push(() => remote.closeAllConnections());
      const origin = await listen(remote);
      const transport = transportOf();
      const service = createService({
        models: [
          messagesUpstream({ id: "a", model: "parrot", baseUrl: origin, transport }),
          chatCompletionsUpstream({
            id: "b",
            model: "parrot",
            baseUrl: `${origin}/v1`,
            transport,
          }),
        ],
        keys: createMemoryKeys([{ key: "sk-transport-0123456789" }]),
      });
      for (const model of ["a", "b"]) {
        for (const stream of [false, true]) {
          const response = await service.request(path, {
            method: "POST",
            headers: {
              authorization: "Bearer sk-transport-0123456789",
              "anthropic-version": "2023-06-01",
              "content-type": "application/json",
            },
            body: JSON.stringify({
              model,
              stream,
              max_tokens: 100,
              messages: [{ role: "user", content: "hi" }],
            }),
          });
          expect(response.status).toBe(200);
          expect(await response.text()).toContain("Hello from afar.");
        }
      }
    },
  );
});
