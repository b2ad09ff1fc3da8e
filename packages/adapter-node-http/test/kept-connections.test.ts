import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  messagesUpstream,
} from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { inTime, until } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import { createNodeTransport, type NodeTransportOptions } from "../src/index.js";

/** What an upstream does once it has received a whole request. */
type Play = (socket: Socket, request: string) => void;

interface Upstream {
  readonly url: string;
  /** How many whole requests have come. */
  readonly requests: number;
  readonly sockets: readonly Socket[];
}

/** An upstream on raw sockets, which closes what it likes. */
async function upstreamOf(play: Play): Promise<Upstream> {
  const sockets: Socket[] = [];
  let requests = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket);
    let received = "";
    socket.on("error", () => undefined);
    socket.on("data", (block) => {
      received += block.toString("latin1");
      const [head = "", body] = received.split("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      received = "";
      requests += 1;
      play(socket, head);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    get requests() {
      return requests;
    },
  };
}

function toHttp(body: object, headers = ""): string {
  const text = JSON.stringify(body);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}content-length: ${text.length}\r\n\r\n${text}`;
}

function transportOf(options?: NodeTransportOptions) {
  const transport = createNodeTransport(options);
  onTestFinished(transport.close);
  return transport;
}

/** Sends a request with a body and reads its whole answer. */
async function post(transport: ReturnType<typeof transportOf>, url: string): Promise<number> {
  const { signal } = new AbortController();
  const body = new TextEncoder().encode("{}");
  const answer = await transport({ method: "POST", url, headers: [], body, signal });
  while (await answer.body.read());
  return answer.status;
}

const usage = { input_tokens: 11, output_tokens: 7 };
const message = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "m", usage },
  ...{ content: [{ type: "text", text: "hi" }], stop_reason: "end_turn", stop_sequence: null },
};
const completion = {
  ...{ id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m" },
  choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
};
const answer: Play = (socket, head) =>
  socket.write(toHttp(head.includes("/messages") ? message : completion));

const closings: readonly (readonly [name: string, close: (socket: Socket) => void])[] = [
  ["ends", (socket) => socket.end()],
  ["closes", (socket) => socket.destroy()],
  ["resets", (socket) => socket.resetAndDestroy()],
];

describe.each(closings)("an upstream that %s each connection after its answer", (_name, close) => {
  it("U06 fails no caller, runs no model twice, and keeps the books exact", async () => {
    const upstream = await upstreamOf((socket, head) => {
      answer(socket, head);
      // The client has the answer by then, and may have chosen the connection again.
      globalThis.setImmediate(() => close(socket));
    });
    const prices = { input: 3, output: 15 };
    const common = { model: "m", transport: transportOf(), prices };
    const ledger = createMemoryLedger();
    const service = createService({
      models: [
        messagesUpstream({ ...common, id: "by-messages", baseUrl: upstream.url }),
        chatCompletionsUpstream({ ...common, id: "by-chat", baseUrl: `${upstream.url}/v1` }),
      ],
      keys: createMemoryKeys([{ key }]),
      ledger,
    });
    const statuses: number[] = [];
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      for (let call = 0; call < 13; call++) {
        const model = caller % 2 === 0 ? "by-messages" : "by-chat";
        const format = call % 2 === 0 ? "messages" : "chat-completions";
        const response = await service.request(...requestOf(format, { model, max_tokens: 50 }));
        statuses.push(response.status);
        await response.arrayBuffer();
      }
    });
    await inTime(Promise.all(callers));
    expect(statuses).toEqual(new Array(104).fill(200));
    expect(upstream.requests).toBe(104);
    await until(() => ledger.all().every(({ state }) => state === "settled"));
    const { rows } = await ledger.rows({ limit: 200 });
    const costs = rows.map(({ costNanoDollars }) => costNanoDollars);
    expect(costs).toEqual(new Array(104).fill(11 * 3_000 + 7 * 15_000));
  });
});

describe("a kept connection", () => {
  it.each(closings)(
    "U06 of which the upstream %s after it has read a request is not tried again",
    async (_name, close) => {
      const upstream = await upstreamOf((socket, head) => {
        if (upstream.requests === 1) answer(socket, head);
        else close(socket);
      });
      const transport = transportOf();
      await post(transport, upstream.url);
      await expect(post(transport, upstream.url)).rejects.toMatchObject({
        code: expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET)$/),
      });
      expect([upstream.requests, upstream.sockets.length]).toEqual([2, 1]);
    },
  );

  it("U06 is given up after its idle time, and sooner if the upstream says that it closes sooner", async () => {
    const upstream = await upstreamOf((socket) => socket.write(toHttp({})));
    await post(transportOf({ idleTimeout: 50 }), upstream.url);
    await until(() => upstream.sockets[0]?.destroyed);
    const hasty = await upstreamOf((socket) =>
      socket.write(toHttp({}, "connection: keep-alive\r\nkeep-alive: timeout=1\r\n")),
    );
    const transport = transportOf();
    await post(transport, hasty.url);
    await post(transport, hasty.url);
    expect(hasty.sockets).toHaveLength(2);
  });

  it.each(closings)(
    "U06 that %s while a request waits for it costs the request nothing",
    async (_name, close) => {
      const upstream = await upstreamOf(answer);
      const transport = transportOf();
      for (const turns of [0, 1, 2]) {
        await post(transport, upstream.url);
        const second = post(transport, upstream.url);
        for (let turn = 0; turn < turns; turn += 1) await setImmediate();
        for (const socket of upstream.sockets) close(socket);
        expect(await inTime(second)).toBe(200);
      }
    },
  );

  it("stops waiting when its caller leaves before the request is handed over", async () => {
    const upstream = await upstreamOf(answer);
    const transport = transportOf();
    await post(transport, upstream.url);
    const controller = new AbortController();
    const { signal } = controller;
    const second = transport({ method: "GET", url: upstream.url, headers: [], signal });
    queueMicrotask(() => controller.abort());
    await expect(second).rejects.toThrow("aborted");
    await post(transport, upstream.url);
    expect(upstream.requests).toBe(2);
  });
});
