import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createHttpServer } from "@diglot/adapter-node-http";
import {
  type ByteSource,
  createMemoryKeys,
  createMemoryLimits,
  type Exchange,
  type Service,
} from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { endpoints, formatNames, headersOf, requestOf } from "@diglot/test-support/requests";
import { listen } from "@diglot/test-support/servers";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";

const mebibyte = 1024 * 1024;
const onePlace = createMemoryKeys([{ key, limits: { concurrentRequests: 1 } }]);

type Format = (typeof formatNames)[number];

/** A server over a service, and the bytes of bodies that the service has taken. */
async function serve(options: ServedOptions) {
  const { service, ledger } = serviceOf(["Hello."], options);
  let taken = 0;
  const count = (source: ByteSource): ByteSource => ({
    async read() {
      const block = await source.read();
      taken += block?.length ?? 0;
      return block;
    },
    cancel: (reason) => source.cancel(reason),
  });
  const handle: Service["handle"] = ({ body, ...exchange }: Exchange) =>
    service.handle({
      ...exchange,
      body: body.kind === "source" ? { kind: "source", source: count(body.source) } : body,
    });
  const port = await listen(createHttpServer({ handle }));
  return { service, ledger, port, taken: () => taken };
}

/** A client that has sent the head of a request and so many bytes of its body. */
async function upload(port: number, format: Format, declared: number | "chunked", sent = 0) {
  const socket: Socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (block) => {
    text += block;
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const length =
    declared === "chunked" ? "transfer-encoding: chunked" : `content-length: ${declared}`;
  const headers = Object.entries(headersOf(format)).map(([name, value]) => `${name}: ${value}`);
  const { path } = endpoints[format];
  socket.write([`POST ${path} HTTP/1.1`, "host: x", length, ...headers, "", ""].join("\r\n"));
  if (sent > 0) socket.write(Buffer.alloc(sent, " "));
  return { socket, answer: () => text, status: () => text.slice(9, 12) };
}

describe.each(formatNames)("uploads of %s requests", (format) => {
  it("T9 H15 holds one unfinished body of a key with one place, and refuses the others at once", async () => {
    const { port, ledger, taken, service } = await serve({ keys: onePlace });
    const whole = 30 * mebibyte;
    const first = await upload(port, format, whole, mebibyte);
    await until(() => taken() === mebibyte);
    const others = await Promise.all(
      Array.from({ length: 19 }, () => upload(port, format, whole, whole - 1)),
    );
    await until(() => others.every(({ status }) => status() === "429"));
    expect(others[0]?.answer()).toMatch(/connection: close[\s\S]*Too many requests of this key/i);
    expect([first.status(), await untilStill(taken)]).toEqual(["", mebibyte]);
    first.socket.destroy();
    await until(async () => (await service.request(...requestOf(format))).status === 200);
    expect(ledger.all()).toHaveLength(1);
  });

  it("T9 refuses a declared length for which all bodies together leave no room", async () => {
    const sizeLimits = { bodyBytes: mebibyte, uploadBytes: mebibyte };
    const { port, taken } = await serve({ sizeLimits });
    await upload(port, format, mebibyte, mebibyte - 10);
    await until(() => taken() === mebibyte - 10);
    const refused = await upload(port, format, 11, 0);
    await until(() => refused.answer().includes("accepts no more requests"));
    expect(refused.answer()).toMatch(/^HTTP\/1.1 (529|503) [\s\S]*retry-after: 1\r\n/);
    const fits = await upload(port, format, 10, 9);
    await until(() => taken() === mebibyte - 1);
    expect(fits.answer()).toBe("");
  });

  it("T9 refuses a body of unknown length when its bytes leave no room", async () => {
    const sizeLimits = { bodyBytes: mebibyte, uploadBytes: mebibyte };
    const { port, taken } = await serve({ sizeLimits });
    const first = await upload(port, format, mebibyte, mebibyte - 10);
    await until(() => taken() === mebibyte - 10);
    const chunked = await upload(port, format, "chunked");
    chunked.socket.write(`b\r\n${" ".repeat(11)}\r\n`);
    await until(() => chunked.answer().includes("accepts no more requests"));
    first.socket.destroy();
    const next = await upload(port, format, mebibyte, mebibyte);
    await until(() => next.answer().includes("the body is empty"));
    expect([chunked.status(), next.status()]).toEqual([expect.stringMatching(/529|503/), "400"]);
  });

  it("T9 P14 refuses a body that takes longer than its time, and gives its place back", async () => {
    const clock = createFakeClock();
    const { port, taken, service } = await serve({ keys: onePlace, clock, uploadTimeout: 5_000 });
    const slow = await upload(port, format, 1_000, 10);
    await until(() => taken() === 10);
    clock.advance(4_999);
    expect((await service.request(...requestOf(format))).status).toBe(429);
    clock.advance(1);
    await until(() => slow.status() === "400");
    await until(() => slow.answer().includes("took too long to arrive"));
    expect((await service.request(...requestOf(format))).status).toBe(200);
    expect(clock.pending).toBe(0);
  });

  it("T9 frees the place of a caller that leaves in the middle of its body", async () => {
    const limits = createMemoryLimits({ concurrentRequests: 1 });
    const { port, taken, service } = await serve({ limits });
    const leaving = await upload(port, format, 1_000, 10);
    await until(() => taken() === 10);
    expect((await service.request(...requestOf(format))).status).not.toBe(200);
    leaving.socket.destroy();
    await until(async () => (await service.request(...requestOf(format))).status === 200);
    expect(taken()).toBe(10);
  });
});

it("T9 a count of tokens takes a place while it is read", async () => {
  const { service } = serviceOf(["Hello."], { keys: onePlace });
  let finish: (() => void) | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      finish = () => {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(endpoints.messages.body)));
        controller.close();
      };
    },
  });
  const init = { method: "POST", headers: headersOf("messages"), body, duplex: "half" } as const;
  const counting = service.request("/v1/messages/count_tokens", init);
  expect((await service.request(...requestOf("messages"))).status).toBe(429);
  finish?.();
  expect((await counting).status).toBe(200);
  expect((await service.request(...requestOf("messages"))).status).toBe(200);
});
