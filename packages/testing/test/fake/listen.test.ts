import { once } from "node:events";
import { connect } from "node:net";
import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { until } from "@diglot/test-support/wait";
import { afterEach, expect, it } from "vitest";
import { createFake, type Fake, type Listener } from "../../src/index.js";
import { type Ask, ask, paths } from "./requests.js";

const open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

async function listen(fake: Fake) {
  const listener = await fake.listen();
  open.push(listener);
  return {
    ...listener,
    ask: (format: FormatName, options: Ask = {}) =>
      ask({ fetch }, format, { ...options, url: listener.url + paths[format] }),
  };
}

const streamed = { body: { stream: true } };

it("opens a port on 127.0.0.1 and answers as it does in a process", async () => {
  const options = { script: ["Hello there"] };
  const port = await listen(createFake(options));
  expect(port.url).toBe(`http://127.0.0.1:${port.port}`);
  const here = await ask(createFake(options), "messages", streamed);
  const there = await port.ask("messages", streamed);
  expect(await there.text()).toBe(await here.text());
  expect(there.headers.get("request-id")).toBe(here.headers.get("request-id"));
});

it.each(formatNames)(
  "is reset where a connection is lost before the head, in %s",
  async (format) => {
    const fake = createFake({ script: [{ fault: { type: "unreachable" } }, "Hi"] });
    const port = await listen(fake);
    const error = await port.ask(format).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: "fetch failed", cause: { code: "ECONNRESET" } });
    expect(fake.calls[0]!.state).toBe("broken");
    expect((await port.ask(format)).status).toBe(200);
  },
);

it.each(formatNames)("breaks off where a fault says so, in %s", async (format) => {
  const fault = { type: "reset", at: { events: 3 } } as const;
  const fake = createFake({ script: [{ text: "Hello there", fault }] });
  const port = await listen(fake);
  const answer = await port.ask(format, streamed);
  expect(answer.status).toBe(200);
  let received = "";
  const reading = (async () => {
    for await (const block of answer.body!) received += new TextDecoder().decode(block);
  })();
  await expect(reading).rejects.toThrow("terminated");
  expect(received).toBe(fake.calls[0]!.answer!.text);
  expect(received).not.toBe("");
});

it("breaks off right behind the head, and sends the head before", async () => {
  const fault = { type: "reset", at: { bytes: 0 } } as const;
  const port = await listen(createFake({ script: [{ text: "Hello there", fault }] }));
  const answer = await port.ask("messages", streamed);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow("terminated");
});

it("sees that a caller leaves", async () => {
  const fault = { type: "stall", at: { events: 2 } } as const;
  const fake = createFake({ script: [{ text: "Hello there", fault }] });
  const port = await listen(fake);
  const controller = new AbortController();
  const answer = await port.ask("messages", { ...streamed, init: { signal: controller.signal } });
  await answer.body!.getReader().read();
  controller.abort();
  await fake.calls[0]!.finished;
  expect(fake.calls[0]!.state).toBe("aborted");
});

it("closes with answers on their way, and the port is free then", async () => {
  const fake = createFake({ script: [{ fault: { type: "silence" } }] });
  const port = await listen(fake);
  const asking = port.ask("messages").catch((reason: unknown) => reason);
  await until(() => fake.calls[0]?.conversation !== undefined);
  await port.close();
  expect(await asking).toBeInstanceOf(TypeError);
  await expect(fetch(port.url)).rejects.toThrow("fetch failed");
});

it("has a free port each time, unless it is given one", async () => {
  const ports = [await listen(createFake()), await listen(createFake())].map(({ port }) => port);
  expect(new Set(ports).size).toBe(2);
});

it("rejects if the port is taken", async () => {
  const { port } = await listen(createFake());
  await expect(createFake().listen({ port })).rejects.toThrow("EADDRINUSE");
});

it("refuses a request with a wrong key before it asks for the body", async () => {
  const port = await listen(createFake({ keys: ["sk-right-1234"] }));
  const socket = connect(port.port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (block: string) => {
    text += block;
  });
  const head = `POST ${paths.messages} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: sk-wrong-1234\r\n`;
  socket.write(`${head}content-length: 9\r\nexpect: 100-continue\r\n\r\n`);
  await once(socket, "close");
  expect(text).toMatch(/^HTTP\/1\.1 401 /);
});

it("has an address that clients take, also where that is one of IPv6", async (context) => {
  const listener = await createFake({ script: ["Hi"] })
    .listen({ hostname: "::1" })
    .catch(() => context.skip("This machine has no IPv6."));
  open.push(listener);
  expect(listener.url).toBe(`http://[::1]:${listener.port}`);
  expect((await fetch(`${listener.url}/v1/nothing`)).status).toBe(404);
});
