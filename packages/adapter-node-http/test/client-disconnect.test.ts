import { createServer } from "node:http";
import { fakeService, jsonAnswer, readAll, streamAnswer } from "@diglot/test-support/handled";
import { listen } from "@diglot/test-support/servers";
import { controlledSource, endlessSource } from "@diglot/test-support/sources";
import { deferred, inTime, pause, until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { createHttpServer, toNodeHandler } from "../src/index.js";
import { nextResponseOver, postText, rawClient, serve, stopTime } from "./support.js";

describe("a client that goes away", () => {
  it("C01 while it sends its body makes the read fail and aborts the signal", async () => {
    const failure = deferred<unknown>();
    const service = fakeService(async (exchange) => {
      await readAll(exchange).catch(failure.resolve);
      return jsonAnswer({});
    });
    const { port } = await serve(service);
    const client = await rawClient(
      port,
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{",
    );
    await until(() => service.exchanges.length === 1);
    client.socket.destroy();
    expect(await inTime(failure.promise)).toBeInstanceOf(Error);
    await until(() => service.exchanges[0]?.signal.aborted);
  });

  it("before its request reaches the service is asked nothing of it", async () => {
    const service = fakeService(async () => jsonAnswer({}));
    const handler = toNodeHandler(service);
    const handled = deferred();
    const port = await listen(
      createServer((request, response) => {
        response.once("close", () => {
          handler(request, response);
          handled.resolve();
        });
        request.socket.destroy();
      }),
    );
    await rawClient(port, postText());
    await inTime(handled.promise);
    expect(service.exchanges).toEqual([]);
  });

  it("C02 C03 C12 before there is an answer aborts the signal without waiting for any timer", async () => {
    stopTime();
    const aborted = deferred();
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      exchange.signal.addEventListener("abort", () => aborted.resolve());
      await aborted.promise;
      return jsonAnswer({});
    });
    const { port } = await serve(service);
    const client = await rawClient(port, postText());
    await until(() => service.exchanges.length === 1);
    await pause(20);
    client.socket.destroy();
    await inTime(aborted.promise);
    expect(service.exchanges[0]?.signal.aborted).toBe(true);
  });

  it("before there is an answer cancels the source of an answer that comes too late", async () => {
    const source = controlledSource();
    const service = fakeService(async (exchange) => {
      await new Promise((resolve) => exchange.signal.addEventListener("abort", resolve));
      return streamAnswer(source);
    });
    const { port } = await serve(service);
    const client = await rawClient(port, postText());
    await until(() => service.exchanges.length === 1);
    client.socket.destroy();
    await inTime(source.cancelled);
    expect(source.pulled).toBe(0);
  });

  it("C04 while the stream flows cancels the source and aborts the signal", async () => {
    const source = controlledSource();
    const service = fakeService(() => streamAnswer(source));
    const { port } = await serve(service);
    const client = await rawClient(port, postText());
    const flow = setInterval(() => source.push("data: x\n\n"), 1);
    await client.until(/data: x/);
    client.socket.destroy();
    await inTime(source.cancelled).finally(() => clearInterval(flow));
    expect(service.exchanges[0]?.signal.aborted).toBe(true);
  });

  it("C05 while the stream is idle cancels the source without waiting for any timer", async () => {
    stopTime();
    const source = controlledSource();
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port, postText());
    await client.until(/200 OK/);
    client.socket.destroy();
    await inTime(source.cancelled);
    expect(source.isCancelled).toBe(true);
  });

  it("is no defect to be reported, also if the source then fails", async () => {
    const onError = vi.fn();
    const failed = deferred();
    const service = fakeService(() =>
      streamAnswer({
        read: () =>
          new Promise((_resolve, reject) => {
            void failed.promise.then(() => reject(new Error("The model was cancelled.")));
          }),
        cancel: async () => failed.resolve(),
      }),
    );
    const { port, server } = await serve(service, { onError });
    const over = nextResponseOver(server);
    const client = await rawClient(port, postText());
    await client.until(/200 OK/);
    client.socket.destroy();
    await inTime(Promise.all([over, failed.promise]));
    await pause(0);
    expect(onError).not.toHaveBeenCalled();
  });

  it("C06 while the socket is full wakes the parked write and cancels the source", async () => {
    const source = endlessSource();
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port, postText());
    client.socket.pause();
    const parkedAt = await untilStill(() => source.pulled);
    client.socket.destroy();
    await inTime(source.cancelled);
    expect(source.pulled).toBeLessThanOrEqual(parkedAt + 1);
  });

  it("while a read never settles still cancels the source", async () => {
    const cancelled = deferred();
    const source = {
      read: () => new Promise<undefined>(() => {}),
      cancel: vi.fn(async () => cancelled.resolve()),
    };
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port, postText());
    await client.until(/200 OK/);
    client.socket.destroy();
    await inTime(cancelled.promise);
    expect(source.cancel).toHaveBeenCalledOnce();
  });

  it("survives a source whose cancel throws or rejects", async () => {
    const cancels: string[] = [];
    const answers = [
      () => {
        cancels.push("throws");
        throw new Error("cancel threw");
      },
      () => {
        cancels.push("rejects");
        return Promise.reject(new Error("cancel rejected"));
      },
    ];
    const service = fakeService(() => {
      const cancel = answers.shift() ?? (() => Promise.resolve());
      return streamAnswer({ read: () => new Promise(() => {}), cancel });
    });
    const { port } = await serve(service);
    for (let round = 1; round <= 2; round += 1) {
      const client = await rawClient(port, postText());
      await client.until(/200 OK/);
      client.socket.destroy();
      await until(() => cancels.length === round);
    }
    expect(cancels).toEqual(["throws", "rejects"]);
  });

  it("H16 with two pipelined requests running aborts both", async () => {
    const service = fakeService(() => streamAnswer(controlledSource()));
    const { port } = await serve(service);
    const client = await rawClient(port, postText("") + postText(""));
    await until(() => service.exchanges.length === 2);
    client.socket.destroy();
    const aborted = () => service.exchanges.filter(({ signal }) => signal.aborted);
    await until(() => aborted().length === 2);
    expect(aborted()).toEqual(service.exchanges);
  });
});

describe("the signal", () => {
  it("does not abort when the answer has left in full", async () => {
    const service = fakeService(() => jsonAnswer({ ok: true }));
    const { port, server } = await serve(service);
    const over = nextResponseOver(server);
    const client = await rawClient(port, postText("", "connection: close\r\n"));
    await client.ended;
    await inTime(over);
    expect(client.text).toContain('{"ok":true}');
    expect(service.exchanges[0]?.signal.aborted).toBe(false);
  });

  it("does not abort when a whole stream has left and the client leaves afterwards", async () => {
    const source = controlledSource();
    const service = fakeService(() => streamAnswer(source));
    const { port, server } = await serve(service);
    const left = new Promise((resolve) =>
      server.once("connection", (it) => it.once("close", resolve)),
    );
    source.push("data: x\n\n");
    source.end();
    const client = await rawClient(port, postText());
    await client.until(/\r\n0\r\n\r\n/);
    client.socket.destroy();
    await inTime(left);
    expect(service.exchanges[0]?.signal.aborted).toBe(false);
    expect(source.isCancelled).toBe(false);
  });

  it("does not abort when the request body has been read, which closes the request", async () => {
    const closed = deferred();
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      await inTime(closed.promise);
      return jsonAnswer({ aborted: exchange.signal.aborted });
    });
    const { port, server } = await serve(service);
    server.once("request", (request) => request.once("close", closed.resolve));
    const client = await rawClient(port, postText());
    expect(await client.until(/\}$/)).toContain('{"aborted":false}');
  });
});

describe("a client that closes its sending side only", () => {
  it("C07 gets its full answer from a server with `allowHalfOpen`", async () => {
    const half = deferred();
    const service = fakeService(async (exchange) => {
      await readAll(exchange);
      await inTime(half.promise);
      return jsonAnswer({ late: true });
    });
    const server = createHttpServer(service, { allowHalfOpen: true });
    server.once("connection", (socket) => socket.once("end", half.resolve));
    const client = await rawClient(await listen(server));
    client.socket.end(postText());
    expect(await client.until(/\}$/)).toContain('{"late":true}');
  });

  it("C07 counts as gone otherwise, because TCP shows no difference", async () => {
    const service = fakeService(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return jsonAnswer({ late: true });
    });
    const { port } = await serve(service);
    const client = await rawClient(port);
    client.socket.end(postText());
    await inTime(client.ended);
    expect(await until(() => service.exchanges[0]?.signal.aborted)).toBe(true);
    expect(client.text).toBe("");
  });
});
